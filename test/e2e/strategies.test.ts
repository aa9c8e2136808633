import {
  createMcpServer,
  defineCommand,
  type FoldoutServer,
  failure,
  success,
  type ToolStrategy,
} from '@foldout/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { closeAfterEach } from '../fixtures/close-after-each.ts';
import { unstamped } from '../fixtures/unstamped.ts';
import { allTools, connectInProcess, type TestClient, withoutSuggestion } from './clients.ts';

const STRATEGIES: readonly ToolStrategy[] = ['individual', 'grouped', 'lazy'];
const ORDER = z.object({ id: z.int().min(1) });

const commands = [
  defineCommand({
    name: 'order-create',
    description: 'Create a new order',
    mutation: true,
    input: z.object({ sku: z.string(), quantity: z.int().min(1).default(1) }),
    handler: ({ sku, quantity }) =>
      success({ id: 1, sku, quantity }, { confidence: 0.95, reasoning: `Ordered ${sku}` }),
  }),
  defineCommand({
    name: 'order-get',
    description: 'Read an order',
    input: ORDER,
    handler: ({ id }) => success({ id, sku: 'lamp' }, { confidence: 1, sources: ['orders'] }),
  }),
  defineCommand({
    name: 'order-cancel',
    description: 'Cancel a pending order',
    destructive: true,
    input: ORDER,
    handler: ({ id }) => failure({ code: 'ORDER_SHIPPED', message: `Order ${id} has left`, suggestion: 'Return it.' }),
  }),
  defineCommand({ name: 'user-list', description: 'List users', handler: () => success([{ id: 1 }, { id: 2 }]) }),
  defineCommand({
    name: 'user-rename',
    description: 'Rename a user',
    mutation: true,
    deprecated: 'use user-update',
    input: z.object({ id: z.int(), name: z.string() }),
    handler: (input) => success(input),
  }),
  defineCommand({ name: 'health', description: 'Whether all is well', handler: () => success({ ok: true }) }),
];

/** One call for each possible outcome. */
const CALLS = [
  { command: 'order-create', input: { sku: 'lamp' } },
  { command: 'order-create', input: { sku: 'lamp', quantity: '3' } },
  { command: 'order-get', input: { id: 1, color: 'red' } },
  { command: 'order-get', input: { id: 0 } },
  { command: 'order-cancel', input: { id: 9 } },
  { command: 'user-list', input: {} },
  { command: 'user-rename', input: { id: 1, name: 'Ada' } },
  { command: 'health', input: {} },
  { command: 'order-gte', input: {} },
];

const open = closeAfterEach();

async function serve(toolStrategy?: ToolStrategy): Promise<{ server: FoldoutServer; client: TestClient }> {
  const server = createMcpServer({
    name: 'shop',
    version: '1.0.0',
    commands,
    ...(toolStrategy && { toolStrategy }),
  });
  const client = await connectInProcess(server);
  open.push(client, { close: () => server.stop() });
  return { server, client };
}

describe('afd-call', () => {
  it.each(CALLS)('answers $command $input identically under every strategy', async (call) => {
    const answers = [];
    for (const strategy of STRATEGIES) {
      const { client } = await serve(strategy);
      answers.push(await client.call('afd-call', call));
    }
    // Only the suggestion differs: each strategy names the tools that it lists.
    const [individual, grouped, lazy] = answers.map(withoutSuggestion);
    expect(individual?.result).toBeDefined();
    expect(grouped).toEqual(individual);
    expect(lazy).toEqual(individual);
  });

  it('gives the same answer as a call by the name of the command, under every strategy', async () => {
    for (const strategy of STRATEGIES) {
      const { client } = await serve(strategy);
      for (const { command, input } of CALLS.filter((call) => call.command !== 'order-gte')) {
        const direct = await client.call(command, input);
        const dispatched = await client.call('afd-call', { command, input });
        expect({ ...direct, result: unstamped(direct.result) }).toEqual({
          ...dispatched,
          result: unstamped(dispatched.result),
        });
      }
    }
  });
});

describe.each(STRATEGIES)('%s', (strategy) => {
  it('supports discover, detail, then call', async () => {
    const { client } = await serve(strategy);
    const found = await client.call('afd-discover', { search: 'cancel order' });
    const [{ name }] = found.result.data.commands;
    expect(name).toBe('order-cancel');
    const [detail] = (await client.call('afd-detail', { command: name })).result.data;
    const [field] = detail.inputSchema.required;
    const called = await client.call('afd-call', { command: name, input: { [field]: 4 } });
    expect(called.result.error).toEqual({
      code: 'ORDER_SHIPPED',
      message: 'Order 4 has left',
      suggestion: 'Return it.',
    });
  });

  it('runs batches and pipes', async () => {
    const { client } = await serve(strategy);
    const batch = await client.call('afd-batch', { commands: CALLS });
    expect(batch.result.data.summary).toEqual({ total: 9, succeeded: 6, failed: 3, skipped: 0 });
    const pipe = await client.call('afd-pipe', {
      steps: [
        { command: 'order-create', input: { sku: 'lamp' } },
        { command: 'order-get', input: { id: '$prev.id' } },
      ],
    });
    expect(pipe.result).toMatchObject({ data: { data: { id: 1, sku: 'lamp' } }, confidence: 0.95 });
  });

  it('lists the same bytes whatever the order of the commands', async () => {
    const { client } = await serve(strategy);
    const server = createMcpServer({
      name: 'shop',
      version: '1.0.0',
      commands: commands.toReversed(),
      toolStrategy: strategy,
    });
    const other = await connectInProcess(server);
    open.push(other, { close: () => server.stop() });
    expect(JSON.stringify(await allTools(other))).toBe(JSON.stringify(await allTools(client)));
  });
});

describe('individual', () => {
  it('lists every command, and the three meta-tools that run any command', async () => {
    const { client } = await serve('individual');
    const tools = await allTools(client);
    expect(tools.map((tool) => tool.name)).toEqual([
      'health',
      'order-cancel',
      'order-create',
      'order-get',
      'user-list',
      'user-rename',
      'afd-call',
      'afd-batch',
      'afd-pipe',
    ]);
    expect(tools.find((tool) => tool.name === 'order-create')).toMatchObject({
      description: 'Create a new order',
      inputSchema: { type: 'object', properties: { sku: { type: 'string' } }, required: ['sku'] },
      annotations: { readOnlyHint: false, destructiveHint: false },
    });
  });
});

describe('grouped', () => {
  it('is the default', async () => {
    const { client } = await serve();
    expect((await allTools(client)).map((tool) => tool.name)).toContain('order');
  });

  it('lists one tool for each category, with its actions', async () => {
    const { client } = await serve('grouped');
    const tools = await allTools(client);
    expect(tools.map((tool) => tool.name)).toEqual(['health', 'order', 'user', 'afd-call', 'afd-batch', 'afd-pipe']);
    expect(tools[1]).toMatchObject({
      description: expect.stringContaining('create(sku: string, quantity?: number)'),
      inputSchema: { properties: { action: { enum: ['cancel', 'create', 'get'] } }, required: ['action'] },
      annotations: { readOnlyHint: false, destructiveHint: true },
    });
  });

  it.each([
    { action: 'create', input: { sku: 'lamp' } },
    { action: 'create', sku: 'lamp' },
    { action: 'order-create', input: { sku: 'lamp' } },
  ])('runs the action that %o names', async (given) => {
    const { client } = await serve('grouped');
    const dispatched = await client.call('afd-call', { command: 'order-create', input: { sku: 'lamp' } });
    expect(unstamped((await client.call('order', given)).result)).toEqual(unstamped(dispatched.result));
  });

  it('runs the only command of a category, with an action and without', async () => {
    const { client } = await serve('grouped');
    expect((await client.call('health')).result.data).toEqual({ ok: true });
    expect((await client.call('health', { action: 'health' })).result.data).toEqual({ ok: true });
  });

  it('answers an unknown action with the valid ones', async () => {
    const { client } = await serve('grouped');
    const { result } = await client.call('order', { action: 'cancle', input: { id: 1 } });
    expect(result.error).toEqual({
      code: 'VALIDATION_ERROR',
      message: "'order' has no action 'cancle'",
      suggestion: "Did you mean 'cancel'? Actions: cancel, create, get.",
    });
    expect((await client.call('order', {})).result.error).toMatchObject({ message: "'order' needs an action" });
  });
});
