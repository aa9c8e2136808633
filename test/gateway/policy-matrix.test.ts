import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Gateway, type GatewayConfig, openGateway, type Serving, serveOverHttp } from '@foldout/gateway';
import { answerAsk } from '@foldout/gateway/internal';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERAS, type Era } from '../e2e/sdk-clients.ts';
import { type PostgresServer, startPostgres } from '../fixtures/postgres.mjs';
import { type Called, errorCode, run } from './gateway-clients.ts';
import { RoundRobin } from './round-robin.ts';

const COUNTING = resolve(import.meta.dirname, '../fixtures/servers/counting.mjs');
const VERDICTS = ['allow', 'ask', 'deny'] as const;
type Verdict = (typeof VERDICTS)[number];
/** Clients with and without a person who can be asked. */
const PEOPLE = ['can be asked', 'cannot be asked'] as const;
type People = (typeof PEOPLE)[number];
const PLACES = ['one replica', 'two replicas'] as const;
type Place = (typeof PLACES)[number];

const RULES: NonNullable<GatewayConfig['policy']>['rules'] = VERDICTS.map((then) => ({
  principals: then,
  tools: 'desk/*',
  prompts: 'desk/*',
  resources: 'desk/*',
  then,
}));
const TOKENS = VERDICTS.map((name) => ({ name, token: `the-token-of-${name}-is-long` }));
const LOG = { info: () => {}, warn: () => {} };

const folder = mkdtempSync(join(tmpdir(), 'foldout-matrix-'));
const received = join(folder, 'received');
const gateways: Record<Place, Gateway[]> = { 'one replica': [], 'two replicas': [] };
const servings: Serving[] = [];
const urls = {} as Record<Place, string>;
const clients = new Map<string, Client & { asked: number }>();
let postgres: PostgresServer;
let balancer: RoundRobin;

beforeAll(async () => {
  postgres = await startPostgres();
  const database = await postgres.createDatabase();
  const single = await start('one replica', 'single');
  urls['one replica'] = single.url;
  const pair = [await start('two replicas', 'first', database), await start('two replicas', 'second', database)];
  balancer = await RoundRobin.start(pair.map(({ url }) => url));
  urls['two replicas'] = balancer.url;
}, 60_000);
afterAll(async () => {
  for (const client of clients.values()) await client.close();
  await balancer?.[Symbol.asyncDispose]();
  for (const serving of servings) await serving.close();
  for (const gateway of Object.values(gateways).flat()) await gateway.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(place: Place, name: string, database?: string): Promise<Serving> {
  const config: GatewayConfig = {
    stateFolder: join(folder, name),
    ...(database !== undefined && { database }),
    learning: false,
    runCode: true,
    toolStrategy: 'individual',
    mcpServers: { desk: { command: process.execPath, args: [COUNTING, received] } },
    policy: { rules: RULES, ask: { waitMs: 0 } },
    http: { port: 0, tokens: TOKENS },
  };
  const gateway = await openGateway({ config, version: '1', log: LOG });
  await gateway.learnUnknown();
  gateways[place].push(gateway);
  const serving = await serveOverHttp(gateway, { config, log: LOG });
  servings.push(serving);
  return serving;
}

/** One client for each combination. A person at it says yes to everything. */
async function clientOf(verdict: Verdict, people: People, era: Era, place: Place) {
  const key = [verdict, people, era, place].join();
  const known = clients.get(key);
  if (known) return known;
  const canAsk = people === 'can be asked';
  const client = Object.assign(
    new Client(
      { name: 'matrix-test', version: '1' },
      {
        versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } },
        ...(canAsk && { capabilities: { elicitation: { form: {} } } }),
      },
    ),
    { asked: 0 },
  );
  if (canAsk) {
    client.setRequestHandler('elicitation/create', () => {
      client.asked += 1;
      return { action: 'accept', content: { allow: 'once' } };
    });
  }
  const token = TOKENS.find(({ name }) => name === verdict)?.token;
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(urls[place]), { requestInit }));
  clients.set(key, client);
  return client;
}

const refusal = (text: string): string | undefined => /APPROVAL_REQUIRED|POLICY_DENIED/.exec(text)?.[0];
const codeOf = (called: Called): string => (called.isError ? (errorCode(called) ?? 'error') : 'done');
const rejected = (request: Promise<unknown>): Promise<string> =>
  request.then(
    () => 'done',
    (error: { data?: { code?: string } }) => error.data?.code ?? String(error),
  );

interface Route {
  readonly call: (client: Client, n: number) => Promise<string>;
  /** Whether the protocol lets the gateway ask a modern client on this route. */
  readonly asksModern: boolean;
}

const ROUTES: Readonly<Record<string, Route>> = {
  'its own name': { asksModern: true, call: async (client, n) => codeOf(await run(client, 'erase', { n })) },
  'afd-call': {
    asksModern: true,
    call: async (client, n) => codeOf(await run(client, 'afd-call', { command: 'desk/erase', input: { n } })),
  },
  'a batch': {
    asksModern: false,
    call: async (client, n) => {
      const called = await run(client, 'afd-batch', { commands: [{ command: 'desk/erase', input: { n } }] });
      return refusal(JSON.stringify(called.structuredContent)) ?? codeOf(called);
    },
  },
  'a pipe': {
    asksModern: false,
    call: async (client, n) => {
      const called = await run(client, 'afd-pipe', { steps: [{ command: 'desk/erase', input: { n } }] });
      return refusal(JSON.stringify(called.structuredContent)) ?? codeOf(called);
    },
  },
  'a script': {
    asksModern: true,
    call: async (client, n) => {
      const code = `return await foldout.callTool('desk', 'erase', { n: ${n} }).then(() => 'done', (error) => error.code)`;
      const called = await run(client, 'run_code', { code });
      return errorCode(called) ?? called.structuredContent.data.value;
    },
  },
  'a prompt': {
    asksModern: true,
    call: (client, n) => rejected(client.getPrompt({ name: 'letter', arguments: { n: `${n}` } })),
  },
  'a resource': { asksModern: true, call: (client, n) => rejected(client.readResource({ uri: `counted://${n}` })) },
};

/** How often the server was asked for `n`. */
function timesReceived(n: number): number {
  const lines = existsSync(received) ? readFileSync(received, 'utf8').trim().split('\n') : [];
  return lines.filter((line) => line.endsWith(` ${n}`)).length;
}

/** An operator approves the one call that waits; with two replicas, at the second. */
async function approve(place: Place): Promise<void> {
  const { asks } = gateways[place].at(-1) as Gateway;
  const waiting = await asks.waiting(Date.now());
  expect(waiting).toHaveLength(1);
  await answerAsk(asks, waiting[0]?.id ?? '', { allow: true, scope: 'once', by: 'tester' });
}

let last = 1_000;
function next(): number {
  last += 1;
  return last;
}

describe.each(PLACES)('with %s', (place) => {
  describe.each(ERAS)('for a %s client', (era) => {
    describe.each(PEOPLE)('that %s', (people) => {
      it.each(Object.entries(ROUTES))('%s obeys allow, ask and deny', async (_name, { call, asksModern }) => {
        const allowed = next();
        expect(await call(await clientOf('allow', people, era, place), allowed)).toBe('done');
        expect(timesReceived(allowed)).toBe(1);

        const denied = next();
        expect(await call(await clientOf('deny', people, era, place), denied)).toBe('POLICY_DENIED');
        expect(timesReceived(denied)).toBe(0);

        const wanted = next();
        const client = await clientOf('ask', people, era, place);
        const before = client.asked;
        const first = await call(client, wanted);
        const isAsked = people === 'can be asked' && (era === 'legacy' || asksModern);
        expect([first, client.asked - before]).toEqual(isAsked ? ['done', 1] : ['APPROVAL_REQUIRED', 0]);
        if (!isAsked) {
          expect(timesReceived(wanted)).toBe(0);
          await approve(place);
          expect(await call(client, wanted)).toBe('done');
        }
        expect(timesReceived(wanted)).toBe(1);
      });
    });
  });
});
