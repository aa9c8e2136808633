import { DirectClient, defineCommand, type McpServerOptions, success, TOOL_STRATEGIES } from '@foldout/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { closeAfterEach } from '../fixtures/close-after-each.ts';
import { allTools, connectInProcess, type TestClient } from './clients.ts';
import { createShopServer, sharedShop } from './shop.ts';

const open = closeAfterEach();

const night = defineCommand({
  name: 'lamp-light',
  description: 'Light a lamp.',
  category: 'lamp',
  contexts: ['night'],
  input: z.object({}),
  handler: () => success('lit'),
});
const long = defineCommand({
  name: 'lamp-log',
  description: 'Everything that a lamp did.',
  category: 'lamp',
  mutation: false,
  input: z.object({}),
  handler: () => success(Array.from({ length: 3_000 }, (_, row) => ({ row, note: `lit at ${row}` }))),
});

function serve(options: Partial<McpServerOptions>) {
  const commands = [...sharedShop(), night, long];
  const server = createShopServer({ commands, contexts: [{ name: 'night' }], bootstrap: true, ...options });
  open.push({ close: () => server.stop() });
  return server;
}

async function connect(
  options: Partial<McpServerOptions>,
  mode: 'legacy' | 'auto',
  name?: string,
): Promise<TestClient> {
  const client = await connectInProcess(serve(options), mode, name);
  open.push(client);
  return client;
}

/** Every tool that is not a command of the shop: a text that names one tells the client to call it. */
const OTHER_TOOLS =
  /\bafd-[a-z]+(?:-(?:read|write|destructive))?\b|\b(?:search_tools|get_tool_schema|list_tool_categories|list_available_tools|get_tool_description|list_extended_tools|(?:invoke_tool|call_extended_tool)(?:_(?:read|write|destructive))?)\b/g;
/** Commands, which a dispatcher runs: they may follow in its arguments. */
const COMMANDS = new Set(['afd-more', 'afd-context', 'afd-help', 'afd-docs', 'afd-schema']);

/** The arguments of the listed tool that runs commands. */
function dispatch(
  listed: ReadonlySet<string>,
  command: string,
  input: Record<string, unknown>,
): [string, Record<string, unknown>] {
  if (listed.has(command)) return [command, input];
  for (const [tool, name, args] of [
    ['afd-call', 'command', 'input'],
    ['afd-call-destructive', 'command', 'input'],
    ['invoke_tool', 'toolName', 'args'],
    ['invoke_tool_destructive', 'toolName', 'args'],
    ['call_extended_tool', 'tool_name', 'arguments'],
    ['call_extended_tool_destructive', 'tool_name', 'arguments'],
  ] as const) {
    if (listed.has(tool)) return [tool, { [name]: command, [args]: input }];
  }
  return [command, input];
}

const WRONG: readonly (readonly [what: string, command: string, input: Record<string, unknown>])[] = [
  ['unknown command', 'order-gte', {}],
  ['strange command', 'zzzzzz', {}],
  ['missing field', 'order-get', {}],
  ['wrong choice', 'config-get', { key: 'shop.nmae' }],
  ['outside the context', 'lamp-light', {}],
  ['cut result', 'lamp-log', {}],
  ['unknown cursor', 'afd-more', { cursor: 'x.1' }],
  ['unknown context', 'afd-context', { action: 'enter', context: 'noon' }],
  ['entered context', 'afd-context', { action: 'enter', context: 'night' }],
  ['nothing to document', 'afd-docs', { command: 'order-gte' }],
];
/** Arguments that the surface's own tools refuse. */
const MISUSED: Readonly<Record<string, Record<string, unknown>>> = {
  'afd-discover': { limit: 0 },
  'afd-detail': {},
  'afd-call': { input: 5 },
  'afd-batch': { commands: [] },
  'afd-pipe': { steps: 'x' },
  search_tools: { query: 5, limit: 0 },
  get_tool_schema: {},
  get_tool_description: {},
  list_available_tools: { offset: -1 },
  list_extended_tools: { offset: -1 },
  invoke_tool: {},
  call_extended_tool: {},
  run_code: {},
};

const VIEWERS = TOOL_STRATEGIES.flatMap((toolStrategy) =>
  (['legacy', 'auto'] as const).flatMap((mode) =>
    [undefined, 'gemini-cli-mcp-client'].map((name) => ({ toolStrategy, mode, name })),
  ),
);

describe('every error and hint', () => {
  it.each(VIEWERS)('names only listed tools: $toolStrategy, $mode, $name', async ({ toolStrategy, mode, name }) => {
    const client = await connect({ toolStrategy, coreTools: ['order-get'] }, mode, name);
    const listed = new Set((await allTools(client)).map((tool) => tool.name));
    const unfollowable: unknown[] = [];
    for (const [what, command, input] of WRONG) {
      const text = await textOf(client, ...dispatch(listed, command, input));
      unfollowable.push(...unlisted(text, listed).map((tool) => ({ what, tool, text })));
    }
    for (const [tool, input] of Object.entries(MISUSED).filter(([tool]) => listed.has(tool))) {
      const text = await textOf(client, tool, input);
      expect(text).toMatch(/^VALIDATION_ERROR/);
      unfollowable.push(...unlisted(text, listed).map((other) => ({ what: `misused ${tool}`, other, text })));
      // The client already has the definition of a listed tool, so the error must not send it to a description.
      expect(text).not.toMatch(new RegExp(`(command|toolName|tool_name|query) '${tool}'`));
    }
    const text = await textOf(client, 'order-gte', {});
    unfollowable.push(...unlisted(text, listed).map((tool) => ({ what: 'unlisted tool', tool, text })));
    expect(unfollowable).toEqual([]);
  });

  it.each(TOOL_STRATEGIES)('under %s leads to the rest of a cut result, literally', async (toolStrategy) => {
    const client = await connect({ toolStrategy }, 'legacy');
    const listed = new Set((await allTools(client)).map((tool) => tool.name));
    let answer = await client.call(...dispatch(listed, 'lamp-log', {}));
    const rows: unknown[] = [...answer.result.data];
    for (let next = nextCall(answer.text); next; next = nextCall(answer.text)) {
      expect([...listed]).toContain(next.tool);
      answer = await client.call(next.tool, next.input);
      rows.push(...answer.result.data);
    }
    expect(rows).toHaveLength(3_000);
  });

  it('carries a repaired input that passes', async () => {
    const client = await connect({ toolStrategy: 'lazy' }, 'legacy');
    const { text } = await client.call('afd-call', { command: 'config-get', input: { key: 'shop.nmae' } });
    const [, repaired = ''] = /Send (\{.*?\})\./.exec(text) ?? [];
    const again = await client.call('afd-call', { command: 'config-get', input: JSON.parse(repaired) });
    expect(again.isError).toBe(false);
  });

  it('enters a context literally, where there is a session', async () => {
    for (const toolStrategy of ['lazy', 'proxy', 'individual'] as const) {
      const client = await connect({ toolStrategy }, 'legacy');
      const listed = new Set((await allTools(client)).map((tool) => tool.name));
      const refused = await client.call(...dispatch(listed, 'lamp-light', {}));
      const [, tool = '', args = ''] = /Enter it with (\S+) (\{.*?\}\}?)[,.]/.exec(refused.text) ?? [];
      await client.call(tool, JSON.parse(args));
      expect((await client.call(...dispatch(listed, 'lamp-light', {}))).text).toBe('"lit"');
    }
  });

  it('does not speak of entering where there is no session', async () => {
    const client = await connect({ toolStrategy: 'lazy' }, 'auto');
    const { text } = await client.call('afd-call', { command: 'lamp-light' });
    expect(text).toContain("Pass context: 'night' to afd-call.");
    expect(text).not.toContain('afd-context');
  });

  it('names the risk that a by-risk dispatcher needs', async () => {
    const client = await connect({ toolStrategy: 'lazy', dispatch: 'by-risk' }, 'legacy');
    const input = { orderId: 'ord-1001' };
    const refused = await client.call('afd-call-read', { command: 'order-cancel', input });
    const [, tool = ''] = /Run it with (\S+) /.exec(refused.text) ?? [];
    expect((await allTools(client)).map((listed) => listed.name)).toContain(tool);
    expect((await client.call(tool, { command: 'order-cancel', input })).result.error?.code).not.toBe(
      'COMMAND_NOT_EXPOSED',
    );
  });

  it('has the words of a DirectClient in a DirectClient', async () => {
    const client = new DirectClient(serve({ toolStrategy: 'lazy' }));
    const unknown = await client.call('order-gte');
    const invalid = await client.call('order-get');
    expect(unknown.error?.suggestion).toContain('Use discover() to list all commands.');
    expect(invalid.error?.suggestion).toContain('Use detail("order-get") to see the expected input schema.');
    for (const { error } of [unknown, invalid]) expect(error?.suggestion).not.toContain('afd-');
  });
});

async function textOf(client: TestClient, tool: string, input: Record<string, unknown>): Promise<string> {
  try {
    return (await client.call(tool, input)).text;
  } catch (error) {
    return (error as Error).message;
  }
}

function unlisted(text: string, listed: ReadonlySet<string>): string[] {
  const lines = text.split('\n').filter((line) => !line.startsWith('[') && !line.startsWith('{'));
  return [...lines.join('\n').matchAll(OTHER_TOOLS)]
    .map(([tool]) => tool)
    .filter((tool) => !listed.has(tool) && !COMMANDS.has(tool));
}

function nextCall(text: string): { tool: string; input: Record<string, unknown> } | undefined {
  const [, tool = '', args = ''] = /Next: (\S+) (\{.*?\}+)\./.exec(text) ?? [];
  return tool === '' ? undefined : { tool, input: JSON.parse(args) };
}
