import { estimateTokens, type McpServerOptions } from '@foldout/server';
import { Habits, openUsage, trackCalls, UsageTracker, usagePrior } from '@foldout/usage';
import { afterEach, describe, expect, it } from 'vitest';
import { allTools, connectInProcess, type TestClient } from './clients.ts';
import { createShopServer, sharedShop } from './shop.ts';

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

/** A shop whose people, after they looked at an order, mostly looked at its customer. */
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

describe('with what was learned', () => {
  it('afd-discover tells what often follows the best match, and nothing of the others', async () => {
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

  it('search_tools tells it too, within its budget', async () => {
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
    // What the author names comes first.
    expect(result.data.related_tools).toEqual(['shipment-list', 'payment-list', 'user-get']);
    const { result: user } = await client.call('get_tool_description', { tool_name: 'user-get' });
    expect(user.data.related_tools[0]).toBe('order-get');
  });

  it('dynamic lists what comes next before it is searched for, and tells the client', async () => {
    const { server } = await practisedShop({ toolStrategy: 'dynamic', alwaysAvailable: ['order-get'] });
    const client = await connected(server, 'legacy');
    expect(await namesOf(client)).toEqual(['search_tools', 'order-get']);
    const { changed } = await client.watchTools();
    await client.call('order-get', { orderId: 'ord-1001' });
    await changed;
    expect(await namesOf(client)).toEqual(['search_tools', 'order-get', 'user-get']);
  });

  it('calls are learned from as they are made', async () => {
    const { server, tracker } = await practisedShop({ toolStrategy: 'lazy' });
    const client = await connected(server, 'legacy');
    for (const command of ['order-list', 'order-get']) await client.call('afd-call', { command, input: {} });
    expect(await tracker.predictNextTools('shop/order-list')).toMatchObject([{ toTool: 'shop/order-get' }]);
    expect(await tracker.store.recent(1)).toMatchObject([{ success: false, code: 'VALIDATION_ERROR' }]);
  });
});

describe('the account of tokens', () => {
  it('holds what a client was sent against what listing everything would have cost', async () => {
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
    // What a tool answers is sent either way: it is in neither column.
    await client.call('afd-call', { command: 'order-list', input: {} });
    end();
    await client.call('afd-discover', {});
    await usage.ledger.settled();
    await usage.tracker.flush();
    expect(await usage.reports.tokensByClient({ since: Date.now(), until: Date.now() + 1 })).toEqual([account]);
  });
});

describe('without it', () => {
  it('nothing is said of what comes next', async () => {
    const { server } = await practisedShop({ toolStrategy: 'lazy', learning: undefined as never });
    const client = await connected(server);
    const { result } = await client.call('afd-discover', { search: 'order-get' });
    expect(JSON.stringify(result)).not.toContain('often followed');
  });
});
