import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Gateway, type GatewayConfig, openGateway, type Serving, serveOverHttp } from '@foldout/gateway';
import type { StoredOAuthTokens } from '@modelcontextprotocol/client';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccountsServer } from '../fixtures/accounts-server.ts';
import { freePort } from '../fixtures/free-port.mjs';
import { HostedClient } from '../fixtures/hosted-client.ts';
import { IdentityProvider } from '../fixtures/identity-provider.ts';
import { type PostgresServer, startPostgres } from '../fixtures/postgres.mjs';
import { type Called, firstText, run } from './gateway-clients.ts';
import { RoundRobin } from './round-robin.ts';

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  ann: ['platform'],
  ben: ['support', 'everyone'],
  eve: ['guests'],
};
const SECRET = 'the-secret-of-the-client-foldout';

let postgres: PostgresServer;
let database: string;
let provider: IdentityProvider;
let accounts: AccountsServer;
let balancer: RoundRobin;
const folders: string[] = [];
const replicas: { readonly gateway: Gateway; readonly serving: Serving }[] = [];
const lines: string[] = [];
const log = { info: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line) };

beforeAll(async () => {
  process.env['FOLDOUT_SECRET_KEY'] = randomBytes(32).toString('base64');
  postgres = await startPostgres();
  database = await postgres.createDatabase();
  accounts = await AccountsServer.start(await freePort());
  balancer = await RoundRobin.start([]);
  const publicUrl = new URL(balancer.url).origin;
  provider = await IdentityProvider.start({
    resources: [accounts.url],
    scopes: ['notes'],
    claims: (user) => ({ groups: GROUPS[user] ?? [], email: `${user}@corp.example` }),
    clients: [
      {
        client_id: 'foldout',
        client_secret: SECRET,
        redirect_uris: [`${publicUrl}/sign-in/callback`],
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
  });
  accounts.trustIssuer(provider.issuer);
  for (const _replica of [1, 2]) replicas.push(await startReplica(publicUrl));
  balancer.balance(replicas.map(({ serving }) => serving.url));
}, 60_000);
afterAll(async () => {
  await balancer?.[Symbol.asyncDispose]();
  for (const { serving, gateway } of replicas) {
    await serving.close();
    await gateway.close();
  }
  await accounts?.[Symbol.asyncDispose]();
  await provider?.[Symbol.asyncDispose]();
  await postgres?.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  delete process.env['FOLDOUT_SECRET_KEY'];
});

async function startReplica(publicUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'foldout-authorization-'));
  folders.push(folder);
  const config: GatewayConfig = {
    stateFolder: folder,
    database,
    learning: false,
    audit: 'on',
    toolStrategy: 'individual',
    mcpServers: { accounts: { url: accounts.url, identity: 'person' } },
    profiles: { reading: { tools: ['accounts/whoami', 'accounts/notes'] } },
    http: {
      port: 0,
      publicUrl,
      signIn: {
        issuer: provider.issuer,
        clientId: 'foldout',
        clientSecret: SECRET,
        scopes: ['openid', 'offline_access'],
        grants: [
          { claims: { groups: { contains: 'platform' } }, rights: ['use', 'watch', 'operate'] },
          { claims: { groups: { contains: 'support' } }, profile: 'reading' },
        ],
      },
      authorization: true,
    },
  };
  const gateway = await openGateway({ config, version: '1', log });
  return { gateway, serving: await serveOverHttp(gateway, { config, log }) };
}

/** Signs a user in to the server behind the gateway, in the browser of the user, with the link that a call has answered. */
async function signInToServer({ browser }: HostedClient, user: string, answer: string): Promise<string> {
  const link = /http:\/\/\S+/.exec(answer)?.[0] ?? '';
  const back = await browser.signIn(link, user, `${new URL(link).origin}/sign-in/server`);
  return await (await browser.open(back)).text();
}

describe('two users of an identity provider, with a hosted client at two replicas', () => {
  const clients: Record<string, HostedClient> = {};

  it('sign in through the client, and each use a server with their own account', async () => {
    for (const user of ['ann', 'ben']) {
      const hosted = new HostedClient();
      clients[user] = hosted;
      await using client = await hosted.connect(balancer.url, user);
      const first = firstText(await run(client, 'afd-call', { command: 'accounts/whoami', input: {} }));
      if (user === 'ann') expect(first).toContain('Ask the user to sign in there, and then call again');
      expect(await signInToServer(hosted, user, `${new URL(balancer.url).origin}/accounts/accounts`)).toContain(
        'You are signed in',
      );
      for (const _replica of [1, 2]) expect(firstText(await run(client, 'whoami'))).toBe(user);
      const consent = hosted.browser.pages.find((page) => page.includes('Let Claude in?'));
      expect(consent).toContain(`${user}@corp.example (oauth:${user})`);
      expect(consent).toContain('<strong>claude.ai</strong>');
    }
  }, 30_000);

  it('have the tools that their groups give them', async () => {
    const namesOf = async (user: string): Promise<string[]> => {
      await using client = await (clients[user] as HostedClient).connect(balancer.url, user);
      return (await client.listTools()).tools.map(({ name }) => name).filter((name) => !name.startsWith('afd-'));
    };
    expect(await namesOf('ann')).toEqual(['note', 'notes', 'whoami']);
    expect(await namesOf('ben')).toEqual(['notes', 'whoami']);
    // Neither by another address: the profile of the group is the only one.
    await using ben = await (clients['ben'] as HostedClient).connect(balancer.url, 'ben');
    expect((await run(ben, 'afd-call', { command: 'accounts/note', input: { text: 'x' } })) as Called).toMatchObject({
      isError: true,
    });
    expect(accounts.notes.size).toBe(0);
  });

  it('refuses a user whom no grant fits', async () => {
    await expect(new HostedClient().connect(balancer.url, 'eve')).rejects.toThrow('No access');
  });

  it('renews access with the present claims of the user', async () => {
    const hosted = clients['ben'] as HostedClient;
    const { access_token: before, refresh_token } = hosted.stored as { access_token: string; refresh_token?: string };
    hosted.stored = { access_token: 'fdt_expired', token_type: 'Bearer', ...(refresh_token && { refresh_token }) };
    await using renewed = await hosted.connect(balancer.url, 'nobody signs in here');
    expect(firstText(await run(renewed, 'whoami'))).toBe('ben');
    expect(hosted.stored?.access_token).not.toBe(before);
    // Ben leaves the group: the next renewal ends it, though he signs in nowhere.
    (GROUPS as Record<string, string[]>)['ben'] = [];
    hosted.stored = { ...(hosted.stored as StoredOAuthTokens), access_token: 'fdt_expired' };
    await expect(hosted.connect(balancer.url, 'ben')).rejects.toThrow('The access has ended');
  });

  it('leave no token in the database, in files or in logs, and the audit log names user and client', async () => {
    const stored = [...(await tablesAsText()), ...folders.flatMap(filesAsText), lines.join('\n')].join('\n');
    for (const hosted of Object.values(clients)) {
      const { access_token, refresh_token } = hosted.stored as { access_token: string; refresh_token?: string };
      for (const token of [access_token, refresh_token ?? '']) expect(stored).not.toContain(token.slice(4, 40));
    }
    for (const token of accounts.tokens) expect(stored).not.toContain(token.split('.')[2]);
    expect(stored).not.toContain('corp.example');
    expect(stored).toContain('"oauth:ann"');
    expect(stored).toContain((clients['ann'] as HostedClient).registered?.client_id);
  });
});

async function tablesAsText(): Promise<string[]> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  const sql = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'foldout'";
  const { rows } = await client.query<{ table_name: string }>(sql);
  const texts: string[] = [];
  for (const { table_name: table } of rows) {
    const { rows: content } = await client.query(`SELECT * FROM foldout.${table}`);
    texts.push(JSON.stringify(content).replaceAll('\\"', '"'));
  }
  await client.end();
  return texts;
}

function filesAsText(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
}
