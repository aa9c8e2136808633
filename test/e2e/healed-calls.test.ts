import {
  createMcpServer,
  defineCommand,
  type FoldoutServer,
  mcpResult,
  success,
  type ToolStrategy,
} from '@foldout/server';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connectInProcess, type TestClient } from './clients.ts';
import { connectSdk } from './sdk-clients.ts';

const commands = [
  defineCommand({
    name: 'order-get',
    description: 'Read an order.',
    mutation: false,
    input: z.object({ orderId: z.string(), depth: z.number().optional() }),
    handler: (input) => success(input),
  }),
  defineCommand({
    name: 'picture-draw',
    description: 'Draw a picture.',
    mutation: false,
    input: z.object({ of: z.string() }),
    handler: ({ of }) =>
      mcpResult({ content: [{ type: 'image', data: Buffer.from(of).toString('base64'), mimeType: 'image/png' }] }),
  }),
];

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

function start(toolStrategy: ToolStrategy): FoldoutServer {
  const server = createMcpServer({ name: 'shop', version: '1.0.0', commands, toolStrategy, log: () => {} });
  open.push({ close: () => server.stop() });
  return server;
}

async function connect(toolStrategy: ToolStrategy): Promise<TestClient> {
  const client = await connectInProcess(start(toolStrategy));
  open.push(client);
  return client;
}

/** Surface → its dispatcher, and the fields of the documented form. */
const DISPATCHERS = [
  ['lazy', 'afd-call', 'command', 'input'],
  ['index', 'afd-call', 'command', 'input'],
  ['proxy', 'invoke_tool', 'toolName', 'args'],
  ['core', 'call_extended_tool', 'tool_name', 'arguments'],
] as const;

describe.each(DISPATCHERS)('on the surface %s, %s', (strategy, dispatcher, nameField, inputField) => {
  const wanted = { orderId: 'o1', depth: 2 };

  it.each([
    ['in the documented form', { [nameField]: 'order-get', [inputField]: wanted }],
    ['flat beside the name', { [nameField]: 'order-get', ...wanted }],
    ['under args', { [nameField]: 'order-get', args: wanted }],
    ['under arguments', { [nameField]: 'order-get', arguments: wanted }],
    ['under params', { [nameField]: 'order-get', params: wanted }],
    ['under parameters', { [nameField]: 'order-get', parameters: wanted }],
    ['under input', { [nameField]: 'order-get', input: wanted }],
    ['as JSON text', { [nameField]: 'order-get', [inputField]: JSON.stringify(wanted) }],
    ['with the name under name', { name: 'order-get', [inputField]: wanted }],
    ['with server/name', { [nameField]: 'shop/order-get', [inputField]: wanted }],
    ['with server__name', { [nameField]: 'shop__order-get', [inputField]: wanted }],
    ['with server.name', { [nameField]: 'shop.order-get', [inputField]: wanted }],
    ['with a prefix of Claude Code', { [nameField]: 'mcp__shop__order-get', [inputField]: wanted }],
    ['with a prefix of Gemini', { [nameField]: 'mcp_shop_order-get', [inputField]: wanted }],
    ['as Codex writes names', { [nameField]: 'order_get', [inputField]: wanted }],
    ['all at once', { tool: 'mcp__foldout__shop__order_get', arguments: JSON.stringify(wanted) }],
  ])('runs a call %s', async (_how, given) => {
    const client = await connect(strategy);
    const { result, text } = await client.call(dispatcher, given);
    expect(result).toMatchObject({ success: true, data: wanted });
    const { warnings = [] } = result;
    const isDocumented = ['order-get', 'shop/order-get'].some(
      (name) => JSON.stringify(given) === JSON.stringify({ [nameField]: name, [inputField]: wanted }),
    );
    expect(warnings.length > 0).toBe(!isDocumented);
    for (const line of warnings) expect(text).toContain(line);
  });

  it('says what was healed also beside an answer that is relayed as it is', async () => {
    const client = await connectSdk(start(strategy), 'modern');
    open.push(client);
    const { content } = await client.callTool({
      name: dispatcher,
      arguments: { [nameField]: 'picture_draw', of: 'a cat' },
    });
    const [picture, ...texts] = content as { type: string; text?: string }[];
    expect(picture?.type).toBe('image');
    const text = texts.map((block) => block.text).join('\n');
    expect(text).toContain(`${nameField}: read 'picture_draw' as 'picture-draw'`);
    expect(text).toContain(`${inputField}: taken from the fields beside the name: of`);
  });
});

describe('the entries of afd-batch and afd-pipe', () => {
  it('are healed too', async () => {
    const client = await connect('lazy');
    const batch = await client.call('afd-batch', {
      commands: [
        { name: 'shop.order-get', arguments: { orderId: 'o1' } },
        { command: 'order_get', orderId: 'o2' },
      ],
    });
    expect(batch.result).toMatchObject({ data: { summary: { succeeded: 2 } } });
    expect(batch.text).toContain("commands[1].command: read 'order_get' as 'order-get'");
    const pipe = await client.call('afd-pipe', {
      steps: [
        { tool: 'order-get', orderId: 'o1', as: 'one' },
        { command: 'order-get', args: '{"orderId":"$steps.one.orderId"}' },
      ],
    });
    expect(pipe.result).toMatchObject({ data: { data: { orderId: 'o1' } } });
  });
});

describe('the tools that find and describe', () => {
  it.each([
    ['lazy', 'afd-discover', { query: 'order' }, "search: taken from 'query'"],
    ['proxy', 'search_tools', { search: 'order' }, "query: taken from 'search'"],
    ['lazy', 'afd-detail', { name: 'order-get' }, "command: taken from 'name'"],
    [
      'lazy',
      'afd-detail',
      { command: ['mcp__shop__order_get'] },
      "command: read 'mcp__shop__order_get' as 'order-get'",
    ],
    ['proxy', 'get_tool_schema', { tool: 'shop.order-get' }, "toolName: read 'shop.order-get' as 'order-get'"],
    ['index', 'get_tool_description', { name: 'order_get' }, "tool_name: read 'order_get' as 'order-get'"],
  ] as const)('take what models send: %s, %s %j', async (strategy, tool, input, warning) => {
    const { result, text } = await (await connect(strategy)).call(tool, input);
    expect(result.success).toBe(true);
    expect(JSON.stringify(result.data)).toContain('order-get');
    expect(result.warnings).toContain(warning);
    expect(text).toContain(warning);
  });

  it('filter by risk', async () => {
    const client = await connect('proxy');
    const { result } = await client.call('search_tools', { query: 'order', risk: 'destructive' });
    expect(result.data).toMatchObject({ tools: [] });
  });
});

describe('a tool called by a name that a host has changed', () => {
  it.each(['order_get', 'mcp__shop__order-get', 'shop__order_get', 'mcp_foldout_order_get'])(
    'runs: %s',
    async (name) => {
      const client = await connect('individual');
      const { result, text } = await client.call(name, { orderId: 'o1' });
      expect(result).toMatchObject({ success: true, data: { orderId: 'o1' } });
      expect(text).toContain(`tool: read '${name}' as 'order-get'`);
    },
  );

  it.each([
    ['lazy', 'afd_discover', { search: 'order' }],
    ['lazy', 'mcp__foldout__afd-call', { command: 'order-get', input: { orderId: 'o1' } }],
    ['proxy', 'foldout_search_tools', { query: 'order' }],
    ['proxy', 'mcp__foldout__afd_batch', { commands: [{ command: 'order-get', input: { orderId: 'o1' } }] }],
  ] as const)('runs a meta-tool: %s, %s', async (strategy, name, input) => {
    const { result } = await (await connect(strategy)).call(name, input);
    expect(result.success).toBe(true);
    expect(result.warnings?.[0]).toContain(`tool: read '${name}' as`);
  });

  it('is refused for the tool of another server', async () => {
    const client = await connect('individual');
    await expect(client.call('mcp__linear__order-get', { orderId: 'o1' })).rejects.toThrow(/Unknown tool/);
  });
});

describe('a refusal of a bound', () => {
  it('names the bound and carries the input that would pass', async () => {
    const client = await connect('lazy');
    const { result } = await client.call('afd-discover', { search: 'order', limit: 500 });
    expect(result.error?.message).toContain('200');
    const { repaired = {} } = (result.error?.details ?? {}) as { repaired?: Record<string, unknown> };
    expect(repaired).toEqual({ search: 'order', limit: 200 });
    expect((await client.call('afd-discover', repaired)).result.success).toBe(true);
  });
});
