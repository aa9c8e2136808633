import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../fixtures/postgres.mjs';
import { hostile } from '../fixtures/upstreams.ts';
import { connectTo, type GatewayClient, run } from './gateway-clients.ts';
import { GatewayProcess, Home } from './gateway-process.ts';
import { RoundRobin } from './round-robin.ts';

let postgres: PostgresServer;
let homes: readonly [Home, Home];
let replicas: readonly GatewayProcess[];
let balancer: RoundRobin;

beforeAll(async () => {
  postgres = await startPostgres();
  const config = {
    database: await postgres.createDatabase(),
    toolStrategy: 'dynamic' as const,
    mcpServers: { steady: hostile() },
  };
  homes = [new Home(config), new Home(config)];
  replicas = await Promise.all(homes.map((home) => GatewayProcess.start(home)));
  balancer = await RoundRobin.start(replicas.map(({ url }) => url));
});

afterAll(async () => {
  await balancer?.[Symbol.asyncDispose]();
  for (const replica of replicas ?? []) await replica[Symbol.asyncDispose]();
  for (const home of homes ?? []) home[Symbol.dispose]();
  await postgres?.stop();
});

const FIXED = ['search_tools', 'invoke_tool'];

async function found(client: GatewayClient): Promise<string[]> {
  const { tools } = await client.listTools();
  return tools.map(({ name }) => name).filter((name) => !FIXED.includes(name));
}

/** The process id of the upstream tells which replica answered: each has its own. */
async function pidOf(client: GatewayClient): Promise<number> {
  return (await run(client, 'pid')).structuredContent.pid;
}

describe('two replicas with the surface dynamic', () => {
  it('list what a search on either of them has found', async () => {
    await using client = await connectTo({ kind: 'http', url: balancer.url }, 'legacy');
    expect(await found(client)).toEqual([]);
    const pids = new Set([await pidOf(client), await pidOf(client), await pidOf(client)]);
    expect(pids.size).toBe(2);
    // Two searches in a row reach both replicas, in the order of the balancer.
    await client.callTool({ name: 'search_tools', arguments: { query: 'echo' } });
    await client.callTool({ name: 'search_tools', arguments: { query: 'pid' } });
    for (let request = 0; request < 4; request += 1) expect(await found(client)).toEqual(['echo', 'pid']);
  });

  it('keep all of several searches at the same time', async () => {
    await using client = await connectTo({ kind: 'http', url: balancer.url }, 'legacy');
    const names = ['echo', 'grow', 'pid', 'slowly'];
    await Promise.all(names.map((query) => client.callTool({ name: 'search_tools', arguments: { query } })));
    for (let request = 0; request < 4; request += 1) expect(await found(client)).toEqual(names);
  });
});
