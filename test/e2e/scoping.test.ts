import { type FoldoutServer, type McpServerOptions, TOOL_STRATEGIES } from '@foldout/server';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { closeAfterEach } from '../fixtures/close-after-each.ts';
import { StartingSource } from '../fixtures/starting-source.ts';
import { allTools, CLIENTS, type ClientKind, connectInProcess, type Data, type TestClient } from './clients.ts';
import { createShopServer, sharedShop, shopOverStdio } from './shop.ts';

const [LEGACY, MODERN] = CLIENTS as [ClientKind, ClientKind];
const ORDERS = [
  'order-add-item',
  'order-add-note',
  'order-apply-coupon',
  'order-cancel',
  'order-create',
  'order-get',
  'order-list',
  'order-remove-item',
  'order-set-address',
];
const LEGAL = /^[a-zA-Z0-9_-]{1,64}$/;

const open = closeAfterEach();
afterEach(() => vi.unstubAllEnvs());

function serve(options: Partial<McpServerOptions> = {}): FoldoutServer & { warnings: string[] } {
  const server = createShopServer({
    commands: sharedShop(),
    toolStrategy: 'individual',
    transport: 'http',
    port: 0,
    ...options,
  });
  const warnings: string[] = [];
  server.on('warning', (warning) => warnings.push(warning));
  open.push({ close: () => server.stop() });
  return Object.assign(server, { warnings });
}

async function connect(options: Partial<McpServerOptions> = {}): Promise<TestClient> {
  const client = await connectInProcess(serve(options));
  open.push(client);
  return client;
}

/** A client that sends these headers with every request. */
async function withHeaders(url: string, mode: 'legacy' | 'auto', headers: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'foldout-e2e', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  open.push(client);
  expect(client.getProtocolEra()).toBe(mode === 'legacy' ? 'legacy' : 'modern');
  return client;
}

function own(tools: readonly { name: string }[]): string[] {
  return tools.map((tool) => tool.name).filter((name) => !name.startsWith('afd-'));
}

async function seenWith(url: string, mode: 'legacy' | 'auto', headers: Record<string, string>): Promise<string[]> {
  return own((await (await withHeaders(url, mode, headers)).listTools()).tools);
}

describe('a scope in the environment', () => {
  it.each([LEGACY, MODERN])('limits which tools exist: $name', async (kind) => {
    const env = { TOOLSETS: 'todo, ORDER', TOOLS: 'user-get,shop/config-list' };
    const client = await kind.connect(shopOverStdio({ toolStrategy: 'individual' }, env));
    open.push(client);
    const todos = ['todo-complete', 'todo-create', 'todo-delete', 'todo-list', 'todo-update'];
    expect(own(await allTools(client))).toEqual(['config-list', ...ORDERS, ...todos, 'user-get']);
    const { result } = await client.call('afd-call', { command: 'user-delete', input: { id: 42 } });
    expect(result.error?.code).toBe('COMMAND_NOT_FOUND');
  });

  it('narrows the scope of the options and never widens it', async () => {
    const seen = async (options: Partial<McpServerOptions>, env: Record<string, string>) => {
      const client = await LEGACY.connect(shopOverStdio({ ...options, toolStrategy: 'individual' }, env));
      open.push(client);
      const { result } = await client.call('afd-call', { command: 'user-get', input: { id: 42 } });
      return { listed: own(await allTools(client)), calls: result.error?.code ?? 'user-get runs' };
    };
    const none = { listed: [], calls: 'COMMAND_NOT_FOUND' };
    expect(await seen({ toolsets: ['order'] }, { TOOLS: 'user-get' })).toEqual(none);
    expect(await seen({ tools: ['order-get'] }, { TOOLSETS: 'user' })).toEqual(none);
    expect(await seen({ toolsets: ['order'] }, { TOOLSETS: 'todo' })).toEqual(none);
    expect(await seen({ toolsets: ['order'] }, { TOOLS: 'user-get, order-get' })).toEqual({
      ...none,
      listed: ['order-get'],
    });
    expect(await seen({ toolsets: ['order'], tools: ['user-get'] }, { TOOLSETS: 'user, todo' })).toEqual({
      listed: ['user-get'],
      calls: 'user-get runs',
    });
  });

  it('limits the tools that ALWAYS_AVAILABLE_TOOLS and headers name', async () => {
    vi.stubEnv('TOOLSETS', 'order');
    vi.stubEnv('ALWAYS_AVAILABLE_TOOLS', 'user-get,Order-GET');
    expect(own(serve({ toolStrategy: 'dynamic' }).listTools({ era: 'legacy', sessionId: 'a' }))).toEqual([
      'search_tools',
      'invoke_tool',
      'order-get',
    ]);
    const server = serve();
    await server.start();
    expect(await seenWith(server.url ?? '', 'auto', { 'X-MCP-Tools': 'user-get, order-get' })).toEqual(['order-get']);
  });

  it('reads MCP_TOOLS_MODE', async () => {
    const options = { toolStrategy: 'core', coreTools: ['todo-list'] } as const;
    const names = async (mode: string) => {
      const client = await LEGACY.connect(shopOverStdio(options, { MCP_TOOLS_MODE: mode }));
      open.push(client);
      return own(await allTools(client));
    };
    expect(await names('core')).toEqual(['todo-list', 'list_extended_tools', 'call_extended_tool']);
    expect(await names('extended')).toHaveLength(85);
    expect(await names('EXTENDED')).toHaveLength(85);
    expect(await names('nonsense')).toHaveLength(3);
  });

  it('warns once about a mode that does not exist', () => {
    const linesWith = (mode: string): string[] => {
      vi.stubEnv('MCP_TOOLS_MODE', mode);
      const lines: string[] = [];
      const server = serve({ toolStrategy: 'core', log: (line, level) => lines.push(`${level}: ${line}`) });
      server.listTools();
      server.listTools();
      return lines;
    };
    expect(linesWith('Extendd')).toEqual([
      'warn: shop: MCP_TOOLS_MODE is "Extendd" and is ignored. Use core or extended.',
    ]);
    for (const known of ['', 'core', 'Core', ' EXTENDED ']) expect(linesWith(known)).toEqual([]);
  });
});

describe('names in the environment that have no effect', () => {
  it('are reported once each, when a client connects', async () => {
    vi.stubEnv('TOOLSETS', 'odrer, ORDER');
    vi.stubEnv('TOOLS', 'user-get, todo-list, usr-get');
    vi.stubEnv('ALWAYS_AVAILABLE_TOOLS', 'order-get, order-gte');
    const lines: string[] = [];
    const server = serve({
      toolsets: ['order'],
      tools: ['user-get'],
      log: (line, level) => lines.push(`${level}: ${line}`),
    });
    for (let client = 0; client < 2; client++) open.push(await connectInProcess(server));
    server.addCommand(sharedShop()[0] as never);
    expect(lines).toEqual([
      'warn: shop: TOOLSETS in the environment contains "odrer", but no category or server has that name.',
      'warn: shop: TOOLS in the environment contains "todo-list", but the configured scope does not allow it. ' +
        'The environment can only narrow that scope: add the name there.',
      'warn: shop: TOOLS in the environment contains "usr-get", but no tool has that name.',
      'warn: shop: ALWAYS_AVAILABLE_TOOLS in the environment contains "order-gte", but no tool has that name.',
    ]);
    expect(server.warnings).toHaveLength(4);
  });
});

describe.each(['legacy', 'auto'] as const)('headers, %s', (mode) => {
  it('name toolsets, tools, or the union of both', async () => {
    const server = serve();
    await server.start();
    const seen = (headers: Record<string, string>) => seenWith(server.url ?? '', mode, headers);
    expect(await seen({})).toHaveLength(83);
    expect(await seen({ 'X-MCP-Toolsets': 'order' })).toEqual(ORDERS);
    expect(await seen({ 'X-MCP-Tools': 'user-get, todo-list' })).toEqual(['todo-list', 'user-get']);
    expect(await seen({ 'X-MCP-Toolsets': 'order', 'X-MCP-Tools': 'user-get' })).toEqual([...ORDERS, 'user-get']);
    expect(await seen({ 'X-MCP-Toolsets': 'shop' })).toHaveLength(83);
    expect(await seen({ 'X-MCP-Toolsets': ' ' })).toHaveLength(83);
    expect(server.warnings).toEqual([]);
  });

  it('narrow what the server allows and never widen it', async () => {
    const server = serve({ toolsets: ['order'], tools: ['user-get'] });
    await server.start();
    const seen = (headers: Record<string, string>) => seenWith(server.url ?? '', mode, headers);
    expect(await seen({})).toEqual([...ORDERS, 'user-get']);
    expect(await seen({ 'X-MCP-Toolsets': 'user, todo' })).toEqual(['user-get']);
    expect(await seen({ 'X-MCP-Toolsets': 'order, payment, shop' })).toEqual([...ORDERS, 'user-get']);
    expect(await seen({ 'X-MCP-Tools': 'order-get, payment-refund' })).toEqual(['order-get']);
    expect(server.warnings).toEqual([]);
    expect(await seen({ 'X-MCP-Toolsets': 'payment' })).toEqual([]);
    expect(server.warnings).toHaveLength(1);
    const client = await withHeaders(server.url ?? '', mode, { 'X-MCP-Toolsets': 'payment' });
    const answer = await client.callTool({ name: 'afd-call', arguments: { command: 'payment-list' } });
    expect(answer.structuredContent).toMatchObject({ error: { code: 'COMMAND_NOT_FOUND' } });
  });

  it('that name only unknown tools leave no tools, with one warning', async () => {
    const lines: string[] = [];
    const server = serve({ log: (line) => lines.push(line) });
    await server.start();
    const headers = { 'X-MCP-Toolsets': 'nonsense', 'X-MCP-Tools': 'no-such' };
    const client = await withHeaders(server.url ?? '', mode, headers);
    expect(own((await client.listTools()).tools)).toEqual([]);
    const discovered = await client.callTool({ name: 'afd-discover', arguments: {} });
    expect(discovered.structuredContent).toMatchObject({ data: { total: 0, commands: [], availableCategories: [] } });
    const sentence = 'The scope matches no tool (nonsense, no-such): no tools are listed.';
    expect(server.warnings).toEqual([sentence]);
    expect(lines).toEqual([`shop: ${sentence}`]);
  });

  it('limit the instructions too', async () => {
    const server = serve({ toolStrategy: 'lazy' });
    await server.start();
    const client = await withHeaders(server.url ?? '', mode, { 'X-MCP-Toolsets': 'order' });
    expect(client.getInstructions()).toContain('9 commands in order (9)');
    expect(client.getInstructions()).not.toContain('user');
  });
});

describe('a scope of the server', () => {
  it('that names only unknown tools leaves no tools, with a warning', async () => {
    const server = serve({ toolsets: ['odrer'] });
    expect(own(server.listTools())).toEqual([]);
    expect(server.warnings).toEqual(['The scope matches no tool (odrer): no tools are listed.']);
  });

  it('is not taken for empty while a server of it has not listed its tools', async () => {
    const notion = new StartingSource('notion');
    const server = serve({ toolsets: ['Notion'], sources: [notion] });
    server.listTools();
    expect(server.warnings).toEqual([]);
    notion.lists([]);
    server.listTools();
    expect(server.warnings).toEqual(['The scope matches no tool (Notion): no tools are listed.']);
  });

  it.each(TOOL_STRATEGIES)('keeps everything else out of %s', async (toolStrategy) => {
    const client = await connect({ toolStrategy, toolsets: ['order'], coreTools: ['order-get', 'user-get'] });
    const listed = JSON.stringify([await allTools(client), client.instructions]);
    for (const other of ['user-get', 'payment', 'subscription']) expect(listed).not.toContain(other);
    expect((await client.call('order-get', { orderId: 'ord-1001' })).result.success).toBe(true);
    await expect(client.call('user-get', { id: 42 })).rejects.toThrow("Unknown tool 'user-get'");
    const silent = await client.call('user-gte', { id: 42 }).catch((error: Error) => error.message);
    expect(JSON.stringify(silent)).not.toContain('user-get');
    const { result } = await client.call('afd-call', { command: 'user-get', input: { id: 42 } });
    expect(result.error).toMatchObject({ code: 'COMMAND_NOT_FOUND' });
    expect(JSON.stringify(result)).not.toMatch(/user-(?!get)/);
  });

  it('keeps everything else out of discovery, details, batches and pipes', async () => {
    const client = await connect({ toolStrategy: 'lazy', toolsets: ['order'], bootstrap: true });
    const data = async (tool: string, input: Record<string, unknown>): Promise<Data> =>
      (await client.call(tool, input)).result.data;
    const all = await data('afd-discover', { limit: 200 });
    expect(own(all.commands)).toEqual(ORDERS);
    expect(all.availableCategories.filter((name: string) => name !== 'afd')).toEqual(['order']);
    const { error } = (await client.call('afd-discover', { category: 'user' })).result;
    expect(error?.code).toBe('VALIDATION_ERROR');
    expect(JSON.stringify(error)).not.toMatch(/user-|payment/);
    for (const search of ['refund a payment', 'the customer wants the money back', 'user-get', 'zzqx flurb']) {
      const found = await data('afd-discover', { search });
      expect(own(found.commands).filter((name) => !ORDERS.includes(name))).toEqual([]);
      expect(found.availableCategories.filter((name: string) => !['order', 'afd'].includes(name))).toEqual([]);
    }
    const [hidden, shown] = await data('afd-detail', { command: ['user-get', 'order-get'] });
    expect(hidden).toMatchObject({ found: false, error: { code: 'COMMAND_NOT_FOUND' } });
    expect(hidden.error.details?.candidates ?? []).toEqual(
      (hidden.error.details?.candidates ?? []).filter((name: string) => ORDERS.includes(name)),
    );
    expect(shown).toMatchObject({ found: true, name: 'order-get' });
    // The related tools of `order-get` (shipments, payments) are outside the scope of this caller.
    expect(shown).not.toHaveProperty('relatedTools');
    const batch = await data('afd-batch', { commands: [{ command: 'user-get', input: { id: 42 } }] });
    expect(batch.results[0]).toMatchObject({ error: { code: 'COMMAND_NOT_FOUND' } });
    const { result } = await client.call('afd-pipe', { steps: [{ command: 'user-get', input: { id: 42 } }] });
    expect(result.error?.code).toBe('COMMAND_NOT_FOUND');
    const help = await data('afd-help', {});
    expect(Object.keys(help.commands).sort()).toEqual(['afd', 'order']);
    const { schemas } = await data('afd-schema', {});
    expect(own(Object.keys(schemas).map((name) => ({ name })))).toEqual(ORDERS);
    const { markdown } = await data('afd-docs', {});
    expect(markdown).not.toContain('## user-');
  });

  it('keeps everything else out of the meta-tools of surfaces', async () => {
    const index = await connect({ toolStrategy: 'index', toolsets: ['order'] });
    const listed = (await index.call('list_available_tools')).result.data;
    expect(own(listed.tools)).toEqual(ORDERS);
    expect(listed).toMatchObject({ total: ORDERS.length, categories: ['order'] });
    const described = (await index.call('get_tool_description', { tool_name: 'order-get' })).result.data;
    for (const name of described.related_tools) expect(ORDERS).toContain(name);
    const unknown = await index.call('get_tool_description', { tool_name: 'user-get' });
    expect(unknown.result.error).toMatchObject({ code: 'COMMAND_NOT_FOUND' });

    const proxy = await connect({ toolStrategy: 'proxy', toolsets: ['order'] });
    const { categories } = (await proxy.call('list_tool_categories')).result.data;
    expect(categories).toMatchObject([{ name: 'order', tools: ORDERS.length }]);
    const { tools } = (await proxy.call('search_tools', { query: 'refund a payment' })).result.data;
    expect(own(tools).filter((name) => !ORDERS.includes(name))).toEqual([]);
    for (const [tool, input] of [
      ['get_tool_schema', { toolName: 'user-get' }],
      ['invoke_tool', { toolName: 'user-get', args: { id: 42 } }],
    ] as const) {
      expect((await proxy.call(tool, input)).result.error?.code).toBe('COMMAND_NOT_FOUND');
    }

    const core = await connect({ toolStrategy: 'core', toolsets: ['order'], coreTools: ['order-get'] });
    const extended = (await core.call('list_extended_tools')).result.data;
    expect(own(extended.tools)).toEqual(ORDERS.filter((name) => name !== 'order-get'));
    expect(Object.keys(extended.by_category)).toEqual(['order']);
    const call = await core.call('call_extended_tool', { tool_name: 'user-get', arguments: { id: 42 } });
    expect(call.result.error?.code).toBe('COMMAND_NOT_FOUND');
  });

  it('lists only legal and unique names under every surface', async () => {
    for (const toolStrategy of TOOL_STRATEGIES) {
      for (const scopeMode of ['strict', 'pinned'] as const) {
        const names = serve({ toolStrategy, scopeMode, toolsets: ['order'], tools: ['user-get'] })
          .listTools()
          .map((tool) => tool.name);
        expect(names.filter((name) => !LEGAL.test(name))).toEqual([]);
        expect(new Set(names).size).toBe(names.length);
      }
    }
  });
});

describe('a pinned scope', () => {
  const pinned = { scopeMode: 'pinned', toolsets: ['todo'], tools: ['order-get'] } as const;
  const PINNED = ['order-get', 'todo-complete', 'todo-create', 'todo-delete', 'todo-list', 'todo-update'];

  it('is listed beside the tools of the surface; all others stay discoverable', async () => {
    const client = await connect({ ...pinned, toolStrategy: 'lazy' });
    const names = (await allTools(client)).map((tool) => tool.name);
    expect(names).toEqual([...PINNED, 'afd-discover', 'afd-detail', 'afd-call', 'afd-batch', 'afd-pipe']);
    expect((await client.call('afd-discover', {})).result.data.total).toBe(83);
    expect((await client.call('afd-call', { command: 'user-get', input: { id: 42 } })).result.success).toBe(true);
    expect((await client.call('user-get', { id: 42 })).result.success).toBe(true);
    expect(client.instructions).toContain('83 commands');
  });

  it('in headers adds to the tools of the surface', async () => {
    const server = serve({ toolStrategy: 'proxy', scopeMode: 'pinned' });
    await server.start();
    for (const mode of ['legacy', 'auto'] as const) {
      const client = await withHeaders(server.url ?? '', mode, { 'X-MCP-Tools': 'order-get' });
      const names = (await client.listTools()).tools.map((tool) => tool.name);
      expect(names[0]).toBe('order-get');
      expect(names).toHaveLength(5);
    }
  });

  it('lists no tool twice', async () => {
    const client = await connect({ ...pinned, toolStrategy: 'individual' });
    const names = (await allTools(client)).map((tool) => tool.name);
    expect(names).toHaveLength(86);
    expect(new Set(names).size).toBe(86);
  });
});
