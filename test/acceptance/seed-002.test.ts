import { fileURLToPath } from 'node:url';
import type { McpServerOptions } from '@foldout/server';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { afterEach, describe, expect } from 'vitest';
import { allTools, CLIENTS, type ClientKind, connectInProcess, type Data, type TestClient } from '../e2e/clients.ts';
import { criteria } from './criteria.ts';
import { createTracker, trackerCommands } from './seed-002-tracker.ts';

/** What seed 002 asks for, one line each: its design, its budget and its open questions, in their order. */
const LINES = {
  'S02-01': 'the list starts with search_tools and the always-available tools',
  'S02-02': 'search_tools finds by name, description and category',
  'S02-03': 'an exact name comes before a word in a name, that before a word in a description',
  'S02-04': 'the best matches, at most 20, are enabled in tools/list',
  'S02-05': 'tools/list_changed is sent after a search',
  'S02-06': 'matches come with name, description and category, without schemas',
  'S02-07': 'enabled tools are first-class, with their full schemas',
  'S02-08': 'ALWAYS_AVAILABLE_TOOLS says what is always listed',
  'S02-09': 'tools accumulate during a session',
  'S02-10': 'flow A: a tool whose name is known',
  'S02-11': 'flow B: exploring brings the tools of a category',
  'S02-12': '114 tools in 15 categories: over 30,000 tokens when listed',
  'S02-13': 'under 2,000 tokens initially',
  'S02-14': 'a search costs 200 to 2,000 tokens',
  'S02-15': 'fallback: four fixed tools in under 500 tokens that work with every client',
  'S02-16': 'fallback: categories, search, invoke',
  'S02-17': 'descriptions of categories take part in search',
  'S02-18': 'question 2: a bug report is an issue',
  'S02-19': 'question 3: clients that do not follow changes get a list that does not change',
  'S02-20': 'question 4: enabled tools are capped, least recently used first',
  'S02-21': 'question 5: requests without a session get a fixed list',
} as const;

const { verifies, everyLineHasATest } = criteria(LINES);
const tokens = (value: unknown): number => encode(typeof value === 'string' ? value : JSON.stringify(value)).length;
const ALWAYS = ['list_projects', 'fulltext_search'];
const [LEGACY, MODERN] = CLIENTS as [ClientKind, ClientKind];
const SCRIPT = fileURLToPath(new URL('../fixtures/servers/shop.mjs', import.meta.url));

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function connect(
  options: Partial<McpServerOptions> = {},
  mode: 'legacy' | 'auto' = 'legacy',
): Promise<TestClient> {
  const server = createTracker({ toolStrategy: 'dynamic', alwaysAvailable: ALWAYS, ...options });
  const client = await connectInProcess(server, mode);
  open.push({ close: () => server.stop() }, client);
  return client;
}

async function namesOf(client: TestClient): Promise<string[]> {
  return (await allTools(client)).map((tool) => tool.name);
}

async function search(client: TestClient, query: string, limit = 20): Promise<Data[]> {
  const { result } = await client.call('search_tools', { query, limit, maxTokens: 5_000 });
  return result.data.tools;
}

describe('dynamic loading', () => {
  verifies('S02-01', 'lists three tools of 114', async () => {
    expect(await namesOf(await connect())).toEqual(['search_tools', 'fulltext_search', 'list_projects']);
  });

  verifies(['S02-02', 'S02-03'], 'ranks names above descriptions', async () => {
    const client = await connect();
    expect((await search(client, 'create_issue'))[0]).toMatchObject({ name: 'create_issue' });
    expect((await search(client, 'create an issue'))[0]).toMatchObject({ name: 'create_issue', category: 'Issues' });
    const milestones = (await search(client, 'milestone')).map((tool) => tool.name);
    expect(milestones.slice(0, 5).every((name) => name.includes('milestone'))).toBe(true);
    expect((await search(client, 'RFC 5545 recurrence')).map((tool) => tool.name)).toContain('create_recurring_event');
    const calendar = (await search(client, 'calendar')).map((tool) => tool.category);
    expect(calendar.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'Calendar'));
  });

  verifies(['S02-04', 'S02-05'], 'enables what it finds, at most 20, and says so', async () => {
    const client = await connect();
    const { changed } = await client.watchTools();
    const found = (await search(client, 'create issue')).map((tool) => tool.name);
    await changed;
    const names = await namesOf(client);
    expect(names).toEqual(expect.arrayContaining(found));
    expect(names.length).toBeLessThanOrEqual(3 + 20);
    expect(names.length).toBeGreaterThan(3);
  });

  verifies('S02-06', 'answers without schemas', async () => {
    const { result } = await (await connect()).call('search_tools', { query: 'create an issue' });
    for (const tool of result.data.tools) {
      expect(tool).toMatchObject({
        name: expect.any(String),
        description: expect.any(String),
        category: expect.any(String),
      });
      expect(tool).not.toHaveProperty('inputSchema');
    }
    // Enough to call a simple tool: what it needs and what it may take.
    const [best, ...others] = result.data.tools;
    expect(best.signature).toMatch(/^create_issue\(project: string, title: string, /);
    for (const tool of others) expect(tool).toMatchObject({ required: expect.any(Array), optional: expect.any(Array) });
  });

  verifies('S02-07', 'lists what it has enabled as any server would', async () => {
    const [client, everything] = [await connect(), await connect({ toolStrategy: 'individual' })];
    await search(client, 'create an issue');
    const find = async (from: TestClient) => (await allTools(from)).find((tool) => tool.name === 'create_issue');
    expect(await find(client)).toEqual(await find(everything));
    const input = { project: 'HULY', title: 'Login bug' };
    expect((await client.call('create_issue', input)).result).toMatchObject({ data: { done: 'create_issue', input } });
  });

  verifies('S02-08', 'reads the always-available tools from the environment', async () => {
    const names = 'ALWAYS_AVAILABLE_TOOLS=order-list,order-create,order-get';
    const args = [names, process.execPath, SCRIPT, JSON.stringify({ toolStrategy: 'dynamic' })];
    const client = await LEGACY.connect({ kind: 'stdio', command: 'env', args });
    open.push(client);
    expect(await namesOf(client)).toEqual(['search_tools', 'order-create', 'order-get', 'order-list']);
  });

  verifies('S02-09', 'keeps what earlier searches have enabled', async () => {
    const client = await connect();
    await search(client, 'create an issue');
    const before = await namesOf(client);
    await search(client, 'track time with a timer');
    const after = await namesOf(client);
    expect(after).toEqual(expect.arrayContaining(before));
    expect(after).toContain('start_timer');
    expect(before).not.toContain('stop_timer');
  });

  verifies('S02-10', 'search, notification, list, call', async () => {
    const client = await connect();
    const { changed } = await client.watchTools();
    await search(client, 'create issue');
    await changed;
    const listed = (await allTools(client)).find((tool) => tool.name === 'create_issue');
    expect(listed?.inputSchema).toMatchObject({ required: ['project', 'title'] });
    const { result } = await client.call('create_issue', { project: 'HULY', title: 'Login bug' });
    expect(result.success).toBe(true);
  });

  verifies(['S02-11', 'S02-17'], 'a category by its description brings its tools', async () => {
    const client = await connect();
    await search(client, 'issue management');
    const names = await namesOf(client);
    for (const name of ['list_issues', 'get_issue', 'create_issue', 'update_issue', 'delete_issue', 'move_issue']) {
      expect(names).toContain(name);
    }
    // "Blobs" and "buckets" stand in no tool: only in what is said of the category.
    const categories = { Storage: 'Blobs and buckets' };
    const blobs = await search(await connect({ categories }), 'blob bucket');
    expect(blobs.slice(0, 3).map((tool) => tool.category)).toEqual(['Storage', 'Storage', 'Storage']);
  });

  verifies('S02-18', 'finds an issue behind a bug report', async () => {
    const found = (await search(await connect(), 'file a bug report')).map((tool) => tool.name);
    expect(found.slice(0, 3)).toContain('create_issue');
  });

  verifies('S02-20', 'holds at most sixty', async () => {
    const client = await connect();
    for (const { category = '' } of trackerCommands) await search(client, category);
    const names = await namesOf(client);
    expect(names.length).toBeLessThanOrEqual(60 + 1 + ALWAYS.length);
    expect(names).toEqual(expect.arrayContaining(['search_tools', ...ALWAYS]));
  });
});

describe('the budget', () => {
  verifies(['S02-12', 'S02-13'], '114 tools from over 30,000 tokens to under 2,000', async () => {
    expect(trackerCommands).toHaveLength(114);
    expect(new Set(trackerCommands.map((command) => command.category)).size).toBe(15);
    const listed = async (toolStrategy: McpServerOptions['toolStrategy'], alwaysAvailable = ALWAYS) => {
      const client = await connect({ toolStrategy: toolStrategy ?? 'lazy', alwaysAvailable });
      const instructions = tokens(client.instructions ?? '');
      expect(instructions).toBeLessThan(120);
      return tokens(await allTools(client)) + instructions;
    };
    expect(await listed('individual')).toBeGreaterThan(30_000);
    for (const strategy of ['dynamic', 'proxy', 'lazy', 'index', 'auto'] as const) {
      expect(await listed(strategy)).toBeLessThan(2_000);
    }
    const common = [...ALWAYS, 'list_issues', 'create_issue', 'get_issue'];
    expect(await listed('dynamic', common)).toBeLessThan(3_000);
  });

  verifies('S02-14', 'a search is answered in 2,000 tokens or fewer, 500 unless more is asked for', async () => {
    for (const toolStrategy of ['dynamic', 'proxy'] as const) {
      const client = await connect({ toolStrategy });
      for (const query of ['create an issue', 'issue management', 'who changed this', 'zzqx flurb']) {
        const { result, text } = await client.call('search_tools', { query });
        expect(tokens(text)).toBeLessThanOrEqual(500);
        expect(tokens(result)).toBeLessThanOrEqual(500);
      }
    }
  });
});

describe('the fallback', () => {
  verifies(['S02-15', 'S02-19'], 'is one fixed list for every client', async () => {
    const server = createTracker({ toolStrategy: 'proxy', transport: 'http', port: 0 });
    await server.start();
    open.push({ close: () => server.stop() });
    const lists = new Set<string>();
    for (const kind of CLIENTS) {
      const client = await kind.connect({ kind: 'http', url: server.url ?? '' });
      open.push(client);
      const before = JSON.stringify(await allTools(client));
      await client.call('search_tools', { query: 'create an issue' });
      expect(JSON.stringify(await allTools(client))).toBe(before);
      lists.add(before);
      const args = { project: 'HULY', title: 'Login bug' };
      const { result } = await client.call('invoke_tool', { toolName: 'create_issue', args });
      expect(result).toMatchObject({ success: true, data: { done: 'create_issue', input: args } });
    }
    expect(lists.size).toBe(1);
    const [list = ''] = lists;
    expect(tokens(list)).toBeLessThanOrEqual(250);
    expect(JSON.parse(list).map((tool: Data) => tool.name)).toEqual([
      'list_tool_categories',
      'search_tools',
      'get_tool_schema',
      'invoke_tool',
    ]);
  });

  verifies('S02-16', 'browses, finds, reads and runs', async () => {
    const client = await connect({ toolStrategy: 'proxy' });
    const { categories } = (await client.call('list_tool_categories')).result.data;
    expect(categories).toHaveLength(15);
    expect(categories[0]).toEqual({
      name: 'Issues',
      tools: 25,
      description: 'Issue tracking: create, update, search, manage issues, components, labels, templates',
    });
    expect((await search(client, 'start counting my time'))[0]?.name).toBe('start_timer');
    const schema = (await client.call('get_tool_schema', { toolName: 'start_timer' })).result.data;
    expect(schema).toMatchObject({ name: 'start_timer', inputSchema: { required: ['issue'] } });
    const wrong = await client.call('invoke_tool', { toolName: 'start_timer', args: {} });
    expect(wrong.result.error).toMatchObject({ code: 'VALIDATION_ERROR', details: { signature: expect.any(String) } });
    const right = await client.call('invoke_tool', { toolName: 'start_timer', args: { issue: 'HULY-1' } });
    expect(right.result.success).toBe(true);
  });

  verifies('S02-21', 'is what dynamic answers where there is no session', async () => {
    const client = await connect({}, 'auto');
    expect(client.era).toBe(MODERN.era);
    const before = JSON.stringify(await client.page());
    await search(client, 'create an issue');
    expect(JSON.stringify(await client.page())).toBe(before);
    expect(JSON.parse(before).tools).toEqual(await allTools(await connect({ toolStrategy: 'proxy' }, 'auto')));
  });
});

everyLineHasATest();
