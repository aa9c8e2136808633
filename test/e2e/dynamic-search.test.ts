import { createMcpServer, type FoldoutServer, type McpServerOptions } from '@foldout/server';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it, vi } from 'vitest';
import { createTracker } from '../acceptance/seed-002-tracker.ts';
import { closeAfterEach } from '../fixtures/close-after-each.ts';
import { command, FixedSource, tool } from '../fixtures/tools.ts';
import { allTools, connectInProcess, type SeenTool, type TestClient } from './clients.ts';

/** Requests in a user's words, for the tracker with 114 tools. */
const REQUESTS = [
  'the login page crashes, write that down for the team',
  'who is working on what this week',
  'start counting the hours I spend on this',
  'how long did we spend on the release',
  'put a picture next to the ticket',
  'tell everybody in the channel that the build is green',
  'answer the last comment',
  'plan a meeting with the customer on Friday',
  'which goals do we have for the next quarter',
  'rename the project',
  'remove the label "urgent" from a task',
  'find everything about invoices',
  'make one task depend on another',
  'invite a colleague',
  'show me the wiki pages',
  'create an issue',
  'issue management',
  'documents',
  'what changed since yesterday',
  'upload the quarterly report',
];
/** A client of the table that reads the list again after `tools/list_changed`, and one that does not. */
const FOLLOWS = 'claude-code';
const IGNORES = 'codex-mcp-client';
const MAX_TOKENS = 2_000;

const open = closeAfterEach();
const tokens = (value: unknown): number => encode(typeof value === 'string' ? value : JSON.stringify(value)).length;

async function connect(server: FoldoutServer, client?: string): Promise<TestClient> {
  open.push({ close: () => server.stop() });
  const connected = await connectInProcess(server, 'legacy', client);
  open.push(connected);
  return connected;
}

const tracker = (options: Partial<McpServerOptions> = {}) => createTracker({ toolStrategy: 'dynamic', ...options });

async function namesOf(client: TestClient): Promise<string[]> {
  return (await allTools(client)).map(({ name }) => name);
}

/** What a search costs: the longer form of its answer, and the tools that it adds to the list. */
async function costOf(client: TestClient, query: string, limit?: number) {
  const before = new Set((await allTools(client)).map(({ name }) => name));
  const { result, text } = await client.call('search_tools', { query, ...(limit && { limit }) });
  const added = (await allTools(client)).filter(({ name }) => !before.has(name));
  // Clients that show the structure to their model get the text alone.
  const answer = Math.max(tokens(text), result ? tokens(result) : 0);
  const announced = /^In the tool list now: (.+)$/m.exec(text)?.[1]?.split(', ') ?? [];
  return { added, tokens: answer + tokens(added), announced };
}

describe('a client that is known to keep its first list', () => {
  it('is told of no change of the list, and how to run what was found', async () => {
    const client = await connect(tracker(), IGNORES);
    const [search] = await allTools(client);
    expect(search).toMatchObject({ name: 'search_tools', description: 'Find tools from a sentence.' });
    expect(client.instructions).toContain('Find them with search_tools, run them with invoke_tool.');
    const { changed } = await client.watchTools();
    const announced = vi.fn();
    void changed.then(announced);
    const { text } = await client.call('search_tools', { query: 'create an issue' });
    expect(text).toContain('create_issue(project: string');
    expect(text).toContain('Next: Call it with invoke_tool {"toolName":"create_issue"');
    expect(text).not.toContain('tool list');
    await new Promise((resolve) => setImmediate(resolve));
    expect(announced).not.toHaveBeenCalled();
  });
});

describe.each([FOLLOWS, undefined])('a search of the client %s', (name) => {
  it('costs at most 2,000 tokens with the tools that it adds, among 114 tools', async () => {
    let searchesThatAdd = 0;
    for (const query of REQUESTS) {
      const client = await connect(tracker(), name);
      const cost = await costOf(client, query);
      expect(cost.added.map((one) => one.name).sort()).toEqual([...cost.announced].sort());
      expect(cost.tokens, query).toBeLessThanOrEqual(MAX_TOKENS);
      if (cost.added.length > 0) searchesThatAdd += 1;
    }
    expect(searchesThatAdd).toBeGreaterThan(REQUESTS.length / 2);
  });
});

describe('a search', () => {
  it('adds the best match even if it is larger than the budget, and then nothing else', async () => {
    const client = await connect(tracker({ dynamic: { tokens: 50 } }));
    const { added } = await costOf(client, 'create an issue');
    expect(added.map(({ name }) => name)).toEqual(['create_issue']);
  });

  it('adds more tools with a larger budget, none of them far from the best', async () => {
    const few = await costOf(await connect(tracker({ dynamic: { tokens: 700 } })), 'issue management');
    const server = tracker({ dynamic: { tokens: 100_000 } });
    const many = await costOf(await connect(server), 'issue management', 20);
    expect(few.added.length).toBeGreaterThan(0);
    expect(many.added.length).toBeGreaterThan(few.added.length);
    const { hits } = await server.engine.search('issue management', { limit: 20, maxTokens: 100_000 });
    const near = hits.filter(({ score }) => score >= (hits[0]?.score ?? 1) * 0.03).map(({ tool }) => tool.name);
    expect(near.length).toBeLessThan(hits.length);
    expect(many.added.map(({ name }) => name).sort()).toEqual(near.sort());
  });

  it('adds no more tools than its limit', async () => {
    const client = await connect(tracker());
    await client.call('search_tools', { query: 'issue management', limit: 2 });
    expect(await namesOf(client)).toHaveLength(2 + 2);
  });

  it.each(['create_issue', ' Create_Issue ', 'tracker/create_issue'])(
    'for the name %j adds that tool alone',
    async (query) => {
      const { added } = await costOf(await connect(tracker()), query);
      expect(added.map(({ name }) => name)).toEqual(['create_issue']);
    },
  );

  it('adds nothing if no tool fits', async () => {
    const client = await connect(tracker());
    const before = await namesOf(client);
    const { result } = await client.call('search_tools', { query: 'zzqx flurb' });
    expect(result.data).not.toHaveProperty('added');
    expect(await namesOf(client)).toEqual(before);
  });

  it('asks the search engine once', async () => {
    const server = tracker();
    const client = await connect(server);
    const searches = vi.spyOn(server.engine, 'find');
    await client.call('search_tools', { query: 'create an issue' });
    expect(searches).toHaveBeenCalledTimes(1);
  });
});

describe('the names in an answer', () => {
  const commit = (server: string) =>
    new FixedSource(server, [
      tool('commit', { type: 'object' }, { server, description: `Record changes in the ${server} repository` }),
    ]);
  const twoServers = () =>
    createMcpServer({
      name: 'two',
      version: '1',
      sources: [commit('git'), commit('svn')],
      toolStrategy: 'dynamic',
      log: () => {},
    });

  it('are those of the list, and can be called directly and with invoke_tool', async () => {
    const client = await connect(twoServers());
    const { result } = await client.call('search_tools', { query: 'record the changes' });
    const names = result.data.tools.map(({ name }: SeenTool) => name);
    expect(names.sort()).toEqual(['git__commit', 'svn__commit']);
    expect((await namesOf(client)).slice(2)).toEqual(names);
    for (const name of names) {
      expect((await client.call(name, { message: name })).result.data).toEqual({ message: name });
      const through = await client.call('invoke_tool', { toolName: name, args: { message: name } });
      expect(through.result.data).toEqual({ message: name });
    }
  });
});

describe('invoke_tool', () => {
  it.each([
    [FOLLOWS, ['search_tools']],
    [IGNORES, ['search_tools', 'invoke_tool']],
    ['a-client-of-my-own', ['search_tools', 'invoke_tool']],
  ])('and search_tools for %s: %j', async (name, expected) => {
    expect(await namesOf(await connect(tracker(), name))).toEqual(expected);
  });

  it('has what its caller needs in the search answer; a client that reads the list finds it there', async () => {
    for (const [name, withParameters] of [
      [FOLLOWS, false],
      [IGNORES, true],
    ] as const) {
      const client = await connect(tracker(), name);
      const { text } = await client.call('search_tools', { query: 'create an issue' });
      expect(text).toContain('create_issue');
      expect(text.includes('create_issue(project: string')).toBe(withParameters);
    }
  });
});

describe('tools/list_changed', () => {
  it('is not sent when the catalog changes elsewhere, and is sent when a listed tool changes', async () => {
    const server = createMcpServer({
      name: 'shop',
      version: '1',
      commands: [command('order-cancel'), command('invoice-print')],
      toolStrategy: 'dynamic',
      log: () => {},
    });
    const client = await connect(server);
    await client.call('search_tools', { query: 'order-cancel' });
    let sent = 0;
    const { changed } = await client.watchTools();
    void changed.then(() => {
      sent += 1;
    });
    server.addCommand(command('parcel-track'));
    server.removeCommand('invoice-print');
    await namesOf(client);
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent).toBe(0);
    server.removeCommand('order-cancel');
    await changed;
    expect(await namesOf(client)).toEqual(['search_tools', 'invoke_tool']);
  });
});
