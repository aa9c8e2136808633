// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references to secrets are written like this
import type { JsonObject } from '@foldout/clients/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SECRET_NAME } from '../state/secret-store.ts';
import { takeOutSecrets } from './take-out-secrets.ts';
import { withSecrets } from './with-secrets.ts';

const textOf = (servers: Readonly<Record<string, unknown>>): string => JSON.stringify({ mcpServers: servers });

function takeOut(entry: JsonObject, name = 'a') {
  const { text, secrets } = takeOutSecrets(textOf({ [name]: entry }), [name]);
  return { entry: JSON.parse(text).mcpServers[name], secrets, stored: new Map(secrets.map((s) => [s.name, s.value])) };
}

describe('secrets in the entry of a server', () => {
  it('are replaced by references that name the server and the field', () => {
    const { entry, secrets } = takeOut({
      command: 'npx',
      args: [
        '-y',
        'mail',
        '--api-key',
        'key-in-args',
        '--token=tok-in-args',
        '-H',
        'X-Key: Bearer head-in-args',
        '-e',
        'PASSWORD=pw-in-args',
      ],
      env: {
        GITHUB_TOKEN: 'ghp_0123456789abcdefghijABCDEFGHIJ012345',
        DB: 'postgres://me:pw-in-url@db/x',
        DEBUG: 'mail:*',
      },
      headers: { Authorization: 'Bearer head-value', Accept: 'text/plain' },
      bearerToken: 'bearer-value',
      oauth: { clientId: 'me', clientSecret: 'client-value' },
      url: 'https://example.org/mcp?api_key=query-value&page=2',
    });
    expect(entry).toEqual({
      command: 'npx',
      args: [
        ...['-y', 'mail', '--api-key', '${keychain:a/api-key}', '--token=${keychain:a/token}'],
        ...['-H', 'X-Key: Bearer ${keychain:a/X-Key}', '-e', 'PASSWORD=${keychain:a/PASSWORD}'],
      ],
      env: { GITHUB_TOKEN: '${keychain:a/GITHUB_TOKEN}', DB: 'postgres://me:${keychain:a/DB}@db/x', DEBUG: 'mail:*' },
      headers: { Authorization: 'Bearer ${keychain:a/Authorization}', Accept: 'text/plain' },
      bearerToken: '${keychain:a/bearerToken}',
      oauth: { clientId: 'me', clientSecret: '${keychain:a/clientSecret}' },
      url: 'https://example.org/mcp?api_key=${keychain:a/url}&page=2',
    });
    expect(secrets.map(({ value }) => value)).toContain('pw-in-url');
  });

  it('leaves references, paths, switches, numbers and placeholders', () => {
    const entry = {
      command: 'x',
      args: ['--token', '${TOKEN}', '--max-tokens', '4096'],
      env: {
        API_KEY: '${API_KEY}',
        AUTH_TOKEN: 'Bearer ${keychain:B}',
        SSH_AUTH_SOCK: '/run/ssh.sock',
        MAX_TOKENS: '4096',
        USE_AUTH: 'true',
        OTHER_KEY: '<your key>',
        AUTH_URL: 'https://login.example.org/oauth',
      },
    };
    expect(takeOut(entry)).toMatchObject({ entry, secrets: [] });
  });

  it('gives two secrets two names, and odd server names a valid one', () => {
    const twice = takeOut({
      command: 'x',
      args: ['--key', 'first-value', '--key', 'other-value'],
      env: { key: 'first-value' },
    });
    expect([...twice.stored]).toEqual([
      ['a/key', 'first-value'],
      ['a/key-2', 'other-value'],
    ]);
    const odd = ['my server', 'my-server', 'my/server', 'é'].map((name) =>
      takeOut({ env: { KEY: 'some-value' } }, name),
    );
    const names = odd.flatMap(({ secrets }) => secrets.map(({ name }) => name));
    expect(new Set(names).size).toBe(4);
    for (const name of names) expect(name).toMatch(SECRET_NAME);
  });

  it('keeps comments of the file', () => {
    const text =
      '{ // mine\n  "mcpServers": { "a": { "env": {\n    // the token of the team\n    "TOKEN": "some-value" } } } }';
    const { text: edited } = takeOutSecrets(text, ['a']);
    expect(edited).toBe(text.replace('some-value', '${keychain:a/TOKEN}'));
  });

  it('means the same with the stored secrets put back, for any entry', () => {
    const value = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        'Bearer abcdef',
        '--token=abc$&def',
        'https://u:pass@h/p?token=abcd#x',
        'ghp_0123456789abcdefghij',
        '-H',
        '--key',
        'X: y z',
      ),
    );
    const holder = fc.dictionary(fc.constantFrom('API_KEY', 'Authorization', 'PATH', 'X'), value);
    const entry = fc.record(
      {
        command: value,
        args: fc.array(value),
        env: holder,
        headers: holder,
        url: value,
        bearerToken: value,
        oauth: holder,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(entry, (one) => {
        const { entry: moved, stored, secrets } = takeOut(one as JsonObject);
        expect(withSecrets(moved, (name) => stored.get(name))).toEqual(JSON.parse(JSON.stringify(one)));
        for (const { name } of secrets) expect(name).toMatch(SECRET_NAME);
      }),
      { numRuns: 500 },
    );
  });
});
