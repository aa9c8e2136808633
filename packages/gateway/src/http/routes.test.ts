import { describe, expect, it } from 'vitest';
import { ALICE, BOB, bearer, openGateway } from '../../../../test/fixtures/http-gateway.ts';
import type { Route } from './routes.ts';

const CONFIG = {
  tokens: [
    { name: 'alice', token: ALICE, rights: ['watch' as const, 'operate' as const] },
    { name: 'bob', token: BOB },
  ],
};

const routes: readonly Route[] = [
  { method: 'GET', path: '/page', right: undefined, handle: async (_, { name }) => new Response(`page for ${name}`) },
  {
    method: 'GET',
    path: '/assets/*',
    right: undefined,
    handle: async ({ url }) => new Response(new URL(url).pathname),
  },
  { method: 'GET', path: '/assets/deep/*', right: undefined, handle: async () => new Response('deep') },
  { method: 'GET', path: '/status', right: 'watch', handle: async (_, { name }) => new Response(`status for ${name}`) },
  { method: 'POST', path: '/status', right: 'operate', handle: async (request) => new Response(await request.text()) },
];

describe('a route', () => {
  it('is public without a required right', async () => {
    const gateway = await openGateway(CONFIG, { routes });
    expect(await gateway.send('/page')).toMatchObject({ status: 200, body: 'page for visitor' });
    expect(await gateway.send('/assets/app.js')).toMatchObject({ status: 200, body: '/assets/app.js' });
    expect(await gateway.send('/assets/deep/x')).toMatchObject({ status: 200, body: 'deep' });
    expect((await gateway.send('/assets')).status).toBe(404);
    expect((await gateway.send('/page', { headers: { host: 'evil.example' } })).status).toBe(403);
  });

  it('is served to principals with its right', async () => {
    const gateway = await openGateway(CONFIG, { routes });
    expect((await gateway.send('/status')).status).toBe(401);
    expect((await gateway.send('/status', { headers: bearer(BOB) })).status).toBe(403);
    expect(await gateway.send('/status', { headers: bearer(ALICE) })).toMatchObject({ body: 'status for alice' });
    const change = { method: 'POST', body: 'restart' };
    expect((await gateway.send('/status', { ...change, headers: bearer(BOB) })).status).toBe(403);
    expect(await gateway.send('/status', { ...change, headers: bearer(ALICE) })).toMatchObject({ body: 'restart' });
  });

  it('answers only its methods', async () => {
    const gateway = await openGateway(CONFIG, { routes });
    expect(await gateway.send('/status', { method: 'DELETE', headers: bearer(ALICE) })).toMatchObject({
      status: 405,
      headers: { allow: 'GET, POST' },
    });
  });
});

it.each(['/mcp', '/health', '/ready', '/metrics', '/page'])('cannot replace a built-in route: %s', async (path) => {
  const twice: Route = { method: 'GET', path, right: undefined, handle: async () => new Response('mine') };
  await expect(openGateway({}, { routes: [...routes, twice] })).rejects.toThrow(`There are two routes for GET ${path}`);
});

describe('a route that changes something, on loopback without tokens', () => {
  const change = { method: 'POST', body: 'restart' };

  it('requires the CSRF header', async () => {
    const gateway = await openGateway({}, { routes });
    expect((await gateway.send('/status', change)).status).toBe(403);
    const headers = { 'x-foldout-request': '1' };
    expect(await gateway.send('/status', { ...change, headers })).toMatchObject({ status: 200, body: 'restart' });
  });

  it.each([
    { origin: 'https://evil.example', 'x-foldout-request': '1' },
    { origin: 'null', 'x-foldout-request': '1' },
    { 'sec-fetch-site': 'cross-site', 'x-foldout-request': '1' },
    { 'content-type': 'text/plain' },
  ])('rejects requests that a page of another site can send: %o', async (headers) => {
    const gateway = await openGateway({}, { routes });
    expect((await gateway.send('/status', { ...change, headers })).status).toBe(403);
  });

  it('cannot be framed by another site', async () => {
    const gateway = await openGateway({}, { routes });
    expect((await gateway.send('/status', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
    expect((await gateway.send('/status', { headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(200);
    expect((await gateway.send('/page', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(200);
  });
});
