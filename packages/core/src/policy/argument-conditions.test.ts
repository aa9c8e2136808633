import { describe, expect, it } from 'vitest';
import { argumentTest } from './argument-conditions.ts';
import { type PolicyRule, policyRule } from './policy-schema.ts';

const holds = (conditions: PolicyRule['arguments'], input: unknown): boolean =>
  argumentTest(policyRule.parse({ arguments: conditions, then: 'deny' }).arguments ?? {})(input);

describe('a condition', () => {
  it.each([
    [{ n: 5 }, { n: 5 }, true],
    [{ n: 5 }, { n: '5' }, false],
    [{ n: null }, { n: null }, true],
    [{ n: { oneOf: ['a', 2] } }, { n: 2 }, true],
    [{ s: { startsWith: '/etc' } }, { s: '/etc/passwd' }, true],
    [{ s: { startsWith: '/etc' } }, { s: ['/etc'] }, false],
    [{ s: { endsWith: '@corp.com' } }, { s: 'a@CORP.com' }, false],
    [{ s: { endsWith: '@corp.com', ignoreCase: true } }, { s: 'a@CORP.com' }, true],
    [{ s: { contains: 'drop' } }, { s: 'a drop b' }, true],
    [{ s: { contains: 'x' } }, { s: ['a', 'x'] }, true],
    [{ s: { like: 'rel-*-?' } }, { s: 'rel-1.2-a' }, true],
    [{ s: { like: 'rel-*-?' } }, { s: 'rel-1.2-ab' }, false],
    [{ n: { above: 10 } }, { n: 10 }, false],
    [{ n: { atLeast: 10, below: 20 } }, { n: 10 }, true],
    [{ n: { atMost: 10 } }, { n: '1' }, false],
    [{ f: { exists: true } }, { f: null }, true],
    [{ f: { exists: false } }, {}, true],
    [{ f: { exists: false } }, { f: 1 }, false],
    [{ a: 1, b: 2 }, { a: 1 }, false],
    [{ toString: { exists: true } }, {}, false],
    [{ '/a/b': 1 }, { a: { b: 1 } }, true],
    [{ '/to/*/mail': { endsWith: '.ru' } }, { to: [{ mail: 'a.de' }, { mail: 'b.ru' }] }, true],
    [{ '/to/1': 'b' }, { to: ['a', 'b'] }, true],
    [{ '/a~1b': 1 }, { 'a/b': 1 }, true],
    [{ 'a.b': 1 }, { a: { b: 1 } }, false],
  ] as [PolicyRule['arguments'], unknown, boolean][])('%j on %j: %s', (conditions, input, expected) => {
    expect(holds(conditions, input)).toBe(expected);
  });

  it('negated, holds also for an argument that is missing or of another type', () => {
    const outside = { path: { not: { within: '/srv' } } };
    expect(holds(outside, { path: '/srv/a' })).toBe(false);
    for (const input of [{}, { path: 5 }, { path: '/etc' }, undefined]) expect(holds(outside, input)).toBe(true);
  });
});

describe('the condition `within`', () => {
  it.each(['/srv/data', '/srv/data/', '/srv/data/a', '/srv/./data/b/../c', '/srv//data/x', '\\srv\\data\\y'])(
    'holds for %s',
    (path) => {
      expect(holds({ path: { within: '/srv/data' } }, { path })).toBe(true);
    },
  );

  it.each([
    '/srv/database',
    '/srv/data/..',
    '/srv/data/../../etc/passwd',
    '/srv/data/..\\..\\etc',
    '/../srv/data',
    'srv/data',
    '../srv/data',
    '',
    '/',
  ])('does not hold for %s', (path) => {
    expect(holds({ path: { within: '/srv/data' } }, { path })).toBe(false);
  });
});

it('refuses to look through an input without end', () => {
  const rows = Array.from({ length: 200 }, () => Array.from({ length: 200 }, () => 1));
  expect(() => holds({ '/rows/*/*': 1 }, { rows })).toThrow('more than 10000 values');
});

it('compares a hostile pattern with a hostile text in bounded time', () => {
  const started = performance.now();
  expect(holds({ s: { like: `${'*a'.repeat(100)}*b` } }, { s: 'a'.repeat(20_000) })).toBe(false);
  expect(performance.now() - started).toBeLessThan(5_000);
});
