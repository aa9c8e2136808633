import type { GatewayConfig } from '@foldout/gateway';
import type { Client } from '@modelcontextprotocol/client';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENTS, type Target } from '../e2e/clients.ts';
import { type PublishedServer, publishedServers } from '../fixtures/published-servers.mjs';
import { type Called, connectTo, firstText, run } from './gateway-clients.ts';
import { GatewayProcess, Home } from './gateway-process.ts';

const START_MS = 120_000;

let home: Home;
let gateway: GatewayProcess;
let servers: Readonly<Record<string, PublishedServer>>;

beforeAll(async () => {
  home = new Home({ mcpServers: {} });
  servers = publishedServers(home.folder);
  const mcpServers = Object.fromEntries(Object.entries(servers).map(([name, { config }]) => [name, config]));
  home.write({ mcpServers } satisfies GatewayConfig);
  gateway = await GatewayProcess.start(home);
}, START_MS);

afterAll(async () => {
  await gateway?.[Symbol.asyncDispose]();
  home?.[Symbol.dispose]();
});

const WAYS = ['http', 'stdio'] as const;
/** A gateway over stdio is started by its client. It reads the catalog that the gateway over HTTP has stored. */
const targetOf = (way: (typeof WAYS)[number]): Target => (way === 'http' ? gateway.target : home.stdio);

describe.each(WAYS)('published servers behind one gateway, over %s', (way) => {
  it.each(['legacy', 'modern'] as const)('are all listed, found, described and called by a %s client', async (era) => {
    await using client = await connectTo(targetOf(way), era);
    expect(Object.keys(servers).length).toBeGreaterThanOrEqual(12);

    expect(await listedServers(client)).toEqual(Object.keys(servers).sort());
    // GitHub's and GitLab's tools for issues; none of their texts has these words.
    for (const search of ['bug report', 'file a bug', 'open a ticket']) {
      const { data } = (await run(client, 'afd-discover', { search })).structuredContent;
      expect([search, data.commands[0].name]).toEqual([search, expect.stringMatching(/create_issue$/)]);
    }

    // All fifteen servers start in parallel, so that the test waits only for the slowest.
    const seen = await Promise.all(
      Object.entries(servers).map(async ([name, server]) => {
        const tool = `${name}/${server.call.tool}`;
        const found = await run(client, 'afd-discover', { search: server.find, limit: 5 });
        const detail = await run(client, 'afd-detail', { command: tool });
        return { name, found: firstText(found), detail, ...(await outcome(client, tool, server)) };
      }),
    );
    for (const { name, found, detail, text, failed } of seen) {
      const { call } = servers[name] as PublishedServer;
      expect(found, name).toContain(call.tool);
      expect(detail.structuredContent.data[0], name).toMatchObject({ found: true, callable: true });
      expect(text, name).toMatch(call.answers);
      expect(failed, name).toBe(call.fails ?? false);
    }
  });
});

/** Names of the servers that have tools in the catalog, read page by page. */
async function listedServers(client: Client): Promise<string[]> {
  const seen = new Set<string>();
  for (let offset = 0; ; offset += 100) {
    const { data } = (await run(client, 'afd-discover', { limit: 100, offset })).structuredContent;
    for (const { category } of data.commands as { category: string }[]) seen.add(category);
    if (!data.hasMore) return [...seen].sort();
  }
}

async function outcome(client: Client, tool: string, { call }: PublishedServer) {
  try {
    const called: Called = await run(client, tool, call.input);
    return { text: firstText(called), failed: called.isError ? 'in the result' : false };
  } catch (error) {
    return { text: (error as Error).message, failed: 'with a protocol error' };
  }
}

describe('the list of tools', () => {
  it.each(CLIENTS)('costs an unknown client at most 600 tokens: $name', async ({ connect }) => {
    const client = await connect(gateway.target);
    try {
      const { tools } = await client.page();
      expect(countTokens(JSON.stringify(tools))).toBeLessThanOrEqual(600);
    } finally {
      await client.close();
    }
  });

  it('is byte-identical after a restart of the gateway', async () => {
    const lists = await Promise.all(
      [gateway.target, home.stdio].map(async (target) => {
        await using client = await connectTo(target, 'legacy');
        return JSON.stringify((await client.listTools()).tools);
      }),
    );
    expect(new Set(lists).size).toBe(1);
  });
});
