import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Gateway, type GatewayConfig, openGateway, type Serving, serveOverHttp } from '@foldout/gateway';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ERAS, type Era } from '../e2e/sdk-clients.ts';
import { type PostgresServer, startPostgres } from '../fixtures/postgres.mjs';
import { errorCode, type GatewayClient, run } from './gateway-clients.ts';
import { postModern } from './raw-requests.ts';
import { RoundRobin } from './round-robin.ts';

const COUNTING = resolve(import.meta.dirname, '../fixtures/servers/counting.mjs');
const LOG = { info: () => {}, warn: () => {} };
const FORM = { capabilities: { elicitation: { form: {} } } };

const folder = mkdtempSync(join(tmpdir(), 'foldout-once-'));
const received = join(folder, 'received');
const replicas: { readonly gateway: Gateway; readonly serving: Serving }[] = [];
let postgres: PostgresServer;
let balancer: RoundRobin;
let n = 100;

beforeAll(async () => {
  postgres = await startPostgres();
  const database = await postgres.createDatabase();
  for (const name of ['one', 'other']) {
    const config: GatewayConfig = {
      stateFolder: join(folder, name),
      database,
      learning: false,
      toolStrategy: 'individual',
      mcpServers: { desk: { command: process.execPath, args: [COUNTING, received] } },
      policy: {
        rules: [{ tools: 'desk/erase', prompts: 'desk/*', resources: 'desk/*', then: 'ask' }],
        ask: { waitMs: 4_000 },
      },
      http: { port: 0 },
    };
    const gateway = await openGateway({ config, version: '1', log: LOG });
    await gateway.learnUnknown();
    replicas.push({ gateway, serving: await serveOverHttp(gateway, { config, log: LOG }) });
  }
  balancer = await RoundRobin.start(replicas.map(({ serving }) => serving.url));
}, 60_000);
afterAll(async () => {
  await balancer?.[Symbol.asyncDispose]();
  for (const { serving, gateway } of replicas) {
    await serving.close();
    await gateway.close();
  }
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  n += 1;
});

type Answer = { readonly action: 'accept' | 'decline'; readonly content?: Record<string, string> };

/** A client at both replicas. `answer` is called with each question. */
async function connect(era: Era, answer: () => Promise<Answer> | Answer) {
  const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' };
  const client = new Client({ name: 'once-test', version: '1' }, { versionNegotiation: { mode }, ...FORM });
  const asked: string[] = [];
  client.setRequestHandler('elicitation/create', ({ params }) => {
    asked.push(params.message);
    return answer() as never;
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(balancer.url)));
  const close = { [Symbol.asyncDispose]: () => client.close() };
  return Object.assign(client, close, { asked }) as GatewayClient & { readonly asked: string[] };
}

/** How often the server was asked for the number of this test. */
function timesReceived(): number {
  const lines = existsSync(received) ? readFileSync(received, 'utf8').trim().split('\n') : [];
  return lines.filter((line) => line.endsWith(` ${n}`)).length;
}

/** An answer that a person gives later. */
function later() {
  let resolve: (answer: Answer) => void = () => {};
  const promise = new Promise<Answer>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const allow = (scope: string): Answer => ({ action: 'accept', content: { allow: scope } });
const waiting = () => (replicas[0] as (typeof replicas)[0]).gateway.asks.waiting(Date.now());

describe.each(ERAS)('a %s client at two replicas', (era) => {
  const routes = [
    (client: Client) => run(client, 'erase', { n }),
    (client: Client) => run(client, 'afd-call', { command: 'desk/erase', input: { n } }),
    (client: Client) => run(client, 'erase', { n }),
    (client: Client) => run(client, 'afd-call', { command: 'desk/erase', input: { n } }),
  ];

  it('is asked once about calls of one act that it sends at the same time, and one of them runs', async () => {
    const said = later();
    await using client = await connect(era, () => said.promise);
    const [first, ...others] = routes;
    const asked = first?.(client);
    await expect.poll(() => client.asked.length).toBe(1);
    const codes = await Promise.all(others.map(async (call) => errorCode(await call(client))));
    expect(codes).toEqual(['APPROVAL_REQUIRED', 'APPROVAL_REQUIRED', 'APPROVAL_REQUIRED']);
    said.resolve(allow('once'));
    expect((await asked)?.isError ?? false).toBe(false);
    expect([client.asked.length, timesReceived()]).toEqual([1, 1]);
  });

  it.each(['arguments', 'decline'])(
    'is asked once about them if the answer holds for all of them: %s',
    async (what) => {
      const said = later();
      await using client = await connect(era, () => said.promise);
      const calls = Promise.all(routes.map((call) => call(client)));
      await expect.poll(() => client.asked.length).toBe(1);
      said.resolve(what === 'decline' ? { action: 'decline' } : allow(what));
      const codes = new Set((await calls).map((called) => errorCode(called) ?? 'done'));
      expect([...codes]).toEqual([what === 'decline' ? 'POLICY_DENIED' : 'done']);
      expect([client.asked.length, timesReceived()]).toEqual([1, what === 'decline' ? 0 : 4]);
    },
  );

  it('is asked once about a resource whose address can be written in several ways', async () => {
    await using client = await connect(era, () => allow('once'));
    const digit = `%3${String(n).slice(-1)}`;
    await client.readResource({ uri: `counted://${String(n).slice(0, -1)}${digit}` });
    expect(client.asked).toHaveLength(1);
    expect(client.asked[0]).toContain(digit);
  });
});

it('a call that is sent again after its approval was used is a new act, and the person is told', async () => {
  await using client = await connect('legacy', () => allow('once'));
  await run(client, 'erase', { n });
  await run(client, 'erase', { n });
  expect(client.asked[0]).not.toContain('was approved');
  expect(client.asked[1]).toContain('The same call was approved at');
});

it('an approval for a session holds at every replica of the session', async () => {
  await using client = await connect('legacy', () => allow('session'));
  for (let call = 0; call < 4; call += 1) {
    expect(errorCode(await run(client, 'afd-call', { command: 'erase', input: { n, call } }))).toBeUndefined();
  }
  await using other = await connect('legacy', () => ({ action: 'decline' }));
  expect(errorCode(await run(other, 'erase', { n, call: 5 }))).toBe('POLICY_DENIED');
  expect([client.asked.length, other.asked.length, timesReceived()]).toEqual([1, 1, 4]);
});

it('a legacy client that has connected anew is asked again at once, and one answer is enough', async () => {
  const never = new Promise<Answer>(() => {});
  const before = await connect('legacy', () => never);
  const lost = run(before, 'erase', { n }).catch(() => 'lost');
  await expect.poll(() => before.asked.length).toBe(1);
  const [question] = await waiting();
  await before.close();
  await using client = await connect('legacy', () => allow('once'));
  expect(errorCode(await run(client, 'erase', { n }))).toBeUndefined();
  expect(await lost).toBe('lost');
  expect([client.asked.length, timesReceived()]).toEqual([1, 1]);
  expect(await (replicas[1] as (typeof replicas)[0]).gateway.asks.find(question?.id ?? '')).toMatchObject({
    used: true,
  });
  expect(await waiting()).toEqual([]);
});

it('a modern request that is sent again after its answer neither runs twice nor asks again', async () => {
  const params = { name: 'erase', arguments: { n } };
  const send = async (more: object) => {
    const posted = await postModern(balancer.url, { method: 'tools/call', params: { ...params, ...more } }, FORM);
    return (await posted.messages()).at(-1).result;
  };
  const { requestState, inputRequests } = await send({});
  const [key = ''] = Object.keys(inputRequests);
  const answered = { requestState, inputResponses: { [key]: allow('once') } };
  expect((await send(answered)).isError ?? false).toBe(false);
  for (const _replica of [1, 2]) {
    const again = await send(answered);
    expect(again.structuredContent.error.code).toBe('OUTCOME_UNKNOWN');
    expect(again.inputRequests).toBeUndefined();
  }
  expect(timesReceived()).toBe(1);
  expect(await waiting()).toEqual([]);
});
