import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Gateway, type GatewayConfig, openGateway, type Serving, serveOverHttp } from '@foldout/gateway';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccountsServer } from '../fixtures/accounts-server.ts';
import { CookieBrowser } from '../fixtures/cookie-browser.ts';
import { freePort } from '../fixtures/free-port.mjs';
import { IdentityProvider } from '../fixtures/identity-provider.ts';
import { type PostgresServer, startPostgres } from '../fixtures/postgres.mjs';
import { firstText, type GatewayClient, run } from './gateway-clients.ts';

const AUDIENCE = 'https://gateway.example/mcp';

interface Replica {
  readonly gateway: Gateway;
  readonly serving: Serving;
}

let postgres: PostgresServer;
let database: string;
let provider: IdentityProvider;
let accounts: AccountsServer;
const folders: string[] = [];
const replicas: Replica[] = [];
const lines: string[] = [];
const tokens: Record<string, string> = {};
const log = { info: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line) };

beforeAll(async () => {
  process.env['FOLDOUT_SECRET_KEY'] = randomBytes(32).toString('base64');
  postgres = await startPostgres();
  database = await postgres.createDatabase();
  accounts = await AccountsServer.start(await freePort());
  provider = await IdentityProvider.start({
    resources: [AUDIENCE, accounts.url],
    scopes: ['foldout:use', 'notes'],
  });
  accounts.trustIssuer(provider.issuer);
  for (const _replica of [1, 2]) replicas.push(await startReplica());
  for (const user of ['ann', 'ben']) tokens[user] = await provider.tokenFor(user, AUDIENCE, 'foldout:use');
}, 60_000);
afterAll(async () => {
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

async function startReplica(): Promise<Replica> {
  const folder = mkdtempSync(join(tmpdir(), 'foldout-identity-'));
  folders.push(folder);
  const config: GatewayConfig = {
    stateFolder: folder,
    database,
    learning: false,
    audit: 'on',
    toolStrategy: 'individual',
    mcpServers: { accounts: { url: accounts.url, identity: 'person' } },
    policy: { rules: [{ tools: 'accounts/note', then: 'ask' }], ask: { waitMs: 0 } },
    http: { port: 0, oauth: { issuer: provider.issuer, audience: AUDIENCE } },
  };
  const gateway = await openGateway({ config, version: '1', log });
  return { gateway, serving: await serveOverHttp(gateway, { config, log }) };
}

async function connect(user: string, replica: number): Promise<GatewayClient> {
  const client = new Client({ name: 'identity-test', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
  const headers = { authorization: `Bearer ${tokens[user]}` };
  const url = new URL((replicas[replica] as Replica).serving.url);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

async function call(user: string, replica: number, tool: string, input = {}): Promise<string> {
  await using client = await connect(user, replica);
  return firstText(await run(client, 'afd-call', { command: `accounts/${tool}`, input }));
}

/** Signs a user in to the server, through one replica. */
async function signIn(user: string, replica: number): Promise<void> {
  const upstream = (replicas[replica] as Replica).gateway.upstream('accounts');
  await upstream?.authorize({
    principal: `oauth:${user}`,
    onLink: (link) => {
      const redirect = link.searchParams.get('redirect_uri') ?? '';
      void new CookieBrowser().signIn(link, user, redirect).then((back) => fetch(back));
    },
  });
}

describe('two users of one identity provider, at two replicas', () => {
  it('each use a server with their own account', async () => {
    await signIn('ann', 0);
    expect(await call('ann', 0, 'whoami')).toBe('ann');
    // Another replica finds the sign-in.
    expect(await call('ann', 1, 'whoami')).toBe('ann');
    expect(await call('ben', 1, 'whoami')).toMatch(/needs a sign-in/);
    await signIn('ben', 1);
    for (const replica of [0, 1, 0, 1]) {
      expect(await call('ben', replica, 'whoami')).toBe('ben');
      expect(await call('ann', replica, 'whoami')).toBe('ann');
    }
  }, 30_000);

  it('never see results, approvals or grants of each other', async () => {
    const { asks } = (replicas[0] as Replica).gateway;
    expect(await call('ann', 0, 'note', { text: 'a secret of ann' })).toMatch(/APPROVAL_REQUIRED|needs the approval/);
    const [waiting] = await asks.waiting(Date.now());
    expect(waiting?.principal).toBe('oauth:ann');
    await asks.answer(waiting?.id ?? '', { allow: true, scope: 'once', by: 'tester', at: Date.now() });
    // The same call of another user is another act.
    expect(await call('ben', 1, 'note', { text: 'a secret of ann' })).toMatch(/APPROVAL_REQUIRED|needs the approval/);
    expect(await call('ann', 1, 'note', { text: 'a secret of ann' })).toBe('written');
    expect(accounts.notes).toEqual(new Map([['ann', ['a secret of ann']]]));
    expect(await call('ben', 0, 'notes')).toBe('');
    expect(await call('ann', 0, 'notes')).toBe('a secret of ann');
  });

  it('read only log lines about themselves, also when both call at the same time', async () => {
    const users = ['ann', 'ben', 'ann', 'ben'];
    const clients = await Promise.all(users.map((user, i) => connect(user, i < 2 ? 0 : 1)));
    const read = clients.map(() => [] as unknown[]);
    for (const [i, client] of clients.entries()) {
      client.setNotificationHandler('notifications/message', ({ params }) => void read[i]?.push(params.data));
      await client.setLoggingLevel('debug');
    }
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(clients.map((client) => run(client, 'whoami')));
    }
    for (const client of clients) await client.close();
    for (const [i, user] of users.entries()) expect([...new Set(read[i])]).toEqual([`${user} called`]);
    expect(lines.join('\n')).not.toMatch(/a secret of ann|(ann|ben) called/);
  });

  it('are not asked again about a call that was approved before they signed in to the server', async () => {
    tokens['cleo'] = await provider.tokenFor('cleo', AUDIENCE, 'foldout:use');
    const { asks } = (replicas[1] as Replica).gateway;
    const waiting = async () => (await asks.waiting(Date.now())).filter((ask) => ask.principal === 'oauth:cleo');
    const note = (replica: number) => call('cleo', replica, 'note', { text: 'hello' });
    expect(await note(0)).toContain('needs the approval');
    const [ask] = await waiting();
    await asks.answer(ask?.id ?? '', { allow: true, scope: 'once', by: 'tester', at: Date.now() });
    expect(await note(0)).toContain('needs a sign-in');
    await signIn('cleo', 1);
    expect(await note(1)).toBe('written');
    expect(await waiting()).toEqual([]);
  });

  it('leave no plain token in the database, in files or in logs', async () => {
    const stored = [...(await tablesAsText()), ...folders.flatMap(filesAsText), lines.join('\n')].join('\n');
    expect(accounts.tokens.size).toBeGreaterThanOrEqual(2);
    for (const token of [...accounts.tokens, ...Object.values(tokens)]) {
      expect(stored).not.toContain(token);
      expect(stored).not.toContain(token.split('.')[2]);
    }
    expect(stored).not.toContain('refresh_token');
    expect(stored).not.toContain('a secret of ann, in clear');
    // The sign-ins are there, and only encrypted.
    expect(stored).toContain(`oauth:accounts:`);
    expect(stored).toContain(createHash('sha256').update('oauth:ann').digest('hex'));
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
    texts.push(JSON.stringify(content));
  }
  await client.end();
  return texts;
}

function filesAsText(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
}
