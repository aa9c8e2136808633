import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Gateway, type GatewayConfig, openGateway, type Serving, serveOverHttp } from '@foldout/gateway';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../fixtures/postgres.mjs';
import { hostile } from '../fixtures/upstreams.ts';
import { eventually } from './gateway-process.ts';
import { type Posted, post, postModern } from './raw-requests.ts';

interface Replica {
  readonly gateway: Gateway;
  readonly serving: Serving;
}

const ANN = 'token-of-ann-0123456789';
const BEN = 'token-of-ben-0123456789';
const CAY = 'token-of-cay-0123456789';
/** Globs that also fit the names of prompts and resources. */
const DAN = 'token-of-dan-0123456789';
const CLIENT = { clientInfo: { name: 'by-hand', version: '1' }, protocolVersion: '2025-11-25' };
const log = { info: () => {}, warn: () => {} };

let postgres: PostgresServer;
let replicas: readonly [Replica, Replica];
const folders: string[] = [];
let session: string;

beforeAll(async () => {
  postgres = await startPostgres();
  const database = await postgres.createDatabase();
  const start = async (): Promise<Replica> => {
    const stateFolder = mkdtempSync(join(tmpdir(), 'foldout-replica-'));
    folders.push(stateFolder);
    const config: GatewayConfig = {
      stateFolder,
      database,
      learning: false,
      toolStrategy: 'individual',
      mcpServers: { steady: hostile(), hidden: hostile('malformed-list') },
      http: {
        port: 0,
        tokens: [
          { name: 'ann', token: ANN, servers: ['steady'] },
          { name: 'ben', token: BEN },
          { name: 'cay', token: CAY, tools: ['hidden/echo'] },
          { name: 'dan', token: DAN, tools: ['hidden/*e*', 'steady/*'] },
        ],
      },
    };
    const gateway = await openGateway({ config, version: '1', log });
    await gateway.learnUnknown();
    return { gateway, serving: await serveOverHttp(gateway, { config, log }) };
  };
  replicas = [await start(), await start()];
});

afterAll(async () => {
  for (const { serving, gateway } of replicas ?? []) {
    await serving.close();
    await gateway.close();
  }
  await postgres?.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The session is opened at the first replica. */
beforeEach(async () => {
  session = '';
  const params = { ...CLIENT, capabilities: { elicitation: {} } };
  const opened = await at(0, { id: 0, method: 'initialize', params });
  session = opened.headers.get('mcp-session-id') ?? '';
  await at(0, { method: 'notifications/initialized' });
  expect((await at(1, { id: 1, method: 'ping' })).status).toBe(200);
});

function at(replica: 0 | 1, message: object, token = ANN): Promise<Posted> {
  return post(replicas[replica].serving.url, message, { token, ...(session && { session }) });
}

const call = (id: number, name: string, input: object = {}) => ({
  id,
  method: 'tools/call',
  params: { name: `steady__${name}`, arguments: input },
});

async function cancelledAt(replica: 0 | 1): Promise<number> {
  const [answer] = await (await at(replica, call(90, 'pid'))).messages();
  return answer.result.structuredContent.cancelled.length;
}

describe('a session of a legacy client at two replicas', () => {
  it('has a call canceled at the replica where the call does not run', async () => {
    const before = await cancelledAt(0);
    const running = await at(0, call(7, 'slowly', { steps: 1, everyMs: 60_000 }));
    expect((await at(1, { method: 'notifications/cancelled', params: { requestId: 7 } })).status).toBe(202);
    expect(
      await eventually(
        () => cancelledAt(0),
        (count) => count > before,
      ),
    ).toBe(before + 1);
    expect(await running.messages()).toEqual([]);
  });

  it('answers the question of a server at the replica that did not ask', async () => {
    const running = await at(0, call(8, 'ask'));
    const question = await running.next();
    expect(question.method).toBe('elicitation/create');
    const answer = { id: question.id, result: { action: 'accept', content: { who: 'me' } } };
    expect((await at(1, answer)).status).toBe(202);
    const { result } = await running.next();
    expect(result.content[0].text).toContain('"who":"me"');
  });

  it('never takes an answer for the question of the other replica', async () => {
    const [first, second] = [await at(0, call(9, 'ask')), await at(1, call(10, 'ask'))];
    const questions = [await first.next(), await second.next()];
    const answers = questions.map(({ id }, n) => ({ id, result: { action: 'accept', content: { n } } }));
    for (const answer of answers) await at(0, answer);
    expect((await first.next()).result.content[0].text).toContain('"n":0');
    expect((await second.next()).result.content[0].text).toContain('"n":1');
  });

  it('takes no cancel and no answer from another principal', async () => {
    const running = await at(0, call(11, 'ask'));
    const question = await running.next();
    const stolen = { id: question.id, result: { action: 'accept', content: { who: 'ben' } } };
    expect((await at(1, stolen, BEN)).status).toBe(404);
    expect((await at(1, { method: 'notifications/cancelled', params: { requestId: 11 } }, BEN)).status).toBe(404);
    await at(1, { id: question.id, result: { action: 'decline' } });
    expect((await running.next()).result.content[0].text).toContain('decline');
  });

  it('is told of a resource at the stream of one replica when it subscribed at the other', async () => {
    const stream = await at(0, {});
    await at(1, { id: 12, method: 'resources/subscribe', params: { uri: 'foldout://steady/mem://one' } });
    expect((await stream.next()).params.uri).toBe('foldout://steady/mem://one');
    stream.close();
  });

  it('has one log level at both', async () => {
    await at(1, { id: 13, method: 'logging/setLevel', params: { level: 'error' } });
    const logs = async (): Promise<string[]> =>
      (await (await at(0, call(14, 'log'))).messages()).flatMap(({ params }) => (params?.level ? [params.level] : []));
    expect(await eventually(logs, (levels) => levels.length > 0)).toEqual(['error']);
  });
});

describe('a call of a modern client at two replicas', () => {
  it('goes on where it waits when its answer reaches the other replica', async () => {
    const capabilities = { elicitation: { form: {} } };
    const url = (n: 0 | 1): string => replicas[n].serving.url;
    const asked = await postModern(url(0), call(1, 'ask'), { token: ANN, capabilities });
    const [{ result }] = await asked.messages();
    expect(result.resultType).toBe('input_required');
    const answer = {
      inputResponses: { question: { action: 'accept', content: { who: 'me' } } },
      requestState: result.requestState,
    };
    const again = call(2, 'ask');
    const message = { ...again, params: { ...again.params, ...answer } };
    const foreign = await (await postModern(url(1), message, { token: BEN, capabilities })).messages();
    expect(JSON.stringify(foreign)).toContain('expired');
    const [answered] = await (await postModern(url(1), message, { token: ANN, capabilities })).messages();
    expect(answered.result.content[0].text).toContain('"who":"me"');
  });
});

describe('the scope of a token', () => {
  const HIDDEN = 'foldout://hidden/mem://one';
  const modern = (replica: 0 | 1, token: string, method: string, params: object = {}): Promise<Posted> =>
    postModern(
      replicas[replica].serving.url,
      { method, params },
      {
        token,
      },
    );

  async function errorOf(answer: Promise<Posted>): Promise<string> {
    const [{ error, result }] = await (await answer).messages();
    return error?.message ?? JSON.stringify(result);
  }

  it.each([0, 1] as const)('covers everything that a server offers, at replica %i', async (replica) => {
    const listed = async (token: string, kind: string, method: string): Promise<unknown[]> => {
      const [{ result }] = await (await modern(replica, token, method)).messages();
      return result[kind];
    };
    for (const [kind, method] of [
      ['prompts', 'prompts/list'],
      ['resources', 'resources/list'],
    ] as const) {
      const [ann, ben, cay] = await Promise.all([ANN, BEN, CAY].map((token) => listed(token, kind, method)));
      expect(JSON.stringify(ann)).not.toContain('hidden');
      expect(ann?.length).toBeLessThan(ben?.length ?? 0);
      // One tool of a server is no right to its prompts and resources.
      expect(cay).toEqual([]);
    }
    for (const token of [ANN, CAY]) {
      expect(await errorOf(modern(replica, token, 'resources/read', { uri: HIDDEN }))).toMatch(/not found/i);
      const ref = { type: 'ref/prompt', name: 'hidden__fine' };
      const argument = { name: 'a', value: 'b' };
      expect(await errorOf(modern(replica, token, 'completion/complete', { ref, argument }))).toContain(
        'Unknown prompt',
      );
      expect(await errorOf(modern(replica, token, 'prompts/get', { name: 'hidden__fine' }))).toContain(
        'Unknown prompt',
      );
    }
    const entry = (command: string) => ({ name: 'afd-call', arguments: { command } });
    for (const command of ['hidden/prompt:fine', 'hidden/resource:mem://one']) {
      expect(await errorOf(modern(replica, BEN, 'tools/call', entry(command)))).not.toContain('COMMAND_NOT_FOUND');
      for (const token of [ANN, CAY, DAN]) {
        expect(await errorOf(modern(replica, token, 'tools/call', entry(command)))).toContain('COMMAND_NOT_FOUND');
      }
    }
    const steady = await errorOf(modern(replica, DAN, 'tools/call', entry('steady/resource:mem://one')));
    expect(steady).not.toContain('COMMAND_NOT_FOUND');
    const [called] = await (await modern(replica, CAY, 'tools/call', { name: 'echo', arguments: { n: 1 } })).messages();
    expect(called.result.structuredContent).toEqual({ n: 1 });
    expect(await errorOf(modern(replica, CAY, 'tools/call', { name: 'hidden__pid', arguments: {} }))).toContain(
      'Unknown',
    );
  });

  it('covers the subscriptions of a stream', async () => {
    const listen = (token: string, uris: readonly string[]): Promise<Posted> =>
      modern(0, token, 'subscriptions/listen', { notifications: { resourceSubscriptions: uris } });
    // The SDK reports every change to all streams that name its URI, so what a stream may not see is taken out of it.
    const OWN = 'foldout://steady/mem://one';
    for (const [token, allowed] of [
      [ANN, [OWN]],
      [CAY, []],
      [BEN, [HIDDEN, OWN]],
    ] as const) {
      const stream = await listen(token, [HIDDEN, OWN]);
      const { method, params } = await stream.next();
      expect(method).toBe('notifications/subscriptions/acknowledged');
      expect(params.notifications.resourceSubscriptions ?? []).toEqual(allowed);
      stream.close();
    }
  });
});
