import { estimateTokens, type McpServerOptions } from '@foldout/server';
import { Habits, openUsage, UsageTracker, usagePrior } from '@foldout/usage';
import { trackCalls } from '@foldout/usage/internal';
import { describe, expect, it } from 'vitest';
import { closeAfterEach } from '../fixtures/close-after-each.ts';
import { allTools, connectInProcess, type TestClient } from './clients.ts';
import { createShopServer, sharedShop } from './shop.ts';

const open = closeAfterEach();

/** A shop with recorded usage: `order-get` is mostly followed by `user-get`. */
async function practisedShop(options: Partial<McpServerOptions> = {}) {
  const tracker = new UsageTracker();
  for (let i = 0; i < 8; i++) {
    tracker.trackAccess('shop', 'order-get', { session_id: `before-${i}` });
    tracker.trackAccess('shop', i < 6 ? 'user-get' : 'ticket-list', { session_id: `before-${i}` });
  }
  await tracker.flush();
  const habits = new Habits(tracker);
  await habits.warm('shop/order-get', 'shop/user-get');
  const server = createShopServer({
    commands: sharedShop(),
    learning: habits,
    search: { prior: usagePrior(tracker) },
    ...options,
  });
  trackCalls(server.engine, tracker);
  open.push(tracker, { close: () => server.stop() });
  return { server, tracker, habits };
}

async function connected(server: Parameters<typeof connectInProcess>[0], mode: 'legacy' | 'auto' = 'auto') {
  const client = await connectInProcess(server, mode);
  open.push(client);
  return client;
}

async function namesOf(client: TestClient): Promise<string[]> {
  return (await allTools(client)).map((tool) => tool.name);
}

describe('with learned usage', () => {
  it('afd-discover says what often follows the best match, and only that one', async () => {
    const { server } = await practisedShop({ toolStrategy: 'lazy' });
    const client = await connected(server);
    for (const search of ['order-get', 'look up one order by its number']) {
      const { result, text } = await client.call('afd-discover', { search });
      expect(result.data.commands[0]).toMatchObject({ name: 'order-get', next: 'often followed by user-get' });
      expect(result.data.commands.filter((one: { next?: string }) => one.next)).toHaveLength(1);
      expect(text).toContain('often followed by user-get');
    }
    const listing = await client.call('afd-discover', { category: 'order' });
    expect(JSON.stringify(listing.result)).not.toContain('often followed');
  });

  it('search_tools says it too, within its token budget', async () => {
    const { server } = await practisedShop({ toolStrategy: 'proxy' });
    const client = await connected(server);
    const { result } = await client.call('search_tools', { query: 'get an order' });
    expect(result.data.tools[0]).toMatchObject({ name: 'order-get', next: 'often followed by user-get' });
    expect(result.metadata?.tokens).toBeLessThanOrEqual(400);
  });

  it('names only tools that the caller can see', async () => {
    const { server } = await practisedShop({ toolStrategy: 'lazy', toolsets: ['order'] });
    const client = await connected(server);
    const { result } = await client.call('afd-discover', { search: 'order-get' });
    expect(result.data.commands[0].name).toBe('order-get');
    expect(JSON.stringify(result)).not.toContain('user-get');
  });

  it('get_tool_description fills related_tools with what is used in the same sessions', async () => {
    const { server } = await practisedShop({ toolStrategy: 'index' });
    const client = await connected(server);
    const { result } = await client.call('get_tool_description', { tool_name: 'order-get' });
    // Related tools declared by the author come first.
    expect(result.data.related_tools).toEqual(['shipment-list', 'payment-list', 'user-get']);
    const { result: user } = await client.call('get_tool_description', { tool_name: 'user-get' });
    expect(user.data.related_tools[0]).toBe('order-get');
  });

  it('dynamic lists the predicted next tool before a search, and notifies the client', async () => {
    const { server } = await practisedShop({ toolStrategy: 'dynamic', alwaysAvailable: ['order-get'] });
    const client = await connected(server, 'legacy');
    expect(await namesOf(client)).toEqual(['search_tools', 'invoke_tool', 'order-get']);
    const { changed } = await client.watchTools();
    await client.call('order-get', { orderId: 'ord-1001' });
    await changed;
    expect(await namesOf(client)).toEqual(['search_tools', 'invoke_tool', 'order-get', 'user-get']);
  });

  it('calls are recorded as they are made', async () => {
    const { server, tracker } = await practisedShop({ toolStrategy: 'lazy' });
    const client = await connected(server, 'legacy');
    for (const command of ['order-list', 'order-get']) await client.call('afd-call', { command, input: {} });
    expect(await tracker.predictNextTools('shop/order-list')).toMatchObject([{ toTool: 'shop/order-get' }]);
    expect(await tracker.store.recent(1)).toMatchObject([{ success: false, code: 'VALIDATION_ERROR' }]);
  });
});

describe('the token ledger', () => {
  it('compares the tokens sent to a client with the cost of listing every tool', async () => {
    await using usage = openUsage('memory');
    const server = createShopServer({ commands: sharedShop(), toolStrategy: 'lazy' });
    open.push({ close: () => server.stop() });
    const end = usage.account(server);
    const client = await connected(server);
    await allTools(client);
    await client.call('afd-discover', { search: 'cancel an order' });
    await client.call('afd-call', { command: 'order-list', input: {} });
    await usage.ledger.settled();
    await usage.tracker.flush();
    const all = server.engine.catalog
      .entries()
      .map(({ tool }) => JSON.stringify(tool.inputSchema))
      .join();
    const [account] = await usage.reports.tokensByClient({ since: Date.now(), until: Date.now() + 1 });
    expect(account?.client).toBe('foldout-e2e');
    expect(account?.listed).toBeGreaterThan(estimateTokens(all));
    expect(account?.sent).toBeLessThan(2_000);
    expect(account?.saved).toBe((account?.listed ?? 0) - (account?.sent ?? 0));
    // The tokens of a tool result count neither as `listed` nor as `sent`.
    await client.call('afd-call', { command: 'order-list', input: {} });
    end();
    await client.call('afd-discover', {});
    await usage.ledger.settled();
    await usage.tracker.flush();
    expect(await usage.reports.tokensByClient({ since: Date.now(), until: Date.now() + 1 })).toEqual([account]);
  });
});

describe('without learning', () => {
  it('no answer predicts the next tool', async () => {
    const { server } = await practisedShop({ toolStrategy: 'lazy', learning: undefined as never });
    const client = await connected(server);
    const { result } = await client.call('afd-discover', { search: 'order-get' });
    expect(JSON.stringify(result)).not.toContain('often followed');
  });
});
