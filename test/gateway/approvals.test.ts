import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Gateway, type GatewayConfig, openGateway, type Serving, serveOverHttp } from '@foldout/gateway';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ERAS, type Era } from '../e2e/sdk-clients.ts';
import { type PostgresServer, startPostgres } from '../fixtures/postgres.mjs';
import { fixture } from '../fixtures/upstreams.ts';
import { type Called, errorCode, type GatewayClient, run } from './gateway-clients.ts';

const LOG = { info: () => {}, warn: () => {} };
const TOKENS = { ada: 'a-token-for-ada-herself', bob: 'a-token-for-bob-himself', boss: 'a-token-for-the-operator' };
type Who = keyof typeof TOKENS;

interface Replica {
  readonly gateway: Gateway;
  readonly serving: Serving;
}

/** What a client answers when it is asked. */
type Reply = { readonly action: 'accept' | 'decline'; readonly content?: Record<string, string> };

let database: PostgresServer;
const folders: string[] = [];
const replicas: Replica[] = [];
let counter = 0;

beforeAll(async () => {
  database = await startPostgres();
  const url = await database.createDatabase();
  for (const _replica of [1, 2]) replicas.push(await startReplica(url));
});
afterAll(async () => {
  for (const { serving, gateway } of replicas) {
    await serving.close();
    await gateway.close();
  }
  await database.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  counter += 1;
});

async function startReplica(url: string): Promise<Replica> {
  const folder = mkdtempSync(join(tmpdir(), 'foldout-ask-'));
  folders.push(folder);
  const config: GatewayConfig = {
    stateFolder: folder,
    database: url,
    learning: false,
    toolStrategy: 'individual',
    runCode: true,
    mcpServers: { studio: fixture('studio.mjs', 'legacy'), atelier: fixture('studio.mjs', 'modern') },
    policy: {
      rules: [{ tools: ['*/say', '*/ask'], prompts: 'studio/greet', then: 'ask' }],
      ask: { waitMs: 300, timeoutMs: 60_000 },
    },
    http: {
      port: 0,
      tokens: Object.entries(TOKENS).map(([name, token]) => ({
        name,
        token,
        ...(name === 'boss' && { rights: ['use' as const, 'watch' as const, 'operate' as const] }),
      })),
    },
  };
  const gateway = await openGateway({ config, version: '1', log: LOG });
  await gateway.learnUnknown();
  return { gateway, serving: await serveOverHttp(gateway, { config, log: LOG }) };
}

/** A client. With `replies`, it can be asked: `asked` has the messages of the questions. */
async function connect(who: Who, era: Era, replica = 0, replies?: readonly Reply[]) {
  const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' };
  const client = new Client(
    { name: 'approval-test', version: '1' },
    { versionNegotiation: { mode }, ...(replies && { capabilities: { elicitation: { form: {} } } }) },
  );
  const asked: string[] = [];
  const left = [...(replies ?? [])];
  if (replies) {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message);
      return (left.shift() ?? { action: 'decline' }) as never;
    });
  }
  const headers = { authorization: `Bearer ${TOKENS[who]}` };
  const url = new URL((replicas[replica] as Replica).serving.url);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  const close = { [Symbol.asyncDispose]: () => client.close() };
  return Object.assign(client, close, { asked }) as GatewayClient & { readonly asked: string[] };
}

async function api(name: string, body?: object, token: string = TOKENS.boss): Promise<Response> {
  const url = new URL(`/dashboard/api/${name}`, (replicas[1] as Replica).serving.url);
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'x-foldout-request': 'dashboard',
  };
  return await fetch(url, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) });
}

/** An operator answers the one call that waits, on the other replica. */
async function answer(verdict: 'allow' | 'deny', scope = 'once'): Promise<Record<string, unknown>> {
  const { waiting } = (await (await api('pending')).json()) as { waiting: Record<string, unknown>[] };
  const [call] = waiting;
  expect(waiting).toHaveLength(1);
  expect((await api('answer', { id: call?.['id'], verdict, scope })).status).toBe(200);
  return call as Record<string, unknown>;
}

/** Arguments that no other test has sent. */
const words = (more: object = {}) => ({
  result: { content: [{ type: 'text', text: `said ${counter}` }] },
  ...more,
});

type Route = (client: Client, input: object) => Promise<string>;
const code = (called: Called): string => (called.isError ? (errorCode(called) ?? 'error') : 'done');

/** Ways to call `studio/say`. `single`: the call is alone in its request, so a modern client can be asked with the result. */
const ROUTES: Readonly<Record<string, { readonly single: boolean; readonly call: Route }>> = {
  'its own name': { single: true, call: async (client, input) => code(await run(client, 'studio__say', { ...input })) },
  'afd-call': {
    single: true,
    call: async (client, input) => code(await run(client, 'afd-call', { command: 'studio/say', input })),
  },
  'a batch': {
    single: false,
    call: async (client, input) => {
      const called = await run(client, 'afd-batch', { commands: [{ command: 'studio/say', input }] });
      const [entry] = called.structuredContent.data.results;
      return entry.success ? 'done' : entry.error.code;
    },
  },
  'a pipe': {
    single: false,
    call: async (client, input) => {
      const called = await run(client, 'afd-pipe', { steps: [{ command: 'studio/say', input }] });
      return /APPROVAL_REQUIRED|POLICY_DENIED/.exec(JSON.stringify(called.structuredContent))?.[0] ?? 'done';
    },
  },
  // A script stops at the call, so it can be asked about like a single call.
  'a script': {
    single: true,
    call: async (client, input) => {
      const script = `return await foldout.callTool('studio', 'say', ${JSON.stringify(input)}).then(() => 'done', (error) => error.code)`;
      const called = await run(client, 'run_code', { code: script });
      return errorCode(called) ?? called.structuredContent.data.value;
    },
  },
};

describe.each(ERAS)('a call that needs approval, from a %s client', (era) => {
  const routes = Object.entries(ROUTES);

  describe.each(routes.filter(([, { single }]) => era === 'legacy' || single))('by %s', (_name, { call }) => {
    it('asks in the client, once, and runs', async () => {
      await using client = await connect('ada', era, 0, [{ action: 'accept', content: { allow: 'once' } }]);
      expect(await call(client, words())).toBe('done');
      expect(client.asked).toHaveLength(1);
      expect(client.asked[0]).toContain("'ada' wants to use the tool studio/say");
      expect(client.asked[0]).toContain(`said ${counter}`);
    });

    it('runs nothing after a no, and does not ask again', async () => {
      await using client = await connect('ada', era, 0, [{ action: 'decline' }]);
      expect(await call(client, words())).toBe('POLICY_DENIED');
      expect(await call(client, words())).toBe('POLICY_DENIED');
      expect(client.asked).toHaveLength(1);
    });
  });

  describe.each(routes)('by %s', (_name, { call }) => {
    it('waits for an operator where the client cannot be asked, also on another replica', async () => {
      await using client = await connect('ada', era);
      expect(await call(client, words())).toBe('APPROVAL_REQUIRED');
      const shown = await answer('allow');
      expect(shown).toMatchObject({ tool: 'studio/say', principal: 'ada', risk: 'destructive' });
      await using elsewhere = await connect('ada', era, 1);
      expect(await call(elsewhere, words())).toBe('done');
      // Once means once.
      expect(await call(client, words())).toBe('APPROVAL_REQUIRED');
      expect((await answer('deny'))['repeats']).toContain('The same call was approved at');
      expect(await call(elsewhere, words())).toBe('POLICY_DENIED');
    });
  });

  it('goes on at once when the operator answers while it waits', async () => {
    await (replicas[0] as Replica).gateway.apply(withWait(20_000));
    await using client = await connect('ada', era);
    const called = run(client, 'studio__say', words());
    await expect.poll(async () => ((await (await api('pending')).json()) as { total: number }).total).toBe(1);
    await answer('allow');
    expect(code(await called)).toBe('done');
    await (replicas[0] as Replica).gateway.apply(withWait(300));
  });

  it('is approved for one principal only, and for the arguments that were shown', async () => {
    await using ada = await connect('ada', era, 0, [{ action: 'accept', content: { allow: 'arguments' } }]);
    await using bob = await connect('bob', era);
    expect(code(await run(ada, 'studio__say', words()))).toBe('done');
    expect(code(await run(ada, 'studio__say', words()))).toBe('done');
    expect(ada.asked).toHaveLength(1);
    expect(code(await run(bob, 'studio__say', words()))).toBe('APPROVAL_REQUIRED');
    await answer('deny');
    expect(code(await run(ada, 'studio__say', words({ other: 1 })))).toBe('POLICY_DENIED');
    expect(ada.asked).toHaveLength(2);
  });

  it.each(['studio', 'atelier'])('of a server (%s) that has a question of its own is approved once', async (server) => {
    await using client = await connect('ada', era, 0, [
      { action: 'accept', content: { allow: 'once' } },
      { action: 'accept', content: { size: 'large' } },
    ]);
    const called = await run(client, `${server}__ask`, { nonce: `${counter} ${era}` });
    expect(called.content[0]?.text).toBe('accept large');
    expect(client.asked).toHaveLength(2);
  });

  it('shows no secret, and no character that hides another', async () => {
    await using client = await connect('ada', era);
    const secret = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';
    await run(client, 'studio__say', words({ header: `Bearer ${secret}`, name: 'a\u202Eb' }));
    const { shown } = (await answer('deny')) as { shown: string };
    expect(shown).not.toContain(secret);
    expect(shown).toContain('a\\u{202e}b');
  });

  it('holds for prompts too', async () => {
    await using client = await connect('bob', era);
    const get = () => client.getPrompt({ name: 'studio__greet', arguments: { who: `${counter}` } });
    await expect(get()).rejects.toMatchObject({ data: { code: 'APPROVAL_REQUIRED' } });
    await answer('allow');
    expect((await get()).messages).toHaveLength(1);
  });
});

function withWait(waitMs: number): GatewayConfig {
  const mcpServers = { studio: fixture('studio.mjs', 'legacy'), atelier: fixture('studio.mjs', 'modern') };
  const rules = [{ tools: ['*/say', '*/ask'], prompts: 'studio/greet', then: 'ask' as const }];
  return { mcpServers, policy: { rules, ask: { waitMs, timeoutMs: 60_000 } } };
}

describe('the queue of calls', () => {
  it('is for operators alone', async () => {
    expect((await api('pending', undefined, TOKENS.ada)).status).toBe(403);
    expect((await api('answer', { id: 'x', verdict: 'allow', scope: 'once' }, TOKENS.ada)).status).toBe(403);
    expect((await api('answer', { id: 'x', verdict: 'allow', scope: 'once' })).status).toBe(409);
    expect((await api('answer', { id: 'x', verdict: 'maybe', scope: 'once' })).status).toBe(400);
  });
});
