import { readFile } from 'node:fs/promises';
import { calculateSimilarity, findSimilarTools } from '@foldout/core';
import { DefinitionError, type McpServerOptions, type Middleware, timeCalls, traceCalls } from '@foldout/server';
import { describe, expect, it } from 'vitest';
import { allTools, connectInProcess, type Data, type TestClient, withoutSuggestion } from '../e2e/clients.ts';
import { closeAfterEach } from '../fixtures/close-after-each.ts';
import { unstamped } from '../fixtures/unstamped.ts';
import { criteria } from './criteria.ts';
import { createShop, shopCommands } from './seed-000-shop.ts';

/** Success criteria of seed 000, one line each, in its order. */
const SUCCESS = {
  'S00-01': 'createMcpServer takes the strategy lazy',
  'S00-02': 'afd-call is available under every strategy',
  'S00-03': 'afd-discover filters by category, by one tag or several, by words, and pages',
  'S00-04': 'afd-discover names all categories and tags with every answer',
  'S00-05': 'afd-discover lists every command that was passed to the server',
  'S00-06': 'afd-detail answers with a list, also for a single name',
  'S00-07': 'afd-detail says whether a command was found and whether it can be called',
  'S00-08': 'afd-detail suggests similar names for an unknown one',
  'S00-09': 'afd-call validates, runs the middleware and checks exposure',
  'S00-10': 'afd-call refuses commands that are only in the registry',
  'S00-11': 'discover, detail and call answer with reasoning, confidence and metadata',
  'S00-12': 'afd-batch and afd-pipe work beside lazy',
  'S00-13': 'lazy costs the same to enumerate at every size: five tools',
  'S00-14': 'the core exports its two similarity functions',
  'S00-15': 'each filter of afd-discover is tested: category, tag, tagMode, search, pages',
  'S00-16': 'afd-detail is tested with a known name, an unknown one, several, and a mixture',
  'S00-17': 'afd-call is tested with good input, bad input, an unknown command and a hidden one',
  'S00-18': 'afd-call is tested under individual and grouped',
  'S00-19': 'no command needs expose.mcp to be discovered',
  'S00-20': 'discover, detail and call are tested as one workflow',
  'S00-21': 'afd-call is tested to be the same under all three strategies',
  'S00-22': 'afd-help and the README explain lazy, and the way to find and run commands',
} as const;

const { verifies, everyLineHasATest } = criteria(SUCCESS);
const STRATEGIES = ['individual', 'grouped', 'lazy'] as const;

const open = closeAfterEach();

async function connect(options: Partial<McpServerOptions> = {}): Promise<TestClient> {
  const server = createShop(options);
  const client = await connectInProcess(server);
  open.push(client, { close: () => server.stop() });
  return client;
}

/** `call` as in the examples of the seed: returns the data of a successful result. */
async function dataOf(client: TestClient, tool: string, input: Record<string, unknown>): Promise<Data> {
  const { result } = await client.call(tool, input);
  expect(result.success).toBe(true);
  return result.data;
}

function namesOf(data: Data): string[] {
  return data.commands.map((command: { name: string }) => command.name);
}

describe('the seven examples', () => {
  it('1: browses by category', async () => {
    const client = await connect();
    const catalog = await dataOf(client, 'afd-discover', {});
    expect(catalog).toMatchObject({ total: 83, filtered: 83, returned: 50, hasMore: true });
    expect(catalog.commands).toHaveLength(50);
    expect(catalog.availableCategories).toEqual(expect.arrayContaining(['user', 'order', 'payment']));
    expect(catalog.availableTags).toEqual(['admin', 'billing', 'crud']);

    const orders = await dataOf(client, 'afd-discover', { category: 'order' });
    expect(orders).toMatchObject({ total: 83, filtered: 3, returned: 3, hasMore: false });
    expect(orders.commands).toEqual([
      { name: 'order-cancel', description: 'Cancel a pending order' },
      { name: 'order-create', description: 'Create a new order' },
      { name: 'order-list', description: 'List orders with filters' },
    ]);
    expect(orders.availableCategories).toEqual(catalog.availableCategories);
    expect(orders.availableTags).toEqual(catalog.availableTags);
  });

  it('2: searches, then reads several at once', async () => {
    const client = await connect();
    const results = await dataOf(client, 'afd-discover', { search: 'cancel' });
    expect(results).toMatchObject({ filtered: 2, returned: 2, hasMore: false });
    expect(results.commands).toMatchObject([
      { name: 'order-cancel', description: 'Cancel a pending order' },
      { name: 'subscription-cancel', description: 'Cancel a subscription' },
    ]);
    const details = await dataOf(client, 'afd-detail', { command: ['order-cancel', 'subscription-cancel'] });
    expect(details).toMatchObject([
      {
        name: 'order-cancel',
        found: true,
        callable: true,
        mutation: true,
        destructive: true,
        confirmPrompt: 'This will cancel order {orderId}. Continue?',
        inputSchema: { type: 'object', properties: { orderId: { type: 'string' } }, required: ['orderId'] },
      },
      {
        name: 'subscription-cancel',
        found: true,
        callable: true,
        mutation: true,
        destructive: false,
        inputSchema: {
          type: 'object',
          properties: { subscriptionId: { type: 'string' } },
          required: ['subscriptionId'],
        },
      },
    ]);
  });

  it('3: recovers from a typo', async () => {
    const client = await connect();
    const { result, isError } = await client.call('afd-detail', { command: 'order-cancle' });
    expect(isError).toBe(false);
    expect(result).toMatchObject({
      success: true,
      data: [
        {
          name: 'order-cancle',
          found: false,
          error: {
            code: 'COMMAND_NOT_FOUND',
            message: "No command named 'order-cancle'",
            suggestion: "Did you mean 'order-cancel'? Use afd-discover to list all commands.",
          },
        },
      ],
    });
  });

  it('4: calls a known command without reading its details', async () => {
    const client = await connect();
    const { result } = await client.call('afd-call', { command: 'user-get', input: { id: 42 } });
    expect(result).toMatchObject({ success: true, data: { id: 42, name: 'Alice' }, confidence: 0.99 });
  });

  it('5: is guided by a validation error', async () => {
    const client = await connect();
    const { result, isError } = await client.call('afd-call', { command: 'user-create', input: { name: 'Alice' } });
    expect(isError).toBe(true);
    expect(result).toMatchObject({ success: false, error: { code: 'VALIDATION_ERROR' } });
    expect(result.error?.message).toMatch(/^Invalid input for 'user-create': Required field 'email' is missing/);
    expect(result.error?.suggestion).toMatch(
      /^Call afd-detail with command 'user-create' to see the expected input schema/,
    );
  });

  it('6: filters by tag', async () => {
    const client = await connect();
    const admin = await dataOf(client, 'afd-discover', { tag: 'admin', includeMutation: true });
    expect(admin).toMatchObject({ filtered: 2, returned: 2, hasMore: false });
    expect(admin.commands).toMatchObject([
      { name: 'config-reset', description: 'Reset server configuration', mutation: true },
      { name: 'user-delete', description: 'Delete a user account', mutation: true },
    ]);
    expect(admin.availableTags).toEqual(['admin', 'billing', 'crud']);
    const both = await dataOf(client, 'afd-discover', { tag: ['admin', 'billing'], tagMode: 'all' });
    expect(namesOf(both)).toEqual(['config-reset']);
  });

  it('7: dispatches through afd-call where every command has its own tool', async () => {
    const client = await connect({ toolStrategy: 'individual' });
    const dispatched = await client.call('afd-call', { command: 'todo-create', input: { title: 'Buy milk' } });
    expect(unstamped(dispatched.result)).toEqual({
      success: true,
      data: { id: 'todo-8', title: 'Buy milk' },
      confidence: 1,
    });
    const direct = await client.call('todo-create', { title: 'Buy milk' });
    expect(withoutSuggestion(direct)).toEqual(withoutSuggestion(dispatched));
  });
});

describe('the list of success', () => {
  verifies('S00-01', 'lazy is accepted, and an unknown strategy is refused with its name', async () => {
    const client = await connect({ toolStrategy: 'lazy' });
    expect((await allTools(client)).map((tool) => tool.name)).toEqual([
      'afd-discover',
      'afd-detail',
      'afd-call',
      'afd-batch',
      'afd-pipe',
    ]);
    expect(() => createShop({ toolStrategy: 'lazzy' as never })).toThrow(DefinitionError);
    expect(() => createShop({ toolStrategy: 'lazzy' as never })).toThrow(/'lazzy'.*individual, grouped, lazy/);
  });

  verifies(['S00-02', 'S00-18'], 'afd-call is listed and works under every strategy', async () => {
    for (const toolStrategy of STRATEGIES) {
      const client = await connect({ toolStrategy });
      const tools = await allTools(client);
      expect(tools.filter((tool) => tool.name === 'afd-call')).toHaveLength(1);
      expect(await dataOf(client, 'afd-call', { command: 'user-get', input: { id: 1 } })).toMatchObject({ id: 1 });
      const { result } = await client.call('afd-call', { command: 'user-get', input: {} });
      expect(result.error?.code).toBe('VALIDATION_ERROR');
    }
  });

  verifies(['S00-03', 'S00-15'], 'a category keeps its own commands', async () => {
    const client = await connect();
    const data = await dataOf(client, 'afd-discover', { category: 'subscription' });
    expect(namesOf(data)).toEqual(['subscription-cancel', 'subscription-list']);
    const { result } = await client.call('afd-discover', { category: 'subscription' });
    expect(result.reasoning).toBe("Returned 2 of 2 matching commands (83 total) in category 'subscription'");
    const unknown = await client.call('afd-discover', { category: 'subscriptoin' });
    expect(unknown.result.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: "There is no category 'subscriptoin'",
      suggestion: expect.stringContaining("Did you mean 'subscription'?"),
    });
  });

  verifies(['S00-03', 'S00-15'], 'one tag, any of several tags, all of several tags', async () => {
    const client = await connect();
    const names = async (input: Record<string, unknown>) => namesOf(await dataOf(client, 'afd-discover', input));
    const billing = ['config-reset', 'subscription-cancel', 'subscription-list'];
    expect(await names({ tag: 'billing' })).toEqual(billing);
    expect(await names({ tag: ['billing'] })).toEqual(billing);
    expect(await names({ tag: ['admin', 'billing'] })).toEqual([...billing, 'user-delete']);
    expect(await names({ tag: ['admin', 'billing'], tagMode: 'any' })).toEqual([...billing, 'user-delete']);
    expect(await names({ tag: ['admin', 'crud'], tagMode: 'all' })).toEqual(['user-delete']);
    expect(await names({ tag: ['billing', 'admin', 'crud'], tagMode: 'all' })).toEqual([]);
    const unknown = await client.call('afd-discover', { tag: ['admin', 'none'], tagMode: 'all' });
    expect(unknown.result.error).toMatchObject({ code: 'VALIDATION_ERROR', message: "There is no tag 'none'" });
  });

  verifies(
    ['S00-03', 'S00-15'],
    'every word of a search must occur in name or description, in any order and case',
    async () => {
      const client = await connect();
      const names = async (search: string) => namesOf(await dataOf(client, 'afd-discover', { search }));
      expect(await names('CREATE user')).toEqual(['user-create']);
      expect(await names('user create')).toEqual(['user-create']);
      expect(await names('welcome mail')).toEqual(['user-create']);
      expect(await names('pending')).toEqual(['order-cancel']);
      expect(await names('   ')).toHaveLength(50);
    },
  );

  verifies(['S00-03', 'S00-15'], 'filters combine', async () => {
    const client = await connect();
    const data = await dataOf(client, 'afd-discover', { category: 'user', tag: 'crud', search: 'account list' });
    expect(namesOf(data)).toEqual(['user-list']);
  });

  verifies(['S00-03', 'S00-05', 'S00-15'], 'pages join to all 83 commands, each once', async () => {
    const client = await connect();
    const names: string[] = [];
    for (let offset = 0, hasMore = true; hasMore; offset += 20) {
      const { result } = await client.call('afd-discover', { limit: 20, offset });
      names.push(...namesOf(result.data));
      hasMore = result.data.hasMore;
      expect(result.data.returned).toBe(offset === 80 ? 3 : 20);
      if (hasMore) expect(result.reasoning).toContain(`Use offset: ${offset + 20} to see more.`);
    }
    expect(names).toEqual(shopCommands.map((command) => command.name).sort());
  });

  verifies(
    ['S00-03', 'S00-15'],
    'limits outside 1 to 200 and negative offsets are answered, not clamped in silence',
    async () => {
      const client = await connect();
      for (const input of [{ limit: 0 }, { limit: 201 }, { offset: -1 }]) {
        const { result } = await client.call('afd-discover', input);
        expect(result.error?.code).toBe('VALIDATION_ERROR');
      }
      expect(await dataOf(client, 'afd-discover', { limit: 200 })).toMatchObject({ returned: 83, hasMore: false });
      expect(await dataOf(client, 'afd-discover', { offset: 500 })).toMatchObject({ returned: 0, hasMore: false });
    },
  );

  verifies('S00-04', 'every answer has all categories and tags, whatever the filter', async () => {
    const client = await connect();
    const categories = [...new Set(shopCommands.map(({ name }) => name.split('-')[0]))].sort();
    for (const input of [{}, { category: 'order' }, { tag: 'admin' }, { search: 'cancel' }, { limit: 1 }]) {
      const data = await dataOf(client, 'afd-discover', input);
      expect(data.availableCategories).toEqual(categories);
      expect(data.availableTags).toEqual(['admin', 'billing', 'crud']);
      for (const command of data.commands) expect(command).not.toHaveProperty('tags');
    }
  });

  verifies(
    ['S00-05', 'S00-19'],
    'a command is discovered and runs without expose.mcp, or with it set to false',
    async () => {
      expect(shopCommands.find((command) => command.name === 'todo-create')?.expose).toEqual({ mcp: false });
      const client = await connect();
      const data = await dataOf(client, 'afd-discover', { limit: 200, level: 'name' });
      expect(namesOf(data)).toContain('todo-create');
      expect(namesOf(data)).toContain('user-get');
      expect(namesOf(data)).not.toContain('order-audit');
      expect(await dataOf(client, 'afd-call', { command: 'todo-create', input: { title: 'a' } })).toBeDefined();
    },
  );

  verifies(['S00-06', 'S00-16'], 'one name and a list of one give the same list', async () => {
    const client = await connect();
    const single = await dataOf(client, 'afd-detail', { command: 'user-get' });
    expect(single).toHaveLength(1);
    expect(single[0]).toMatchObject({
      name: 'user-get',
      found: true,
      description: 'Read a user account',
      category: 'user',
      tags: ['crud'],
      mutation: false,
      callable: true,
      inputSchema: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
    });
    expect(await dataOf(client, 'afd-detail', { command: ['user-get'] })).toEqual(single);
  });

  verifies(['S00-07', 'S00-16'], 'known, hidden and unknown names in one request keep their order', async () => {
    const client = await connect();
    const command = ['user-get', 'no-such-thing', 'order-audit', 'order-cancel'];
    const data = await dataOf(client, 'afd-detail', { command });
    expect(data.map((entry: Data) => [entry.name, entry.found, entry.callable])).toEqual([
      ['user-get', true, true],
      ['no-such-thing', false, undefined],
      ['order-audit', true, false],
      ['order-cancel', true, true],
    ]);
    expect(data[2].inputSchema).toMatchObject({ properties: { orderId: { type: 'string' } } });
    expect(data[1].error.code).toBe('COMMAND_NOT_FOUND');
  });

  verifies(['S00-07', 'S00-16'], 'one to ten names are accepted, an empty list is refused', async () => {
    const client = await connect();
    const eleven = shopCommands.slice(0, 11).map((command) => command.name);
    expect(await dataOf(client, 'afd-detail', { command: eleven.slice(1) })).toHaveLength(10);
    for (const command of [eleven, [], '']) {
      expect((await client.call('afd-detail', { command })).result.error?.code).toBe('VALIDATION_ERROR');
    }
  });

  verifies(['S00-08', 'S00-16'], 'an unknown name is answered with up to three similar names', async () => {
    const client = await connect();
    const [close, vague, far] = await dataOf(client, 'afd-detail', {
      command: ['user-crate', 'paiment-lst', 'qqqqqqqqq'],
    });
    expect(close.error.suggestion).toBe("Did you mean 'user-create'? Use afd-discover to list all commands.");
    expect(vague.error.suggestion).toMatch(/^Did you mean 'payment-list'/);
    expect(vague.error.details.candidates.length).toBeLessThanOrEqual(3);
    expect(far.error.suggestion).toBe('Use afd-discover to list all commands.');
  });

  verifies('S00-09', 'middleware sees every call of a command and no discovery', async () => {
    const seen: string[] = [];
    const watch: Middleware = async (command, _input, _context, next) => {
      seen.push(command.name);
      return next();
    };
    const client = await connect({ middleware: [watch] });
    await client.call('afd-discover', {});
    await client.call('afd-detail', { command: 'user-get' });
    expect(seen).toEqual([]);
    await client.call('afd-call', { command: 'user-get', input: { id: 1 } });
    await client.call('user-list');
    await client.call('afd-batch', { commands: [{ command: 'order-list' }] });
    await client.call('afd-pipe', { steps: [{ command: 'todo-create', input: { title: 'x' } }] });
    expect(seen).toEqual(['user-get', 'user-list', 'order-list', 'todo-create']);
    await client.call('afd-call', { command: 'user-get', input: { id: {} } });
    await client.call('afd-call', { command: 'order-audit', input: { orderId: 'a' } });
    expect(seen).toHaveLength(4);
  });

  verifies(
    ['S00-09', 'S00-17'],
    'valid input runs, invalid input is explained, an unknown command gets suggestions',
    async () => {
      const client = await connect();
      const input = { name: 'Alice', email: 'a@b.com' };
      expect(unstamped((await client.call('afd-call', { command: 'user-create', input })).result)).toEqual({
        success: true,
        data: { id: 1, name: 'Alice', email: 'a@b.com' },
        reasoning: 'Created user',
        confidence: 1,
      });
      const bad = await client.call('afd-call', { command: 'user-create', input: { name: 'Alice', email: 'nobody' } });
      expect(bad.result.error?.message).toMatch(/email/);
      expect(bad.result.error?.suggestion).toContain("afd-detail with command 'user-create'");
      const unknown = await client.call('afd-call', { command: 'user-creat', input });
      expect(unknown.result.error).toMatchObject({
        code: 'COMMAND_NOT_FOUND',
        suggestion: "Did you mean 'user-create'? Use afd-discover to list all commands.",
      });
    },
  );

  verifies(
    ['S00-09', 'S00-10', 'S00-17'],
    'a command that is only in the registry is refused through every tool',
    async () => {
      for (const toolStrategy of STRATEGIES) {
        const client = await connect({ toolStrategy });
        const input = { orderId: 'o-1' };
        const { result, isError } = await client.call('afd-call', { command: 'order-audit', input });
        expect(isError).toBe(true);
        expect(result.error?.code).toBe('COMMAND_NOT_EXPOSED');
        expect((await client.call('order-audit', input)).result.error?.code).toBe('COMMAND_NOT_EXPOSED');
        const batch = await dataOf(client, 'afd-batch', { commands: [{ command: 'order-audit', input }] });
        expect(batch.results[0].error.code).toBe('COMMAND_NOT_EXPOSED');
        const pipe = await client.call('afd-pipe', { steps: [{ command: 'order-audit', input }] });
        expect(pipe.result.error?.code).toBe('COMMAND_NOT_EXPOSED');
      }
    },
  );

  verifies('S00-11', 'all three answer with reasoning, confidence and metadata', async () => {
    const client = await connect({ middleware: [traceCalls(), timeCalls()] });
    const answers = [
      await client.call('afd-discover', {}),
      await client.call('afd-detail', { command: 'user-get' }),
      await client.call('afd-call', { command: 'user-get', input: { id: 1 } }),
    ];
    for (const { result } of answers) {
      expect(result.reasoning).toEqual(expect.any(String));
      expect(result.confidence).toBeGreaterThan(0.9);
      expect(result.metadata?.executionTimeMs).toEqual(expect.any(Number));
    }
    expect(answers[0]?.result.reasoning).toBe(
      'Returned 50 of 83 matching commands (83 total). Use offset: 50 to see more.',
    );
    expect(answers[2]?.result.metadata?.traceId).toEqual(expect.any(String));
  });

  verifies('S00-12', 'a batch and a pipe run beside lazy', async () => {
    const client = await connect();
    const batch = await dataOf(client, 'afd-batch', {
      commands: [
        { command: 'user-get', input: { id: 1 } },
        { command: 'user-get', input: { id: 'x' } },
      ],
    });
    expect(batch.summary).toEqual({ total: 2, succeeded: 1, failed: 1, skipped: 0 });
    const pipe = await dataOf(client, 'afd-pipe', {
      steps: [
        { command: 'order-create', input: { sku: 'lamp' } },
        { command: 'order-cancel', input: { orderId: '$prev.orderId' } },
      ],
    });
    expect(pipe.data).toEqual({ orderId: 'o-lamp', cancelled: true });
  });

  verifies('S00-13', '5 and 83 commands give the same list, byte for byte', async () => {
    const many = await allTools(await connect());
    const few = await allTools(await connect({ commands: shopCommands.slice(0, 5) }));
    expect(many).toHaveLength(5);
    expect(JSON.stringify(few)).toBe(JSON.stringify(many));
  });

  verifies('S00-14', 'the core computes the similarity of two names, and finds the most similar ones', () => {
    expect(calculateSimilarity('order-cancel', 'order-cancel')).toBe(1);
    expect(calculateSimilarity('order-cancle', 'order-cancel')).toBeCloseTo(1 - 2 / 12);
    expect(calculateSimilarity('abc', 'xyz')).toBe(0);
    const names = shopCommands.map((command) => command.name);
    expect(findSimilarTools('order-cancle', names)[0]).toBe('order-cancel');
    expect(findSimilarTools('order-cancle', names)).toHaveLength(3);
    expect(findSimilarTools('order-cancle', names, 1)).toHaveLength(1);
    expect(findSimilarTools('qqqqqqqqq', names)).toEqual([]);
  });

  verifies('S00-20', 'a plain sentence leads to a call', async () => {
    const client = await connect();
    const found = namesOf(await dataOf(client, 'afd-discover', { search: 'user account' }));
    expect(found.sort()).toEqual(['user-create', 'user-delete', 'user-get', 'user-list']);
    const details = await dataOf(client, 'afd-detail', { command: ['user-create', 'user-get'] });
    const [create] = details;
    expect(create.inputSchema.required).toEqual(['name', 'email']);
    const made = await client.call('afd-call', {
      command: create.name,
      input: { name: 'Alice', email: 'a@b.com' },
    });
    expect(made.result).toMatchObject({ success: true, data: { id: 1, name: 'Alice' }, reasoning: 'Created user' });
  });

  verifies('S00-21', 'a call has the same result or error under all three strategies', async () => {
    const calls = [
      { command: 'user-get', input: { id: 42 } },
      { command: 'user-create', input: { name: 'Alice' } },
      { command: 'order-cancle', input: {} },
      { command: 'order-audit', input: { orderId: 'a' } },
    ];
    const clients = await Promise.all(STRATEGIES.map((toolStrategy) => connect({ toolStrategy })));
    for (const call of calls) {
      const answers = await Promise.all(clients.map((client) => client.call('afd-call', call)));
      // Only the suggestion differs: each strategy names the tools that it lists.
      const [individual, grouped, lazy] = answers.map(withoutSuggestion);
      expect(individual?.result).toBeDefined();
      expect(grouped).toEqual(individual);
      expect(lazy).toEqual(individual);
    }
  });

  verifies('S00-22', 'afd-help works beside lazy and explains discover, detail and call', async () => {
    const client = await connect({ bootstrap: true });
    const help = await dataOf(client, 'afd-call', { command: 'afd-help' });
    expect(help.toolStrategy).toBe('lazy');
    for (const tool of ['afd-discover', 'afd-detail', 'afd-call', 'afd-batch', 'afd-pipe']) {
      expect(JSON.stringify(help.howTo)).toContain(tool);
    }
    expect(help.commands.order).toContain('order-cancel: Cancel a pending order');
  });

  verifies('S00-22', 'the README shows the strategy and names the tools it lists', async () => {
    const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
    expect(readme).toMatch(/toolStrategy: 'lazy'/);
    for (const tool of ['afd-discover', 'afd-detail', 'afd-call']) expect(readme).toContain(tool);
  });

  everyLineHasATest();
});
