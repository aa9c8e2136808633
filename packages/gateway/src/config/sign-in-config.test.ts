// biome-ignore-all lint/suspicious/noTemplateCurlyInString: configurations refer to variables
import { describe, expect, it } from 'vitest';
import { loadConfig } from './load-config.ts';

const signIn = { issuer: 'https://login.example', clientId: 'foldout', grants: [{}] };
const publicUrl = 'https://tools.example';

function load(config: object, env = {}) {
  const text = JSON.stringify({ mcpServers: {}, ...config });
  return loadConfig({ text, file: 'foldout.json' }, { env, home: '/home/ada', cwd: '/work' });
}

describe('a configuration of sign-ins is refused', () => {
  it.each([
    ['without the address of the gateway', { http: { signIn } }, 'http.signIn: needs "http.publicUrl"'],
    ['with an address that others can read', { http: { signIn, publicUrl: 'http://tools.example' } }, 'http.publicUrl'],
    ['with a path in the address', { http: { signIn, publicUrl: `${publicUrl}/foldout` } }, 'http.publicUrl'],
    ['without users', { http: { authorization: true, publicUrl } }, 'users have nothing to sign in with'],
    ['without grants', { http: { signIn: { ...signIn, grants: [] }, publicUrl } }, 'http.signIn.grants'],
    [
      'with two issuers',
      { http: { signIn, publicUrl, oauth: { issuer: 'https://other.example', audience: 'x' } } },
      'two people could have the same name',
    ],
    [
      'with a profile that does not exist',
      { http: { signIn: { ...signIn, grants: [{ profile: 'support' }] }, publicUrl } },
      'no profile has this name',
    ],
    [
      'with a webhook that others can read',
      { policy: { ask: { webhook: { url: 'http://bot.example/x' } } } },
      'policy.ask.webhook.url: plain http',
    ],
  ])('%s', (_what, config, problem) => {
    expect(() => load(config)).toThrow(problem);
  });
});

it('takes secrets of sign-ins and webhooks from the environment, and keeps them out of logs', () => {
  const secret = 'a-long-secret-of-a-client';
  const config = {
    http: { signIn: { ...signIn, clientSecret: '${ONE}' }, publicUrl },
    policy: { ask: { webhook: { url: 'https://bot.example/x', secret: '${TWO}' } } },
  };
  const { config: loaded, secrets } = load(config, { ONE: secret, TWO: `${secret}-2` });
  expect(loaded.http?.signIn?.clientSecret).toBe(secret);
  expect(loaded.policy?.ask?.webhook?.secret).toBe(`${secret}-2`);
  expect([...secrets]).toEqual(expect.arrayContaining([secret, `${secret}-2`]));
});
