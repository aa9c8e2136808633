import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CookieBrowser } from '../../../../test/fixtures/cookie-browser.ts';
import { freePort } from '../../../../test/fixtures/free-port.mjs';
import { HostedClient } from '../../../../test/fixtures/hosted-client.ts';
import { ALICE, BOB, bearer, openGateway, type TestGateway } from '../../../../test/fixtures/http-gateway.ts';
import type { HttpConfig } from '../config/http-schema.ts';
import { SecretCipher } from '../state/secret-cipher.ts';
import { TicketFiles } from '../state/ticket-files.ts';
import { AuthorizationServer } from './authorization-server.ts';

const BACK = 'https://claude.ai/api/mcp/auth_callback';
const VERIFIER = randomBytes(32).toString('base64url');
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

let folder: string;
let tickets: TicketFiles;
let gateway: TestGateway;
let url: string;
let config: HttpConfig;
const lines: string[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'foldout-oauth-'));
  tickets = new TicketFiles(join(folder, 'tickets'), new SecretCipher(join(folder, 'key')), () => Date.now());
  await open();
});
afterEach(() => {
  vi.useRealTimers();
  lines.length = 0;
  rmSync(folder, { recursive: true, force: true });
});

async function open(more: Partial<HttpConfig> = {}): Promise<void> {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  config = {
    port,
    publicUrl: url,
    tokens: [
      { name: 'alice', token: ALICE, rights: ['use', 'watch', 'operate'] },
      { name: 'bob', token: BOB, servers: ['github'] },
    ],
    authorization: true,
    ...more,
  };
  const log = { info: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line) };
  const people = new AuthorizationServer({ config, tickets, log });
  gateway = await openGateway(config, { people, routes: people.routes(), hasProfile: () => true });
}

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what a server returns is asserted, not typed.
  readonly body: any;
}

async function post(path: string, body: unknown): Promise<Answer> {
  const isForm = path !== '/oauth/register';
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    ...(isForm
      ? { body: new URLSearchParams(body as Record<string, string>) }
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text };
}

async function register(more: object = {}): Promise<string> {
  return (await post('/oauth/register', { client_name: 'Claude', redirect_uris: [BACK], ...more })).body.client_id;
}

function authorizeUrl(client: string, more: Record<string, string | undefined> = {}): URL {
  const parameters = {
    client_id: client,
    redirect_uri: BACK,
    response_type: 'code',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    state: 'the-state',
    ...more,
  };
  const target = new URL(`${url}/oauth/authorize`);
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) target.searchParams.set(name, value);
  return target;
}

/** The code that a client gets for a user. */
async function codeFor(client: string, secret: string, more: Record<string, string> = {}): Promise<string> {
  const back = await new CookieBrowser().signIn(authorizeUrl(client, more), 'nobody', BACK, { secret });
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ state: 'the-state', iss: url });
  return back.searchParams.get('code') ?? '';
}

const redeem = (client: string, code: string, more: Record<string, string> = {}): Promise<Answer> =>
  post('/oauth/token', {
    grant_type: 'authorization_code',
    client_id: client,
    redirect_uri: BACK,
    code,
    code_verifier: VERIFIER,
    ...more,
  });
const renew = (client: string, refresh: string): Promise<Answer> =>
  post('/oauth/token', { grant_type: 'refresh_token', client_id: client, refresh_token: refresh });
const whoIs = async (token: string): Promise<number | string | undefined> => {
  const { status, body } = await gateway.send('/mcp', { method: 'POST', headers: bearer(token), body: '{}' });
  return status === 200 ? JSON.parse(body).principal : status;
};

function requestIn(page: string): string {
  return /name="request" value="([^"]+)"/.exec(page)?.[1] ?? '';
}

/** A client that a user has let in. */
async function letIn(secret = ALICE, more: Record<string, string> = {}) {
  const client = await register();
  const { body } = await redeem(client, await codeFor(client, secret, more));
  return { client, access: body.access_token as string, refresh: body.refresh_token as string, scope: body.scope };
}

describe('a hosted client', () => {
  it('finds the gateway, registers, and gets in with the token of a user', async () => {
    const hosted = new HostedClient();
    // The test gateway is no MCP server: the client is let in, and then its first message is not understood.
    await expect(hosted.connect(`${url}/mcp`, 'nobody', { secret: BOB })).rejects.toThrow();
    expect(await whoIs(hosted.stored?.access_token ?? '')).toBe('bob');
    expect(hosted.stored).toMatchObject({ token_type: 'Bearer', scope: 'foldout:use' });
    const page = hosted.browser.pages.at(-1) ?? '';
    expect(page).toContain('Claude (a name that it has chosen itself)');
    expect(page).toContain('<strong>claude.ai</strong>');
  });

  it('is told where everything is, and that PKCE is needed', async () => {
    const { body } = await gateway.send('/.well-known/oauth-authorization-server');
    expect(JSON.parse(body)).toMatchObject({
      issuer: url,
      authorization_endpoint: `${url}/oauth/authorize`,
      registration_endpoint: `${url}/oauth/register`,
      code_challenge_methods_supported: ['S256'],
    });
    const resource = await gateway.send('/.well-known/oauth-protected-resource/mcp');
    expect(JSON.parse(resource.body)).toMatchObject({ resource: `${url}/mcp`, authorization_servers: [url] });
  });

  it('gets nothing if the user denies', async () => {
    const target = authorizeUrl(await register());
    const back = await new CookieBrowser().signIn(target, 'nobody', BACK, { answer: 'deny', secret: ALICE });
    expect(Object.fromEntries(back.searchParams)).toEqual({ error: 'access_denied', state: 'the-state', iss: url });
  });

  it('may do what it asked for and the user may do, and no more', async () => {
    expect((await letIn()).scope).toBe('foldout:use');
    const asked = { scope: 'foldout:use foldout:operate openid' };
    expect((await letIn(ALICE, asked)).scope).toBe('foldout:use foldout:operate');
    expect((await letIn(BOB, asked)).scope).toBe('foldout:use');
    const { access } = await letIn(ALICE, { scope: 'foldout:server:github' });
    expect((await gateway.send('/mcp', { method: 'POST', headers: bearer(access), body: '{}' })).status).toBe(200);
    expect(lines.at(-1)).toContain('for foldout:server:github');
  });

  it('is refused when its user loses the token, or the operator removes it', async () => {
    const { access, client, refresh } = await letIn(BOB);
    gateway.listener.update({ ...config, tokens: [{ name: 'bob', token: `${BOB}-renewed` }] });
    expect(await whoIs(access)).toBe(401);
    expect(await renew(client, refresh)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('of the configuration proves itself with its secret', async () => {
    const clientSecret = 'a-secret-of-a-client';
    const own = { clientId: 'chat', clientSecret, name: 'Our chat', redirectUris: [BACK] };
    await open({ authorization: { registration: false, clients: [own] } });
    const browser = new CookieBrowser();
    const back = await browser.signIn(authorizeUrl('chat'), 'nobody', BACK, { secret: ALICE });
    const code = back.searchParams.get('code') ?? '';
    expect(browser.pages.at(-1)).toContain('<dd>Our chat</dd>');
    expect(await redeem('chat', code)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    expect(await redeem('chat', code, { client_secret: clientSecret })).toMatchObject({ status: 200 });
    expect((await post('/oauth/register', { redirect_uris: [BACK] })).status).toBe(404);
  });
});

describe('a request for authorization is refused', () => {
  it.each([
    ['of a client that is not known', { client_id: 'c_unknown' }],
    ['for another address', { redirect_uri: 'https://claude.ai/other' }],
    ['for a longer address', { redirect_uri: `${BACK}/x` }],
    ['for the same address with a query', { redirect_uri: `${BACK}?x=1` }],
    ['without an address', { redirect_uri: undefined }],
  ])('%s, without going there', async (_what, more) => {
    const response = await fetch(authorizeUrl(await register(), more), { redirect: 'manual' });
    expect({ status: response.status, location: response.headers.get('location') }).toEqual({
      status: 400,
      location: null,
    });
  });

  it.each([
    ['without PKCE', { code_challenge: undefined }, 'invalid_request'],
    ['with PKCE that is no secret', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['for a token in the address', { response_type: 'token' }, 'unsupported_response_type'],
    ['for another server', { resource: 'https://other.example/mcp' }, 'invalid_target'],
  ])('%s', async (_what, more, error) => {
    const response = await fetch(authorizeUrl(await register(), more), { redirect: 'manual' });
    const location = new URL(response.headers.get('location') ?? '');
    expect(location.href.startsWith(BACK)).toBe(true);
    expect(Object.fromEntries(location.searchParams)).toMatchObject({ error, state: 'the-state', iss: url });
  });
});

describe('a question for consent', () => {
  const ask = async () => {
    const browser = new CookieBrowser();
    const target = authorizeUrl(await register({ client_name: '<b>"Evil"' }));
    const request = requestIn(await (await browser.open(target)).text());
    await browser.open(new URL(`${url}/sign-in/token`), new URLSearchParams({ request, secret: ALICE }));
    const response = await browser.open(target);
    const page = await response.text();
    return { browser, response, page, request: requestIn(page) };
  };

  it('cannot be framed, scripted, or changed by the name of a client', async () => {
    const { response, page } = await ask();
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' https://claude.ai");
    expect(page).toContain('&lt;b&gt;&quot;Evil&quot;');
    expect(page).not.toContain('<b>');
  });

  it('is answered only by the browser that was asked, and once', async () => {
    const { browser, request } = await ask();
    const form = new URLSearchParams({ request, answer: 'allow' });
    expect((await new CookieBrowser().open(new URL(`${url}/oauth/consent`), form)).status).toBe(400);
    expect((await browser.open(new URL(`${url}/oauth/consent`), form)).status).toBe(303);
    expect((await browser.open(new URL(`${url}/oauth/consent`), form)).status).toBe(400);
  });

  it('is not answered by a page of another site', async () => {
    const { status } = await gateway.send('/oauth/consent', {
      method: 'POST',
      headers: { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'request=x&answer=allow',
    });
    expect(status).toBe(403);
  });

  it('comes after the sign-in, which takes a few wrong tokens and then none for a while', async () => {
    const browser = new CookieBrowser();
    let next = requestIn(await (await browser.open(authorizeUrl(await register()))).text());
    const tried: string[] = [];
    for (let i = 0; i < 11; i += 1) {
      const form = new URLSearchParams({ request: next, secret: i < 10 ? `wrong-token-number-${i}` : ALICE });
      const page = await (await browser.open(new URL(`${url}/sign-in/token`), form)).text();
      tried.push(/role="alert">([^<]+)/.exec(page)?.[1] ?? '');
      next = requestIn(page);
    }
    expect(tried.slice(0, 10)).toEqual(Array(10).fill('This gateway does not know that token.'));
    expect(tried[10]).toContain('Too many wrong tokens');
  });
});

describe('a code', () => {
  it('is for its client, its address and its verifier', async () => {
    const [client, other] = [await register(), await register()];
    const wrong: [string, Record<string, string>][] = [
      [other, {}],
      [client, { redirect_uri: `${BACK}/` }],
      [client, { code_verifier: randomBytes(32).toString('base64url') }],
      [client, { code_verifier: '' }],
    ];
    for (const [who, more] of wrong) {
      const code = await codeFor(client, ALICE);
      expect(await redeem(who, code, more)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
      // A failed attempt uses it up.
      expect((await redeem(client, code)).status).toBe(400);
    }
  });

  it('counts once: a second use ends what the first one gave', async () => {
    const client = await register();
    const code = await codeFor(client, ALICE);
    const both = await Promise.all([redeem(client, code), redeem(client, code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const again = await codeFor(client, ALICE);
    const { body } = await redeem(client, again);
    expect((await redeem(client, again)).status).toBe(400);
    expect(await whoIs(body.access_token)).toBe(401);
    expect((await renew(client, body.refresh_token)).status).toBe(400);
  });

  it('ends after a minute', async () => {
    const client = await register();
    const code = await codeFor(client, ALICE);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    expect((await redeem(client, code)).status).toBe(400);
  });
});

describe('access', () => {
  it('ends after an hour, and is renewed', async () => {
    const { client, access, refresh } = await letIn();
    expect(await whoIs(access)).toBe('alice');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_601_000 });
    expect(await whoIs(access)).toBe(401);
    const { body } = await renew(client, refresh);
    expect(await whoIs(body.access_token)).toBe('alice');
    vi.setSystemTime(Date.now() + 31 * 86_400_000);
    expect((await renew(client, body.refresh_token)).status).not.toBe(200);
  });

  it('ends if a refresh token is used again later, because then it was stolen', async () => {
    const { client, refresh } = await letIn();
    const first = await renew(client, refresh);
    // A client that lost the answer asks once more.
    const repeated = await renew(client, refresh);
    expect([first.status, repeated.status]).toEqual([200, 200]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
    expect((await renew(client, refresh)).status).toBe(400);
    expect((await renew(client, first.body.refresh_token)).status).toBe(400);
    expect((await renew(client, repeated.body.refresh_token)).status).toBe(400);
  });

  it('is for its client alone', async () => {
    const { refresh } = await letIn();
    expect((await renew(await register(), refresh)).status).toBe(400);
  });

  it('ends when the client revokes it', async () => {
    const { client, access, refresh } = await letIn();
    expect(await whoIs(access)).toBe('alice');
    expect((await post('/oauth/revoke', { client_id: await register(), token: refresh })).status).toBe(200);
    expect(await whoIs(access)).toBe('alice');
    expect((await post('/oauth/revoke', { client_id: client, token: refresh })).status).toBe(200);
    expect(await whoIs(access)).toBe(401);
  });

  it('leaves no secret in the state or in the log', async () => {
    const { client, access, refresh } = await letIn();
    await renew(client, refresh);
    const files = readdirSync(join(folder, 'tickets'));
    const text = [
      ...files.map((file) => readFileSync(join(folder, 'tickets', file), 'utf8')),
      ...files,
      ...lines,
    ].join();
    for (const secret of [access, refresh, ALICE, createHash('sha256').update(ALICE).digest('hex')]) {
      expect(text).not.toContain(secret);
    }
    expect(lines.at(-1)).toBe(`'alice' has let the client ${client} in, for foldout:use`);
  });
});

describe('a registration', () => {
  it.each([
    'https://evil.example/callback',
    'https://claude.ai.evil.example/callback',
    'http://claude.ai/callback',
    'https://user@claude.ai/callback',
    `${BACK}#fragment`,
    'javascript:alert(1)',
    'data:text/html,x',
    'cursor://anysphere/callback',
    '/callback',
  ])('is refused for the address %s', async (uri) => {
    const answer = await post('/oauth/register', { redirect_uris: [BACK, uri] });
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_redirect_uri' } });
  });

  it.each(['http://127.0.0.1:4321/callback', 'http://localhost/callback', 'http://[::1]:1/x'])(
    'is accepted for this machine: %s',
    async (uri) => expect((await post('/oauth/register', { redirect_uris: [uri] })).status).toBe(201),
  );

  it('is accepted for hosts and schemes of the configuration', async () => {
    await open({ authorization: { redirectHosts: ['chat.example', 'cursor:'] } });
    const statusOf = async (uri: string) => (await post('/oauth/register', { redirect_uris: [uri] })).status;
    expect(await statusOf('https://chat.example/x')).toBe(201);
    expect(await statusOf('cursor://anysphere/callback')).toBe(201);
    expect(await statusOf(BACK)).toBe(400);
  });

  it('gives a secret to a client that asks for one, and keeps its hash', async () => {
    const { body } = await post('/oauth/register', {
      redirect_uris: [BACK],
      token_endpoint_auth_method: 'client_secret_post',
    });
    const code = await codeFor(body.client_id, ALICE);
    expect((await redeem(body.client_id, code)).status).toBe(401);
    expect((await redeem(body.client_id, code, { client_secret: body.client_secret })).status).toBe(200);
    const files = readdirSync(join(folder, 'tickets')).map((file) =>
      readFileSync(join(folder, 'tickets', file), 'utf8'),
    );
    expect(files.join()).not.toContain(body.client_secret);
  });

  it('is bounded in rate and number, and expires if nobody lets the client in', async () => {
    const many = await Promise.all(
      Array.from({ length: 31 }, () => post('/oauth/register', { redirect_uris: [BACK] })),
    );
    expect(many.filter(({ status }) => status === 201)).toHaveLength(30);
    expect(many.find(({ status }) => status !== 201)).toMatchObject({ status: 429 });
    vi.spyOn(tickets, 'count').mockResolvedValue(2_000);
    await open();
    expect(await post('/oauth/register', { redirect_uris: [BACK] })).toMatchObject({
      status: 503,
      body: { error: 'temporarily_unavailable' },
    });
    const unused = many[0]?.body.client_id;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_601_000 });
    expect((await fetch(authorizeUrl(unused), { redirect: 'manual' })).status).toBe(400);
  });

  it.each([
    [{}],
    [{ redirect_uris: [] }],
    [{ redirect_uris: 'x' }],
    ['no object'],
    [{ redirect_uris: Array(11).fill(BACK) }],
  ])('without valid metadata is refused: %j', async (body) => {
    expect(await post('/oauth/register', body)).toMatchObject({
      status: 400,
      body: { error: 'invalid_client_metadata' },
    });
  });
});

it('has none of this without the configuration', async () => {
  await open({ authorization: false });
  for (const path of [
    '/oauth/authorize',
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-protected-resource',
  ]) {
    expect((await gateway.send(path)).status).toBe(404);
  }
  expect((await post('/oauth/token', { grant_type: 'refresh_token' })).status).toBe(404);
  expect(await whoIs('fdt_anything')).toBe(401);
});

it('tells the operator which identity provider failed, and why', async () => {
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const signIn = { issuer, clientId: 'foldout', clientSecret: 'a-secret-of-this-client', grants: [{ claims: {} }] };
  await open({ signIn });
  const answer = await fetch(`${url}/sign-in`, { redirect: 'manual' });
  expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('Try again later')]);
  expect(lines.join()).toContain(`a sign-in failed at the identity provider ${issuer}: `);
  expect(lines.join()).toContain('ECONNREFUSED');
});
