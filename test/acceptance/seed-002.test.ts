import { fileURLToPath } from 'node:url';
import { defineCommand, type McpServerOptions, success } from '@foldout/server';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect } from 'vitest';
import { allTools, CLIENTS, type ClientKind, connectInProcess, type Data, type TestClient } from '../e2e/clients.ts';
import { closeAfterEach } from '../fixtures/close-after-each.ts';
import { criteria } from './criteria.ts';
import { createTracker, trackerCommands } from './seed-002-tracker.ts';

/** Requirements of seed 002, one line each, in its order: design, budget, open questions. */
const LINES = {
  'S02-01': 'the list starts with search_tools and the always-available tools',
  'S02-02': 'search_tools finds by name, description and category',
  'S02-03': 'an exact name comes before a word in a name, that before a word in a description',
  'S02-04': 'the best matches, at most 20, are enabled in tools/list',
  'S02-05': 'tools/list_changed is sent after a search',
  'S02-06': 'matches come with name, description and category, without schemas',
  'S02-07': 'enabled tools are first-class, with their full schemas',
  'S02-08': 'ALWAYS_AVAILABLE_TOOLS names the tools that are always listed',
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
const FIXED = ['search_tools', 'invoke_tool', ...ALWAYS];
const handler = () => success(0);
const NONSENSE = 'zzqx flurb';
const QUERIES = [
  'create an issue',
  'issue management',
  'who changed this',
  'bug report',
  'calendar',
  'send a message to a person',
  'track my time',
  'upload a file and attach it',
  'delete',
  'list',
  NONSENSE,
];
const [LEGACY, MODERN] = CLIENTS as [ClientKind, ClientKind];
const SCRIPT = fileURLToPath(new URL('../fixtures/servers/shop.mjs', import.meta.url));

const open = closeAfterEach();

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
  verifies('S02-01', 'lists three tools of 114, and invoke_tool for a client that may not follow changes', async () => {
    expect(await namesOf(await connect())).toEqual(['search_tools', 'invoke_tool', 'fulltext_search', 'list_projects']);
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

    // One tool for each place where the word can be. The order in the catalog is the opposite of the wanted one.
    const places = [
      defineCommand({ name: 'a_box', description: 'Look into the box.', category: 'Quokka', handler }),
      defineCommand({ name: 'b_shelf', description: 'Put the quokka on a shelf.', handler }),
      defineCommand({ name: 'c_quokka_photo', description: 'Take a picture of one.', handler }),
      defineCommand({ name: 'quokka', description: 'Show one.', handler }),
    ];
    const found = await search(
      await connect({ commands: [...trackerCommands, ...places], alwaysAvailable: [] }),
      'quokka',
    );
    const names = found.map((tool) => tool.name);
    expect(names.slice(0, 3)).toEqual(['quokka', 'c_quokka_photo', 'b_shelf']);
    expect(names).toContain('a_box');
  });

  verifies(['S02-04', 'S02-05'], 'enables its hits, at most 20, and notifies the client', async () => {
    const client = await connect();
    const { changed } = await client.watchTools();
    const { added } = (await client.call('search_tools', { query: 'create issue', limit: 20 })).result.data;
    await changed;
    expect(added[0]).toBe('create_issue');
    expect((await namesOf(client)).slice(2).sort()).toEqual([...ALWAYS, ...added].sort());
    // 24 tools list something. Without a token budget, only the cap is left.
    const unbounded = await connect({ dynamic: { tokens: 1_000_000 } });
    const before = await namesOf(unbounded);
    await search(unbounded, 'list', 50);
    expect((await namesOf(unbounded)).length - before.length).toBeGreaterThan(10);
    expect((await namesOf(unbounded)).length - before.length).toBeLessThanOrEqual(20);
  });

  verifies('S02-06', 'answers without schemas', async () => {
    const { result } = await (await connect()).call('search_tools', { query: 'create an issue' });
    expect(result.data.tools.length).toBeGreaterThan(3);
    for (const tool of result.data.tools) {
      const { description = '', category } = trackerCommands.find(({ name }) => name === tool.name) ?? {};
      expect(tool.category).toBe(category);
      expect(tool.description.length).toBeGreaterThan(20);
      expect(description.startsWith(tool.description.replace(/…$/, ''))).toBe(true);
      expect(tool).not.toHaveProperty('inputSchema');
    }
    // Enough to call a simple tool: required and optional parameters.
    const [best, ...others] = result.data.tools;
    expect(best.signature).toMatch(/^create_issue\(project: string, title: string, /);
    for (const tool of others) expect(tool).toMatchObject({ required: expect.any(Array), optional: expect.any(Array) });
  });

  verifies('S02-07', 'lists enabled tools with their full schemas', async () => {
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
    expect(await namesOf(client)).toEqual(['search_tools', 'invoke_tool', 'order-create', 'order-get', 'order-list']);
  });

  verifies('S02-09', 'keeps tools that earlier searches enabled', async () => {
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
    const input = { project: 'HULY', title: 'Login bug' };
    const { result } = await client.call('create_issue', input);
    expect(result).toMatchObject({ success: true, data: { done: 'create_issue', input } });
  });

  verifies(['S02-11', 'S02-17'], 'a category by its description brings its tools', async () => {
    const client = await connect({ dynamic: { tokens: 6_000 } });
    await search(client, 'issue management');
    const names = await namesOf(client);
    for (const name of ['list_issues', 'get_issue', 'create_issue', 'update_issue', 'delete_issue']) {
      expect(names).toContain(name);
    }
    // "Blobs" and "buckets" occur in no tool, only in the description of the category.
    const categories = { Storage: 'Blobs and buckets' };
    const blobs = await search(await connect({ categories }), 'blob bucket');
    expect(blobs.slice(0, 3).map((tool) => tool.category)).toEqual(['Storage', 'Storage', 'Storage']);
  });

  verifies('S02-18', 'finds an issue behind a bug report, although no tool speaks of bugs', async () => {
    const listed = await allTools(await connect({ toolStrategy: 'individual' }));
    expect(listed.filter((tool) => /bug|defect|ticket/i.test(JSON.stringify(tool)))).toEqual([]);
    // The only tool with "report" in its name sums up working times. Search by meaning must rank `create_issue` near it.
    const reports = listed.filter((tool) => /report/i.test(JSON.stringify(tool))).map((tool) => tool.name);
    expect(reports).toEqual(['get_time_report']);
    for (const query of ['bug report', 'report a bug']) {
      const { tools } = (await (await connect()).call('search_tools', { query })).result.data;
      expect(tools.slice(0, 5).map((tool: Data) => tool.name)).toContain('create_issue');
    }
  });

  verifies('S02-20', 'holds 60 tools: those that were not used for longest make room', async () => {
    const client = await connect({ dynamic: { tokens: 1_000_000 } });
    const enabled = async () => (await namesOf(client)).filter((name) => !FIXED.includes(name));
    await search(client, 'create_issue');
    await search(client, 'start_timer');
    expect(await enabled()).toEqual(['create_issue', 'start_timer']);
    const others = trackerCommands
      .map(({ name }) => name)
      .filter((name) => !['create_issue', 'start_timer', ...ALWAYS].includes(name));
    let most = 0;
    for (const name of others) {
      await search(client, name);
      await client.call('start_timer', { issue: 'HULY-1' });
      most = Math.max(most, (await enabled()).length);
    }
    expect(most).toBe(60);
    const names = await enabled();
    expect(names).toHaveLength(60);
    // Every step of the loop calls `start_timer`. No step uses `create_issue`.
    expect(names).toContain('start_timer');
    expect(names).not.toContain('create_issue');
    expect(await namesOf(client)).toEqual(expect.arrayContaining(FIXED));
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

  verifies('S02-14', 'a search costs at most 2,000 tokens with the schemas that it enables', async () => {
    for (const query of QUERIES) {
      const client = await connect();
      const before = new Set(await namesOf(client));
      const { result, text } = await client.call('search_tools', { query });
      const enabled = (await allTools(client)).filter((tool) => !before.has(tool.name));
      for (const reply of [text, result]) expect(tokens(reply)).toBeLessThanOrEqual(500);
      // The best match is added even if it is larger than the budget.
      const schemas = enabled.length > 1 ? tokens(enabled) : 0;
      expect([query, Math.max(tokens(text), tokens(result)) + schemas <= 2_000]).toEqual([query, true]);
      expect([query, enabled.length > 0]).toEqual([query, query !== NONSENSE]);
    }
  });

  verifies('S02-14', 'a search of the fallback costs at most 500 tokens and changes no list', async () => {
    const client = await connect({ toolStrategy: 'proxy' });
    const before = JSON.stringify(await allTools(client));
    for (const query of QUERIES) {
      const { result, text } = await client.call('search_tools', { query });
      for (const reply of [text, result]) expect(tokens(reply)).toBeLessThanOrEqual(500);
    }
    expect(JSON.stringify(await allTools(client))).toBe(before);
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
    expect(right.result).toMatchObject({ success: true, data: { done: 'start_timer', input: { issue: 'HULY-1' } } });
  });

  verifies('S02-21', 'is the list of dynamic for requests without a session', async () => {
    const client = await connect({}, 'auto');
    expect(client.era).toBe(MODERN.era);
    const before = JSON.stringify(await client.page());
    await search(client, 'create an issue');
    expect(JSON.stringify(await client.page())).toBe(before);
    expect(JSON.parse(before).tools).toEqual(await allTools(await connect({ toolStrategy: 'proxy' }, 'auto')));
  });
});

everyLineHasATest();
