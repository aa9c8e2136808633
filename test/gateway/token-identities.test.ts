import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Gateway, type GatewayConfig, openGateway, type Serving, serveOverHttp } from '@foldout/gateway';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccountsServer } from '../fixtures/accounts-server.ts';
import { freePort } from '../fixtures/free-port.mjs';
import { IdentityProvider } from '../fixtures/identity-provider.ts';
import { firstText, run } from './gateway-clients.ts';

const AUDIENCE = 'https://gateway.example/mcp';
const SECRET = 'the-secret-of-the-client-foldout';
const SERVICE = 'a-token-of-a-service-without-oauth';

const folder = mkdtempSync(join(tmpdir(), 'foldout-tokens-'));
const lines: string[] = [];
const log = { info: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line) };
const tokens: Record<string, string> = { service: SERVICE };
const servers = {} as Record<'exchanging' | 'forwarding' | 'own', AccountsServer>;
let provider: IdentityProvider;
let gateway: Gateway;
let serving: Serving;

beforeAll(async () => {
  for (const name of ['exchanging', 'forwarding', 'own'] as const) {
    servers[name] = await AccountsServer.start(await freePort());
  }
  const { exchanging, forwarding, own } = servers;
  provider = await IdentityProvider.start({
    resources: [AUDIENCE, exchanging.url, own.url],
    scopes: ['foldout:use', 'notes'],
    clients: [
      {
        client_id: 'foldout',
        client_secret: SECRET,
        redirect_uris: [],
        response_types: [],
        grant_types: ['client_credentials', IdentityProvider.EXCHANGE],
      },
    ],
  });
  for (const server of [exchanging, own]) server.trustIssuer(provider.issuer);
  for (const user of ['ann', 'ben']) tokens[user] = await provider.tokenFor(user, AUDIENCE, 'foldout:use');
  forwarding.trustTokens(new Map(['ann', 'ben'].map((user) => [tokens[user] as string, user])));
  const client = { tokenUrl: `${provider.issuer}/token`, clientId: 'foldout', clientSecret: SECRET, scopes: ['notes'] };
  const config: GatewayConfig = {
    stateFolder: folder,
    learning: false,
    audit: 'on',
    toolStrategy: 'lazy',
    mcpServers: {
      exchanging: {
        url: exchanging.url,
        identity: { kind: 'exchange', ...client, audience: exchanging.url, resource: exchanging.url },
      },
      forwarding: { url: forwarding.url, identity: 'forward' },
      own: { url: own.url, identity: { kind: 'client', ...client, resource: own.url } },
    },
    http: {
      port: 0,
      oauth: { issuer: provider.issuer, audience: AUDIENCE },
      tokens: [{ name: 'service', token: SERVICE }],
    },
  };
  gateway = await openGateway({ config, version: '1', log });
  await gateway.learnUnknown();
  serving = await serveOverHttp(gateway, { config, log });
}, 60_000);
afterAll(async () => {
  await serving?.close();
  await gateway?.close();
  for (const server of Object.values(servers)) await server[Symbol.asyncDispose]();
  await provider?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** Calls `whoami` of a server as a user. */
async function whoami(user: string, server: string): Promise<string> {
  const client = new Client({ name: 'tokens-test', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
  const headers = { authorization: `Bearer ${tokens[user]}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(serving.url), { requestInit: { headers } }));
  try {
    return firstText(await run(client, 'afd-call', { command: `${server}/whoami`, input: {} }));
  } finally {
    await client.close();
  }
}

describe('a server that is called with a token', () => {
  const users = ['ann', 'ben', 'ben', 'ann'];

  it('in exchange for that of the caller knows who calls, and never gets the token of the gateway itself', async () => {
    expect(await Promise.all(users.map((user) => whoami(user, 'exchanging')))).toEqual(users);
    const got = [...servers.exchanging.tokens].map((token) => decodeJwt(token));
    expect(new Set(got.map(({ aud }) => aud))).toEqual(new Set([servers.exchanging.url]));
    for (const user of ['ann', 'ben']) expect(servers.exchanging.tokens).not.toContain(tokens[user]);
    expect(await whoami('service', 'exchanging')).toContain('Connect to this gateway with an OAuth token');
  });

  it('of the caller gets exactly that one', async () => {
    expect(await Promise.all(users.map((user) => whoami(user, 'forwarding')))).toEqual(users);
    expect(servers.forwarding.tokens).toEqual(new Set([tokens['ann'], tokens['ben']]));
    expect(await whoami('service', 'forwarding')).toContain('Connect to this gateway with an OAuth token');
    expect(servers.forwarding.tokens).not.toContain(SERVICE);
  });

  it('of the gateway itself gets that one from everybody', async () => {
    expect(new Set(await Promise.all(users.map((user) => whoami(user, 'own'))))).toEqual(new Set(['foldout']));
    expect(await whoami('service', 'own')).toBe('foldout');
    for (const token of servers.own.tokens)
      expect(decodeJwt(token)).toMatchObject({ sub: 'foldout', aud: servers.own.url });
  });

  it('leaves no token in files or logs', async () => {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    const texts = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
    const stored = [...texts, ...lines].join('\n');
    const all = [...Object.values(tokens), ...Object.values(servers).flatMap((server) => [...server.tokens])];
    for (const token of all) expect(stored).not.toContain(token.split('.').at(-1));
    expect(stored).toContain('"oauth:ann"');
  });
});
