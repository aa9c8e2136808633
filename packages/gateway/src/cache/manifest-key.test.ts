import { describe, expect, it } from 'vitest';
import { manifestKey, type ServerIdentity } from './manifest-key.ts';

const CONFIG = {
  command: 'npx',
  args: ['-y', 'server-github', '--token', 'abc'],
  env: { GITHUB_TOKEN: 'ghp_aaaaaaaaaaaaaaaaaaaaaaaa', MODE: 'extended', DATABASE_URL: 'postgres://u:p@host/db' },
  headers: { Authorization: 'Bearer aaaaaaaaaaaaaaaa' },
};

describe('the key of a manifest', () => {
  it('is a hash', () => {
    expect(manifestKey(CONFIG)).toMatch(/^[0-9a-f]{64}$/);
    expect(manifestKey({ ...CONFIG })).toBe(manifestKey(CONFIG));
  });

  it.each<[string, ServerIdentity]>([
    ['a token in the environment', { ...CONFIG, env: { ...CONFIG.env, GITHUB_TOKEN: 'other' } }],
    ['a password in an address', { ...CONFIG, env: { ...CONFIG.env, DATABASE_URL: 'postgres://v:q@host/db' } }],
    ['a header', { ...CONFIG, headers: { Authorization: 'Bearer bbbbbbbbbbbbbbbb' } }],
    ['an argument after --token', { ...CONFIG, args: ['-y', 'server-github', '--token', 'other'] }],
  ])('stays when %s changes', (_what, config) => {
    expect(manifestKey(config)).toBe(manifestKey(CONFIG));
  });

  it.each<[string, ServerIdentity]>([
    ['the command', { ...CONFIG, command: 'node' }],
    ['an argument', { ...CONFIG, args: ['-y', 'server-gitlab', '--token', 'abc'] }],
    ['a setting', { ...CONFIG, env: { ...CONFIG.env, MODE: 'basic' } }],
    ['the database', { ...CONFIG, env: { ...CONFIG.env, DATABASE_URL: 'postgres://u:p@host/other' } }],
    ['the working folder', { ...CONFIG, cwd: '/tmp' }],
    ['the address', { ...CONFIG, url: 'https://example.com/mcp' }],
    ['a header that was not there', { ...CONFIG, headers: { ...CONFIG.headers, 'X-Team': 'a' } }],
  ])('changes with %s', (_what, config) => {
    expect(manifestKey(config)).not.toBe(manifestKey(CONFIG));
  });
});
