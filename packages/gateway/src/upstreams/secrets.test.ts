import { describe, expect, it } from 'vitest';
import { manifestKey } from '../cache/manifest-key.ts';
import { secretsHider } from './secrets.ts';

describe('the secrets of a configuration', () => {
  const hide = secretsHider({
    command: 'run',
    args: [
      '--dsn=postgres://ada:args-word@db/x',
      '--api-key',
      'flag-word',
      'sk-args0123456789abcdef',
      'DEBUG=plain-word',
    ],
    url: 'https://ada:s3cret-word@example.com/mcp?api_key=abcdef123&team=blue',
    env: { API_TOKEN: 'token-value', PLAIN: 'a value, whatever its name', PORT: '3000' },
    headers: { 'X-Anything': 'Token header-value' },
    bearerToken: 'bearer-value',
    oauth: { clientSecret: 'client-secret-value' },
  });

  it.each([
    'token-value',
    'header-value',
    'bearer-value',
    'client-secret-value',
    's3cret-word',
    'abcdef123',
    'args-word',
    'flag-word',
    'plain-word',
    'sk-args0123456789abcdef',
    'a value, whatever its name',
    encodeURIComponent('a value, whatever its name'),
    Buffer.from('client-secret-value').toString('base64'),
    JSON.stringify('a value, whatever its name').slice(1, -1),
  ])('are taken out, whatever their names: %s', (secret) => {
    expect(hide(`before ${secret} after`)).toMatch(/^before \[redacted\]\w?=* after$/);
  });

  it('are removed if they look like a secret', () => {
    expect(hide('Authorization: Bearer abcdefghijkl')).not.toContain('abcdefghijkl');
  });

  it('do not remove ordinary settings', () => {
    expect(hide('port 3000, team blue')).toBe('port 3000, team blue');
  });
});

describe('the key of a manifest', () => {
  const config = { command: 'npx', args: ['server'], env: { API_KEY: 'one', TOOLSETS: 'all' } };
  const key = manifestKey(config);

  it('does not depend on secrets, or on settings that do not affect the lists', () => {
    expect(manifestKey({ ...config, env: { TOOLSETS: 'all', API_KEY: 'two' } })).toBe(key);
    const besides = { ...config, callTimeoutMs: 5, tags: ['a'], exclude: ['x'] };
    expect(manifestKey(besides)).toBe(key);
    expect(manifestKey({ url: 'https://example.com/mcp?token=1' })).toBe(
      manifestKey({ url: 'https://example.com/mcp?token=2' }),
    );
  });

  it('depends on the command and its settings', () => {
    const others = [
      { ...config, args: ['server', '--read-only'] },
      { ...config, env: { ...config.env, TOOLSETS: 'few' } },
      { ...config, cwd: '/elsewhere' },
      { url: 'https://example.com/mcp' },
      { url: 'https://example.com/mcp?team=blue' },
    ];
    expect(new Set([key, ...others.map(manifestKey)]).size).toBe(others.length + 1);
  });

  it('reveals nothing about its input', () => {
    expect(key).toMatch(/^[0-9a-f]{64}$/);
  });
});
