import { DefinitionError, defineCommand, type McpServerOptions, success } from '@foldout/server';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect } from 'vitest';
import type { z } from 'zod';
import { allTools, CLIENTS, connectInProcess, type Data, type TestClient, withoutSuggestion } from '../e2e/clients.ts';
import { closeAfterEach } from '../fixtures/close-after-each.ts';
import { unstamped } from '../fixtures/unstamped.ts';
import { criteria } from './criteria.ts';
import { createForge, forgeCommands } from './seed-001-forge.ts';
import { timeRatio } from './time-ratio.ts';

/** Every acceptance line of seed 001, in its order. */
const LINES = {
  'S01-01': 'list: returns all registered tools',
  'S01-02': 'list: summaries are at most 80 characters',
  'S01-03': 'list: category filtering works',
  'S01-04': 'list: at most 500 tokens for the full listing',
  'S01-05': 'list: answers in less than 100 ms',
  'S01-06': 'describe: complete parameter schema',
  'S01-07': 'describe: examples are practical and accurate',
  'S01-08': 'describe: related tools are relevant',
  'S01-09': 'describe: an unknown name gets a helpful error',
  'S01-10': 'describe: answers in less than 100 ms',
  'S01-11': 'metadata: every tool has all of it',
  'S01-12': 'metadata: is validated',
  'S01-13': 'metadata: summaries over 80 characters are refused',
  'S01-14': 'metadata: examples are valid calls',
  'S01-15': 'compatibility: every tool can be called directly',
  'S01-16': 'compatibility: signatures are unchanged',
  'S01-17': 'compatibility: configurations work without modification',
  'S01-18': 'test: a description with its examples uses less than 400 tokens',
  'S01-19': 'test: total reduced by more than 40% against static loading',
  'S01-20': 'list: disabled tools only when asked for, and marked',
  'S01-21': 'describe: no examples when refused',
  'S01-22': 'list: answers with tools, total and categories',
} as const;

const { verifies, everyLineHasATest } = criteria(LINES);
const tokens = (value: unknown): number => encode(typeof value === 'string' ? value : JSON.stringify(value)).length;
const NAMES = forgeCommands.map((command) => command.name).sort();

const open = closeAfterEach();

async function connect(options: Partial<McpServerOptions> = {}): Promise<TestClient> {
  const server = createForge(options);
  const client = await connectInProcess(server);
  open.push({ close: () => server.stop() }, client);
  return client;
}

async function data(client: TestClient, tool: string, input: Record<string, unknown> = {}): Promise<Data> {
  const { result } = await client.call(tool, input);
  expect(result.success).toBe(true);
  return result.data;
}

/** The median time of a call, and its ratio to a call of a command that does nothing over the same connection. */
async function answerTime(client: TestClient, call: () => Promise<unknown>): Promise<{ ms: number; ratio: number }> {
  const times: number[] = [];
  const timed = async () => {
    const started = performance.now();
    await call();
    times.push(performance.now() - started);
  };
  const ratio = await timeRatio(timed, () => client.call('search_context', { query: 'x' }));
  return { ms: times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN, ratio };
}

/** Looking something up costs about as much as a call of a command that does nothing. */
const LOOK_UP = 4;

describe('list_available_tools', () => {
  verifies(['S01-01', 'S01-22'], 'lists all twelve, with their number and categories', async () => {
    const listing = await data(await connect(), 'list_available_tools');
    expect(listing.tools.map((tool: Data) => tool.name).sort()).toEqual(NAMES);
    expect(listing.tools.find((tool: Data) => tool.name === 'search_context')).toEqual({
      name: 'search_context',
      summary: 'Search semantic memory for relevant context',
      category: 'search',
      enabled: true,
    });
    expect(listing.total).toBe(12);
    expect(listing.categories).toEqual(['beliefs', 'feedback', 'patterns', 'review', 'search']);
    expect(Object.keys(listing)).toEqual(['tools', 'total', 'categories']);
  });

  verifies('S01-02', 'summaries have at most 80 characters, also derived ones', async () => {
    const long = defineCommand({
      name: 'long',
      description: `Say ${'a great many words '.repeat(30)}. Then stop.`,
      handler: () => success(0),
    });
    const listing = await data(await connect({ commands: [...forgeCommands, long] }), 'list_available_tools');
    for (const { summary } of listing.tools) {
      expect(summary.length).toBeGreaterThan(0);
      expect(summary.length).toBeLessThanOrEqual(80);
    }
  });

  verifies('S01-03', 'filters by category', async () => {
    const client = await connect();
    const beliefs = await data(client, 'list_available_tools', { category: 'beliefs' });
    expect(beliefs.tools.map((tool: Data) => tool.name)).toEqual(['add_belief', 'adjust_belief', 'query_beliefs']);
    expect(beliefs.total).toBe(3);
    expect(beliefs.categories).toHaveLength(5);
    expect(await data(client, 'list_available_tools', { category: 'none' })).toMatchObject({ tools: [], total: 0 });
  });

  verifies('S01-04', 'twelve tools cost at most 500 tokens, as text and as structured content', async () => {
    const { result, text } = await (await connect()).call('list_available_tools');
    expect(tokens(text)).toBeLessThanOrEqual(500);
    expect(tokens(result)).toBeLessThanOrEqual(500);
  });

  verifies('S01-05', 'answers in less than 100 ms', async () => {
    const client = await connect();
    const { ms, ratio } = await answerTime(client, () => client.call('list_available_tools'));
    expect(ms).toBeLessThan(100);
    expect(ratio).toBeLessThan(LOOK_UP);
  });

  verifies('S01-20', 'shows disabled tools when asked to', async () => {
    const off = defineCommand({ name: 'off', description: 'Off', enabled: false, handler: () => success(0) });
    const client = await connect({ commands: [...forgeCommands, off] });
    expect(await data(client, 'list_available_tools')).toMatchObject({ total: 12 });
    const all = await data(client, 'list_available_tools', { include_disabled: true });
    expect(all.total).toBe(13);
    expect(all.tools.filter((tool: Data) => !tool.enabled)).toMatchObject([{ name: 'off', enabled: false }]);
  });
});

describe('get_tool_description', () => {
  const describeTool = async (name: string, extra: object = {}): Promise<Data> =>
    data(await connect(), 'get_tool_description', { tool_name: name, ...extra });

  verifies('S01-06', 'shows the parameters as the seed does', async () => {
    const { name, description, parameters } = await describeTool('search_context');
    expect(name).toBe('search_context');
    expect(description).toBe(forgeCommands[0]?.description);
    expect(parameters).toEqual({
      query: { type: 'string', description: 'The search query (natural language)', required: true },
      limit: {
        type: 'integer',
        description: 'Maximum results to return',
        minimum: 1,
        maximum: 100,
        default: 10,
        required: false,
      },
      domain: {
        type: 'string',
        description: 'Domain filter (architecture, testing, patterns, etc.)',
        required: false,
      },
      min_conviction: {
        type: 'number',
        description: 'Minimum conviction score threshold (0.0-1.0)',
        minimum: 0,
        maximum: 1,
        required: false,
      },
    });
    const { parameters: adjust } = await describeTool('adjust_belief');
    expect(adjust.action).toEqual({
      type: 'string',
      description: 'What to do with the belief',
      enum: ['reinforce', 'weaken', 'modify', 'delete'],
      required: true,
    });
  });

  verifies('S01-07', 'shows examples that run unchanged', async () => {
    const client = await connect();
    const { examples } = await data(client, 'get_tool_description', { tool_name: 'search_context' });
    expect(examples[0]).toEqual({
      description: 'Search for architecture principles',
      invocation: 'search_context(query="dependency injection patterns", domain="architecture", min_conviction=0.7)',
    });
    for (const { name, examples: declared = [] } of forgeCommands) {
      const described = await data(client, 'get_tool_description', { tool_name: name });
      const parsed = described.examples.map(({ description, invocation }: Data) => {
        return { title: description, ...parseInvocation(invocation) };
      });
      expect(parsed).toEqual(declared.map(({ title, input }) => ({ title, tool: name, input })));
      for (const { tool, input } of parsed) expect((await client.call(tool, input)).result.success).toBe(true);
    }
  });

  verifies('S01-08', 'lists declared related tools, else tools that share nouns or the category', async () => {
    expect((await describeTool('search_context')).related_tools).toEqual(['get_principles', 'check_conflicts']);
    expect((await describeTool('query_beliefs')).related_tools.slice(0, 2)).toEqual(['add_belief', 'adjust_belief']);
    expect((await describeTool('record_pattern')).related_tools).toContain('find_patterns');
    expect((await describeTool('explain_finding')).related_tools).toContain('review_code');
    // A shared noun relates more than a shared category.
    const other = {
      name: 'export_beliefs',
      description: 'Export them',
      category: 'patterns',
      handler: () => success(0),
    };
    const client = await connect({ commands: [...forgeCommands, defineCommand(other)] });
    const { related_tools } = await data(client, 'get_tool_description', { tool_name: other.name });
    expect(related_tools).toEqual(['add_belief', 'adjust_belief', 'query_beliefs']);
  });

  verifies('S01-09', 'suggests similar names for an unknown one', async () => {
    const client = await connect();
    const { result, isError } = await client.call('get_tool_description', { tool_name: 'serch_context' });
    expect(isError).toBe(true);
    expect(result.error).toMatchObject({
      code: 'COMMAND_NOT_FOUND',
      message: "No command named 'serch_context'",
      suggestion: "Did you mean 'search_context'? Use list_available_tools to list all commands.",
    });
  });

  verifies('S01-10', 'answers in less than 100 ms', async () => {
    const client = await connect();
    const input = { tool_name: 'search_context' };
    const { ms, ratio } = await answerTime(client, () => client.call('get_tool_description', input));
    expect(ms).toBeLessThan(100);
    expect(ratio).toBeLessThan(LOOK_UP);
  });

  verifies('S01-18', 'every description with its examples costs less than 400 tokens', async () => {
    const client = await connect();
    for (const tool_name of NAMES) {
      const { result, text } = await client.call('get_tool_description', { tool_name });
      expect(tokens(text)).toBeLessThan(400);
      expect(tokens(result)).toBeLessThan(400);
    }
  });

  verifies('S01-21', 'leaves examples out when asked to', async () => {
    const { examples, ...rest } = await describeTool('search_context');
    expect(examples).toHaveLength(2);
    expect(await describeTool('search_context', { include_examples: false })).toEqual(rest);
  });
});

describe('the metadata', () => {
  verifies('S01-11', 'is complete for every tool', async () => {
    const client = await connect();
    const { tools } = await data(client, 'list_available_tools');
    for (const { name, summary, category, description } of forgeCommands) {
      expect(tools).toContainEqual({ name, summary, category, enabled: true });
      const described = await data(client, 'get_tool_description', { tool_name: name });
      expect(described).toMatchObject({ name, description });
      expect(Object.keys(described.parameters).length).toBeGreaterThan(0);
      for (const { description: about } of Object.values<Data>(described.parameters)) {
        expect(about.length).toBeGreaterThan(5);
      }
      expect(described.related_tools.length).toBeGreaterThan(0);
      for (const related of described.related_tools) expect(NAMES.filter((other) => other !== name)).toContain(related);
    }
  });

  const broken = (parts: object) => () => defineCommand({ ...(forgeCommands[0] as object), ...parts } as never);

  verifies(['S01-12', 'S01-13', 'S01-14'], 'that is invalid is refused where it is defined', () => {
    expect(broken({})).not.toThrow();
    expect(broken({ name: '' })).toThrow(/has an empty name/);
    expect(broken({ description: ' ' })).toThrow(/has no description/);
    expect(broken({ summary: 'x'.repeat(80) })).not.toThrow();
    expect(broken({ summary: 'x'.repeat(81) })).toThrow(/81 characters; at most 80/);
    expect(broken({ examples: [{ title: 'No query', input: { limit: 5 } }] })).toThrow(/query/);
    expect(broken({ examples: [{ title: 'Too sure', input: { query: 'a', min_conviction: 2 } }] })).toThrow(
      /'Too sure'.*min_conviction/s,
    );
    expect(broken({ name: '' })).toThrow(DefinitionError);
  });
});

describe('compatibility', () => {
  verifies('S01-15', 'every tool can be called by its own name, described before or not', async () => {
    const client = await connect();
    for (const { name, examples = [], input: schema, handler } of forgeCommands) {
      const [{ input } = { input: {} }] = examples;
      const direct = await client.call(name, input);
      const { data: answer } = await handler(await (schema as z.ZodType).parseAsync(input), {} as never);
      expect(direct.result).toMatchObject({ success: true, data: answer });
      const dispatched = await client.call('afd-call', { command: name, input });
      expect(unstamped(direct.result)).toEqual(unstamped(dispatched.result));
    }
  });

  verifies('S01-16', 'inputs and results are the same as with static loading', async () => {
    const [before, after] = [await connect({ toolStrategy: 'individual' }), await connect()];
    for (const { name, examples = [] } of forgeCommands) {
      for (const input of [...examples.map((example) => example.input), { nonsense: 1 }]) {
        expect(withoutSuggestion(await after.call(name, input))).toEqual(
          withoutSuggestion(await before.call(name, input)),
        );
      }
    }
    const listed = (await allTools(before)).filter((tool) => NAMES.includes(tool.name));
    expect(listed).toHaveLength(12);
    for (const { name, inputSchema } of listed) {
      const { properties, required = [] } = inputSchema as Data;
      const expected = Object.entries<object>(properties).map(([key, schema]) => [
        key,
        { ...schema, required: required.includes(key) },
      ]);
      const { parameters } = await data(after, 'get_tool_description', { tool_name: name });
      expect(parameters).toEqual(Object.fromEntries(expected));
    }
  });

  verifies('S01-17', 'clients of every era list and call without any setting', async () => {
    const server = createForge({ transport: 'http', port: 0 });
    await server.start();
    open.push({ close: () => server.stop() });
    for (const kind of CLIENTS) {
      const client = await kind.connect({ kind: 'http', url: server.url ?? '' });
      open.push(client);
      expect((await allTools(client)).map((tool) => tool.name)).toEqual([
        'list_available_tools',
        'get_tool_description',
        'afd-call',
      ]);
      const { result } = await client.call('search_context', { query: 'x' });
      expect(result).toMatchObject({ success: true, data: { query: 'x', limit: 10 } });
    }
  });
});

describe('in total', () => {
  verifies('S01-19', 'listing, looking and describing costs more than 40% less than static loading', async () => {
    const everything = tokens(await allTools(await connect({ toolStrategy: 'individual' })));
    const client = await connect();
    const listed = tokens(await allTools(client)) + tokens(client.instructions);
    const answers = [
      await client.call('list_available_tools'),
      await client.call('get_tool_description', { tool_name: 'search_context' }),
    ];
    expect(everything).toBeGreaterThan(2_000);
    for (const read of ['text', 'result'] as const) {
      const total = answers.reduce((sum, answer) => sum + tokens(answer[read]), listed);
      expect(1 - total / everything).toBeGreaterThan(0.4);
    }
  });
});

everyLineHasATest();

/** `tool(key="value", other=5)` → the tool and its arguments. */
function parseInvocation(invocation: string): { tool: string; input: Record<string, unknown> } {
  const [, tool = '', inside = ''] = /^([\w-]+)\((.*)\)$/s.exec(invocation) ?? [];
  const json = inside.replaceAll(/(^|, )([a-z_]+)=/g, '$1"$2":');
  return { tool, input: JSON.parse(`{${json}}`) };
}
