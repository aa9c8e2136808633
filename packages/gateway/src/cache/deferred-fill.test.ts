import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GatewayConfig } from '../config/config-schema.ts';
import type { Gateway } from '../gateway.ts';
import { openGateway } from '../open-gateway.ts';
import { openCatalogCache } from './catalog-cache.ts';
import { countsToDeferWith } from './deferred-fill.ts';
import { manifestKey } from './manifest-key.ts';

const TOOLS = 220;
// The command does not exist, so this server cannot start.
const mail = { command: 'no-such-program', category: 'post', tags: ['office'] };

let stateFolder: string;
beforeEach(() => {
  stateFolder = mkdtempSync(join(tmpdir(), 'foldout-deferred-'));
});
afterEach(() => rmSync(stateFolder, { recursive: true, force: true }));

async function cacheTools(count: number, instructions?: string): Promise<void> {
  const cache = openCatalogCache({ folder: stateFolder });
  const tools = Array.from({ length: count }, (_, n) => ({ name: `send_${n}`, inputSchema: { type: 'object' } }));
  await cache.manifests.save('mail', manifestKey(mail), {
    server: { name: 'mail', version: '1' },
    era: 'legacy',
    capabilities: {},
    ...(instructions !== undefined && { instructions }),
    tools,
    prompts: [{ name: 'greet' }],
    resources: [],
    resourceTemplates: [],
    fetchedAt: Date.now(),
  });
  await cache.saveToolCounts([
    { name: 'mail', config: mail, tools: count, ...(instructions !== undefined && { said: instructions }) },
  ]);
}

const configOf = (more: Partial<GatewayConfig> = {}): GatewayConfig => ({
  mcpServers: { mail },
  stateFolder,
  learning: false,
  ...more,
});

const open = (more: Partial<GatewayConfig> = {}) =>
  openGateway({
    config: configOf(more),
    version: '1',
    log: { info: () => {}, warn: () => {} },
    deferFill: true,
  });

async function connect(gateway: Gateway, name = 'tested'): Promise<{ client: Client; changes: () => number }> {
  let changes = 0;
  const client = new Client({ name, version: '1' }, { versionNegotiation: { mode: 'legacy' } });
  client.setNotificationHandler('notifications/tools/list_changed', () => {
    changes += 1;
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  gateway.server.connect(far);
  await client.connect(near);
  return { client, changes: () => changes };
}

describe('a gateway that fills its catalog after the first list', () => {
  it('answers initialize and a fixed list from the tool counts', async () => {
    await cacheTools(TOOLS);
    await using gateway = await open();
    const { client } = await connect(gateway);
    expect(client.getInstructions()).toContain(`${TOOLS} commands in post (${TOOLS})`);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('afd-discover');
    const { catalog } = gateway.server.engine;
    expect([catalog.size, catalog.entries().length, catalog.lookup('mail/send_1').found]).toEqual([0, 0, false]);
    expect(gateway.upstreams.map(({ name, status }) => [name, status.state])).toEqual([['mail', 'cold']]);
  });

  it('says the same of what its servers say before and after the catalog is filled', async () => {
    await cacheTools(TOOLS, 'Ask before you send.');
    await using gateway = await open();
    const before = (await connect(gateway)).client.getInstructions();
    expect(before).toContain('mail says: "Ask before you send."');
    expect(gateway.server.engine.catalog.size).toBe(0);
    gateway.fill();
    expect((await connect(gateway)).client.getInstructions()).toBe(before);
  });

  it('fills the catalog before the first call, and does not announce a changed list', async () => {
    await cacheTools(TOOLS);
    await using gateway = await open();
    const { client, changes } = await connect(gateway);
    await client.listTools();
    const found = await client.callTool({ name: 'afd-detail', arguments: { command: 'mail/send_7' } });
    expect(JSON.stringify(found)).toContain('send_7');
    expect(gateway.server.engine.catalog.size).toBe(TOOLS);
    await client.listTools();
    expect(changes()).toBe(0);
  });

  it('fills the catalog before it lists prompts', async () => {
    await cacheTools(TOOLS);
    await using gateway = await open();
    const { client } = await connect(gateway);
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['greet']);
  });

  it('fills the catalog before the list of a client that gets every tool', async () => {
    await cacheTools(TOOLS);
    await using gateway = await open();
    const { client } = await connect(gateway, 'claude-code');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('send_0');
  });
});

describe('the tool counts of a start', () => {
  const counts = (more: Partial<GatewayConfig> = {}, env: Record<string, string> = {}) =>
    countsToDeferWith(openCatalogCache({ folder: stateFolder }), configOf(more), env);

  it('are used if every server is cached with an unchanged configuration', async () => {
    await cacheTools(TOOLS);
    const tags = new Map([['office', TOOLS]]);
    expect(counts()).toEqual({ categories: new Map([['post', TOOLS]]), tags, said: new Map() });
    expect(counts({ mcpServers: { mail, other: { command: 'x' } } })).toBeUndefined();
    expect(counts({ mcpServers: { mail: { ...mail, exclude: ['send_1*'] } } })).toBeUndefined();
  });

  it('are not used if the answer depends on more than the counts', async () => {
    await cacheTools(TOOLS);
    expect(counts({ trust: 'pinned' })).toBeUndefined();
    expect(counts({ toolsets: ['post'] })).toBeUndefined();
    expect(counts({ tools: ['send_1'] })).toBeUndefined();
    expect(counts({ toolStrategy: 'grouped' })).toBeUndefined();
    expect(counts({}, { TOOLSETS: 'post' })).toBeUndefined();
    expect(counts({}, { TOOLS: 'send_1' })).toBeUndefined();
  });

  it('are saved when a gateway closes before the scheduled save', async () => {
    await cacheTools(TOOLS);
    rmSync(join(stateFolder, 'outline.json'));
    await (await open()).close();
    expect(counts()?.categories.get('post')).toBe(TOOLS);
  });

  it('are not used for few tools, which take no time to read', async () => {
    await cacheTools(20);
    expect(counts()).toBeUndefined();
  });
});
