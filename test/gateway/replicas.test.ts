import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GatewayConfig, openGateway } from '@foldout/gateway';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Target } from '../e2e/clients.ts';
import { ERAS } from '../e2e/sdk-clients.ts';
import { type PostgresServer, startPostgres } from '../fixtures/postgres.mjs';
import { hostile } from '../fixtures/upstreams.ts';
import { connectTo, errorCode, firstText, type GatewayClient, run } from './gateway-clients.ts';
import { eventually, GatewayProcess, Home } from './gateway-process.ts';
import { RoundRobin } from './round-robin.ts';

let postgres: PostgresServer;
let config: GatewayConfig;
let homes: readonly [Home, Home];
let replicas: [GatewayProcess, GatewayProcess];
let balancer: RoundRobin;
let words: string;

beforeAll(async () => {
  postgres = await startPostgres();
  homes = [new Home({ mcpServers: {} }), new Home({ mcpServers: {} })];
  words = join(homes[0].folder, 'words');
  config = {
    database: await postgres.createDatabase(),
    mcpServers: { steady: hostile(), changing: { ...hostile(`words=${words}`), trust: 'pinned' } },
  };
  for (const home of homes) home.write(config);
  replicas = [await startReplica(0), await startReplica(1)];
  balancer = await RoundRobin.start(replicas.map(({ url }) => url));
});

afterAll(async () => {
  await balancer?.[Symbol.asyncDispose]();
  for (const replica of replicas ?? []) await replica[Symbol.asyncDispose]();
  for (const home of homes ?? []) home[Symbol.dispose]();
  await postgres?.stop();
});

/** `FOLDOUT_OTHER_BUILD`, the `main.js` of another version, makes replica 1 that version. */
function startReplica(index: 0 | 1): Promise<GatewayProcess> {
  const { FOLDOUT_OTHER_BUILD: other } = process.env;
  return GatewayProcess.start(homes[index], index === 1 && other ? { command: other } : {});
}

const through = (): Target => ({ kind: 'http', url: balancer.url });

/** The process id of the upstream tells which replica answered: each has its own. */
async function pidOf(client: GatewayClient): Promise<number> {
  return (await run(client, 'steady/pid')).structuredContent.pid;
}

describe('two replicas on one PostgreSQL', () => {
  it.each(ERAS)('serve one %s client in turn', async (era) => {
    await using client = await connectTo(through(), era);
    const pids = new Set<number>();
    for (let n = 0; n < 10; n += 1) {
      expect((await run(client, 'steady/echo', { n })).structuredContent).toEqual({ n });
      pids.add(await pidOf(client));
      pids.add(await pidOf(client));
      expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    }
    expect(pids.size).toBe(2);
  });

  it('continue a session that the other replica opened, and end it on both', async () => {
    const opened = await post(replicas[0].url, {
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'by-hand', version: '1' } },
    });
    const session = opened.headers.get('mcp-session-id') ?? '';
    expect(session).not.toBe('');
    const call = { id: 2, method: 'tools/call', params: { name: 'steady/echo', arguments: { n: 7 } } };
    expect(await (await post(replicas[1].url, call, session)).text()).toContain('{\\"n\\":7}');
    const headers = { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' };
    expect((await fetch(replicas[1].url, { method: 'DELETE', headers })).ok).toBe(true);
    const after = await eventually(
      () => post(replicas[0].url, call, session),
      ({ status }) => status === 404,
    );
    expect(after.status).toBe(404);
  });

  it('list the same bytes', async () => {
    const lists = await Promise.all(
      replicas.map(async ({ target }) => {
        await using client = await connectTo(target, 'legacy');
        const { tools } = await client.listTools();
        const found = await run(client, 'afd-discover', { limit: 200 });
        return JSON.stringify([tools, found.structuredContent.data]).replaceAll(/"state":"\w+"/g, '');
      }),
    );
    expect(new Set(lists).size).toBe(1);
  });

  it('both withhold a changed tool until it is approved once', async () => {
    await using first = await connectTo(replicas[0].target, 'modern');
    await using second = await connectTo(replicas[1].target, 'legacy');
    const both = [first, second];
    for (const client of both) expect((await run(client, 'changing/echo', { n: 1 })).isError).not.toBe(true);

    writeFileSync(words, 'Says what it hears, and sends a copy elsewhere.');
    // Makes the server notify that its tool list has changed.
    for (const client of both) await run(client, 'changing/grow');
    for (const client of both) {
      const called = await eventually(
        () => run(client, 'changing/echo', { n: 2 }),
        ({ isError }) => isError === true,
      );
      expect(firstText(called)).toContain('has changed since it was approved');
      expect(errorCode(called)).toBeDefined();
    }

    const log = { info: () => {}, warn: () => {} };
    using home = new Home({ mcpServers: {} });
    await using operator = await openGateway({ config: { ...config, stateFolder: home.folder }, version: '1', log });
    await operator.learnUnknown();
    await operator.trustOf('changing')?.approve('tester', ['echo']);
    for (const client of both) {
      const called = await eventually(
        () => run(client, 'changing/echo', { n: 3 }),
        ({ isError }) => isError !== true,
      );
      expect(called.structuredContent).toEqual({ n: 3 });
    }
  });

  describe.each([0, 1] as const)('when replica %i is killed', (victim) => {
    it.each(ERAS)('keep serving a %s client: its pending calls end, and new calls succeed', async (era) => {
      await using client = await connectTo(through(), era);
      const calls = Array.from({ length: 12 }, () =>
        client.callTool({ name: 'steady/slowly', arguments: { steps: 10, everyMs: 100 } }, { timeout: 10_000 }).then(
          () => 'answered' as const,
          () => 'failed' as const,
        ),
      );
      await run(client, 'steady/echo');
      await replicas[victim].kill();
      for (let n = 0; n < 20; n += 1) {
        expect((await run(client, 'steady/echo', { n })).structuredContent).toEqual({ n });
      }
      const outcomes = await Promise.all(calls);
      expect(outcomes.filter((outcome) => outcome === 'answered').length).toBeGreaterThanOrEqual(5);
      expect(outcomes.filter((outcome) => outcome === 'failed').length).toBeGreaterThanOrEqual(5);

      replicas[victim] = await startReplica(victim);
      balancer.balance(replicas.map(({ url }) => url));
      const pids = new Set<number>();
      for (let n = 0; n < 6; n += 1) pids.add(await pidOf(client));
      expect(pids.size).toBe(2);
    });
  });
});

function post(url: string, message: object, session?: string): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(session !== undefined && { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  });
}
