import { discoverOAuthProtectedResourceMetadata, extractWWWAuthenticateParams } from '@modelcontextprotocol/client';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  AUDIENCE,
  type AuthorizationServer,
  openAuthorizationServer,
} from '../../../../test/fixtures/authorization-server.ts';
import { ALICE, bearer, openGateway, type TestGateway } from '../../../../test/fixtures/http-gateway.ts';
import type { HttpConfig } from '../config/http-schema.ts';
import { grantOf, scopesOf } from './oauth-scopes.ts';
import { OAuthTokens } from './oauth-tokens.ts';
import { createPrincipal, type Principal } from './principal.ts';

const HOST = { host: 'tools.example' };

async function gatewayOf(
  { issuer }: AuthorizationServer,
  oauth: Partial<HttpConfig['oauth']> = {},
  config: HttpConfig = {},
): Promise<TestGateway> {
  const allowedHosts = ['tools.example'];
  return openGateway({ allowedHosts, oauth: { issuer, audience: AUDIENCE, ...oauth }, ...config });
}

const call = (gateway: TestGateway, token: string) =>
  gateway.send('/mcp', { method: 'POST', headers: { ...HOST, ...bearer(token) }, body: '{}' });

const seconds = (fromNow: number): number => Math.floor(Date.now() / 1000) + fromNow;

describe('a gateway with OAuth', () => {
  it.each([
    { metadata: 'oauth', path: '' },
    { metadata: 'oauth', path: '/tenant' },
    { metadata: 'openid', path: '' },
    { metadata: 'openid', path: '/tenant' },
  ] as const)('finds the keys through the issuer metadata: %o', async (options) => {
    const server = await openAuthorizationServer(options);
    const gateway = await gatewayOf(server);
    expect(await call(gateway, await server.sign())).toMatchObject({
      status: 200,
      body: '{"principal":"oauth:alice"}',
    });
  });

  it('loads the keys from the configured URL', async () => {
    const server = await openAuthorizationServer({ metadata: 'none' });
    const gateway = await gatewayOf(server, { jwksUri: server.jwksUri });
    expect(await call(gateway, await server.sign())).toMatchObject({ status: 200 });
  });

  it('refers a client without a token to the issuer', async () => {
    const server = await openAuthorizationServer();
    const gateway = await gatewayOf(server, { requiredScopes: ['mcp'] });
    const { status, headers } = await gateway.send('/mcp', { headers: HOST });
    expect(status).toBe(401);
    const url = 'https://tools.example/.well-known/oauth-protected-resource/mcp';
    expect(headers['www-authenticate']).toBe(`Bearer realm="foldout", resource_metadata="${url}"`);
    for (const path of [new URL(url).pathname, '/.well-known/oauth-protected-resource']) {
      const { body } = await gateway.send(path, { headers: HOST });
      expect(JSON.parse(body)).toMatchObject({
        resource: AUDIENCE,
        authorization_servers: [server.issuer],
        scopes_supported: ['mcp', 'foldout:use', 'foldout:watch', 'foldout:operate', 'foldout:administer'],
        bearer_methods_supported: ['header'],
      });
    }
  });

  it('is understood by the SDK client, from the 401 to the issuer', async () => {
    const server = await openAuthorizationServer();
    const gateway = await gatewayOf(server, { audience: 'foldout' });
    const refusal = await fetch(gateway.listener.url, { method: 'POST', body: '{}' });
    const { resourceMetadataUrl } = extractWWWAuthenticateParams(refusal);
    const metadata = await discoverOAuthProtectedResourceMetadata(gateway.listener.url, {
      resourceMetadataUrl: resourceMetadataUrl as URL,
    });
    expect(metadata).toMatchObject({ resource: gateway.listener.url, authorization_servers: [server.issuer] });
    expect(await discoverOAuthProtectedResourceMetadata(gateway.listener.url)).toEqual(metadata);
  });

  it('uses the request URL as resource when its audience is not a URL', async () => {
    const server = await openAuthorizationServer();
    const gateway = await gatewayOf(server, { audience: 'foldout' });
    const { headers } = await gateway.send('/mcp', { headers: { ...HOST, 'x-forwarded-proto': 'https' } });
    expect(headers['www-authenticate']).toContain('"https://tools.example/.well-known/oauth-protected-resource/mcp"');
    const { body } = await gateway.send('/.well-known/oauth-protected-resource/mcp', { headers: HOST });
    expect(JSON.parse(body)).toMatchObject({ resource: 'http://tools.example/mcp' });
  });

  it('has no resource metadata without OAuth', async () => {
    const gateway = await openGateway({ tokens: [{ name: 'alice', token: ALICE }] });
    expect(await gateway.send('/.well-known/oauth-protected-resource')).toMatchObject({ status: 404 });
  });

  it.each([
    ['for something else', { aud: 'https://other.example/mcp' }],
    ['without an audience', { aud: undefined }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['without an issuer', { iss: undefined }],
    ['that has ended', { exp: seconds(-60) }],
    ['that never ends', { exp: undefined }],
    ['that has not begun', { nbf: seconds(600) }],
    ['without a subject', { sub: undefined }],
    ['whose subject has two lines', { sub: 'alice\n2026-01-01 admin' }],
    ['whose subject is too long', { sub: 'x'.repeat(300) }],
  ] as const)('refuses a token %s', async (_what, claims) => {
    const server = await openAuthorizationServer();
    const gateway = await gatewayOf(server);
    const { status, headers, body } = await call(gateway, await server.sign(claims));
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toContain('error="invalid_token", resource_metadata=');
    expect(body).not.toContain('evil');
  });

  it('rejects tokens with a wrong signature, without a signature, or signed with a public key as an HMAC secret', async () => {
    const server = await openAuthorizationServer();
    const gateway = await gatewayOf(server);
    const claims = { iss: server.issuer, aud: AUDIENCE, sub: 'alice', exp: seconds(600), scope: 'foldout:use' };
    const foreign = await generateKeyPair('ES256');
    const published = await (await fetch(server.jwksUri)).json();
    const secret = new TextEncoder().encode(JSON.stringify(published.keys[0]));
    const good = await server.sign();
    const jwk = await exportJWK(foreign.publicKey);
    for (const token of [
      await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'key-1' }).sign(foreign.privateKey),
      await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'key-1', jwk }).sign(foreign.privateKey),
      new UnsecuredJWT(claims).encode(),
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'key-1' }).sign(secret),
      await server.sign({}, { kid: 'unknown' }),
      `${good.slice(0, -4)}AAAA`,
      good.split('.').slice(0, 2).join('.'),
      'not.a.token',
    ]) {
      expect((await call(gateway, token)).status).toBe(401);
    }
    expect((await call(gateway, good)).status).toBe(200);
  });

  it('requires the configured scopes, as text or list', async () => {
    const server = await openAuthorizationServer();
    const gateway = await gatewayOf(server, { requiredScopes: ['mcp', 'team'] });
    const lacking = await call(gateway, await server.sign({ scope: 'mcp foldout:use' }));
    expect(lacking.status).toBe(403);
    expect(lacking.headers['www-authenticate']).toContain('error="insufficient_scope", scope="team"');
    expect((await call(gateway, await server.sign({ scope: 'team foldout:use mcp' }))).status).toBe(200);
    const list = { scope: undefined, scp: ['mcp', 'team', 'foldout:use'] };
    expect((await call(gateway, await server.sign(list))).status).toBe(200);
  });

  it('handles scopes that do not fit into a header', async () => {
    const server = await openAuthorizationServer();
    const gateway = await gatewayOf(server, { requiredScopes: ['läsen"\r\n', '日本'] });
    const { status, headers } = await call(gateway, await server.sign());
    expect({ status, challenge: headers['www-authenticate'] }).toEqual({
      status: 403,
      challenge: expect.stringContaining('scope="lsen "'),
    });
  });

  it('grants no right without a scope', async () => {
    const server = await openAuthorizationServer();
    const gateway = await gatewayOf(server);
    for (const scope of [undefined, '', 'openid profile', 'foldout:watch', 'FOLDOUT:USE', 'foldout:server:']) {
      const { status, headers } = await call(gateway, await server.sign({ scope }));
      expect(status).toBe(403);
      expect(headers['www-authenticate']).toContain('scope="foldout:use"');
    }
  });

  it('recognizes a user with a renewed token, and reduces the rights with fewer scopes', async () => {
    const server = await openAuthorizationServer();
    const tokens = new OAuthTokens({ issuer: server.issuer, audience: AUDIENCE });
    const first = await tokens.verify(await server.sign({ jti: '1', scope: 'foldout:use foldout:watch' }));
    const renewed = await tokens.verify(await server.sign({ jti: '2', scope: 'foldout:watch foldout:use' }));
    const less = await tokens.verify(await server.sign({ scope: 'foldout:server:github' }));
    expect(renewed).toBe(first);
    expect(less).not.toBe(first);
    expect(less.name).toBe(first.name);
  });

  it('distinguishes a client from a user with the same name', async () => {
    const server = await openAuthorizationServer();
    const tokens = new OAuthTokens({ issuer: server.issuer, audience: AUDIENCE });
    const client = await tokens.verify(await server.sign({ sub: undefined, client_id: 'alice' }));
    expect(client.name).toBe('oauth-client:alice');
  });

  it('loads the keys of the issuer once for many tokens', async () => {
    const server = await openAuthorizationServer();
    const gateway = await gatewayOf(server);
    const signed = await Promise.all(Array.from({ length: 20 }, (_, index) => server.sign({ sub: `user-${index}` })));
    const replies = await Promise.all(signed.map((token) => call(gateway, token)));
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect(server.asked).toEqual({ '/.well-known/oauth-authorization-server': 1, '/keys': 1 });
  });

  it('loads a new key of the issuer after the cache expires', async () => {
    const server = await openAuthorizationServer();
    const gateway = await gatewayOf(server);
    const old = await server.sign({ sub: 'old' });
    expect((await call(gateway, await server.sign())).status).toBe(200);
    await server.rotate();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect((await call(gateway, await server.sign({ sub: 'new' }))).status).toBe(200);
    expect((await call(gateway, old)).status).toBe(401);
  });

  it('rejects an expired token, also from the cache', async () => {
    const server = await openAuthorizationServer();
    let now = Date.now();
    const tokens = new OAuthTokens({ issuer: server.issuer, audience: AUDIENCE }, () => now);
    const token = await server.sign({ exp: seconds(60) });
    const principal = await tokens.verify(token);
    expect(tokens.cached(token)).toBe(principal);
    now += 61_000;
    expect(tokens.cached(token)).toBeUndefined();
    now += 10_000;
    await expect(tokens.verify(token)).rejects.toThrow();
  });

  it('accepts cached tokens while the issuer is offline, and answers 503 for others', async () => {
    const server = await openAuthorizationServer();
    const gateway = await gatewayOf(server);
    const seen = await server.sign();
    expect((await call(gateway, seen)).status).toBe(200);
    const late = await gatewayOf(server);
    server.fail(true);
    expect((await call(gateway, seen)).status).toBe(200);
    const { status, headers, body } = await call(late, await server.sign());
    expect({ status, wait: headers['retry-after'] }).toEqual({ status: 503, wait: '5' });
    expect(body).not.toContain('127.0.0.1');
    await call(late, await server.sign({ sub: 'bob' }));
    expect(late.warnings).toEqual([expect.stringContaining(server.issuer)]);
  });

  it.each([
    ['another issuer', { issuer: 'https://evil.example' }],
    ['keys that come over plain HTTP', { jwks_uri: 'http://evil.example/keys' }],
    ['no keys', { jwks_uri: undefined }],
    ['keys in a file', { jwks_uri: 'file:///etc/passwd' }],
  ])('rejects metadata of %s', async (_what, lies) => {
    const server = await openAuthorizationServer({ lies });
    const gateway = await gatewayOf(server);
    expect((await call(gateway, await server.sign())).status).toBe(503);
  });

  it('rejects an issuer with plain HTTP beyond loopback', async () => {
    const oauth = { issuer: 'http://issuer.example', audience: AUDIENCE };
    await expect(openGateway({ oauth })).rejects.toThrow('has to be https');
  });

  it('accepts configured tokens beside those of the issuer', async () => {
    const server = await openAuthorizationServer();
    const gateway = await gatewayOf(server, {}, { tokens: [{ name: 'ci', token: ALICE }] });
    expect(await call(gateway, ALICE)).toMatchObject({ body: '{"principal":"ci"}' });
    expect(await call(gateway, await server.sign())).toMatchObject({ body: '{"principal":"oauth:alice"}' });
    expect(await call(gateway, 'neither-one-nor-the-other')).toMatchObject({ status: 401 });
  });
});

describe('scopes', () => {
  const principalWith = (...scopes: string[]): Principal => createPrincipal({ name: 'p', ...grantOf(scopes) });
  const tool = (server: string, name: string) => ({ server, name });

  it('only ever add', () => {
    const all = principalWith('foldout:use', 'foldout:server:github');
    expect(all.unrestricted).toBe(true);
    const some = principalWith('foldout:server:git*', 'foldout:tool:files/read*');
    expect(some.rights).toEqual(new Set(['use']));
    expect(some.allows(tool('github', 'create_issue'))).toBe(true);
    expect(some.allows(tool('files', 'read_file'))).toBe(true);
    expect(some.allows(tool('files', 'write_file'))).toBe(false);
    const none = principalWith('foldout:operate', 'other');
    expect(none.rights).toEqual(new Set(['operate']));
    expect(none.allows(tool('github', 'create_issue'))).toBe(false);
  });

  it.each([
    'foldout:server:{a,b}',
    'foldout:server:+(a|b)',
    'foldout:server:!x',
    'foldout:tool:read',
    'foldout:tool:/x',
  ])('that are not valid grant nothing: %s', (scope) => {
    expect(principalWith(scope).rights.size).toBe(0);
  });

  it('are limited in number, and may have any form', () => {
    expect(scopesOf({ scope: 'a '.repeat(10_000) })).toHaveLength(200);
    for (const scope of [1, null, {}, [1, null, {}]]) expect(scopesOf({ scope } as never)).toEqual([]);
  });
});
