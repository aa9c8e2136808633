import { UriTemplate } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { matchesTemplate } from './uri-template.ts';

describe('a URI and a template', () => {
  it.each([
    ['file:///readme', 'file:///readme', true],
    ['file:///{name}', 'file:///readme', true],
    ['file:///{name}', 'file:///a/b', false],
    ['file:///{name}', 'file:///', false],
    ['file:///{+path}', 'file:///a/b.txt', true],
    ['file:///{+path}/{name}.txt', 'file:///a/b/c.txt', true],
    ['file:///{+path}/{name}.txt', 'file:///a/b/c.md', false],
    ['db://{table}/{id}', 'db://users/7', true],
    ['db://{table}/{id}', 'db://users', false],
    ['db://{table}/rows{?limit,offset}', 'db://users/rows', true],
    ['db://{table}/rows{?limit,offset}', 'db://users/rows?limit=5&offset=1', true],
    ['db://{table}/rows{?limit,offset}', 'db://users/rowsx', false],
    ['api://x{/kind,id}', 'api://x/a/b', true],
    ['api://x{#part}', 'api://x#top', true],
    ['note://{a}-{b}', 'note://1-2-3', true],
    ['broken://{a', 'broken://x', false],
    ['broken://{}', 'broken://x', false],
  ])('%s %s: %s', (template, uri, fits) => {
    expect(matchesTemplate(template, uri)).toBe(fits);
  });

  it.each(['file:///{name}', 'file:///{+path}', 'db://{table}/{id}', 'a://{x}.{y}', 'a://q{?limit}'])(
    'agree with the template of the SDK wherever the SDK finds a match: %s',
    (template) => {
      for (const uri of ['file:///readme', 'file:///a/b', 'db://users/7', 'a://b.c', 'a://q?limit=5', 'x:y']) {
        if (new UriTemplate(template).match(uri) !== null) expect(matchesTemplate(template, uri)).toBe(true);
      }
    },
  );

  it.each([
    [`evil://${'{a}'.repeat(1_000)}!`, `evil://${'a'.repeat(4_000)}`],
    [`evil://${'{+a}'.repeat(900)}!`, `evil://${'a,'.repeat(2_000)}`],
    [`evil://{a*}{b*}{c*}{d*}!`, `evil://${'a,'.repeat(2_000)}`],
    [`evil://${'{?a}'.repeat(900)}!`, `evil://${'?'.repeat(4_000)}`],
  ])('take bounded time, whatever the template', (template, uri) => {
    expect(matchesTemplate(template, uri)).toBe(false);
  });
});
