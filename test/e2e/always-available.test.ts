import { createMcpServer, type McpServerOptions, TOOL_STRATEGIES } from '@foldout/server';
import { describe, expect, it } from 'vitest';
import { closeAfterEach } from '../fixtures/close-after-each.ts';
import { command, FixedSource, tool } from '../fixtures/tools.ts';
import { allTools, connectInProcess, type TestClient } from './clients.ts';
import { createShopServer, sharedShop } from './shop.ts';

const FIVE = ['afd-discover', 'afd-detail', 'afd-call', 'afd-batch', 'afd-pipe'];
const open = closeAfterEach();

async function connect(
  server: { connect: Parameters<typeof connectInProcess>[0]['connect']; stop(): Promise<void> },
  mode: 'legacy' | 'auto' = 'legacy',
): Promise<TestClient> {
  const client = await connectInProcess(server, mode);
  open.push({ close: () => server.stop() }, client);
  return client;
}

async function namesOf(client: TestClient): Promise<string[]> {
  return (await allTools(client)).map(({ name }) => name);
}

describe.each(TOOL_STRATEGIES)('under %s, always-available tools', (toolStrategy) => {
  const pinned = { toolStrategy, alwaysAvailable: ['todo-list', 'shop/order-get'] } as const;

  it.each(['legacy', 'auto'] as const)('are listed once, with their schemas, and can be called: %s', async (mode) => {
    const client = await connect(createShopServer({ commands: sharedShop(), ...pinned }), mode);
    const whole = await connect(createShopServer({ commands: sharedShop(), ...pinned, toolStrategy: 'individual' }));
    const listed = await allTools(client);
    expect(new Set(listed.map(({ name }) => name)).size).toBe(listed.length);
    for (const name of ['todo-list', 'order-get']) {
      const expected = (await allTools(whole)).find((one) => one.name === name);
      expect(listed.find((one) => one.name === name)).toEqual(expected);
    }
    expect((await client.call('order-get', { orderId: 'ord-1001' })).result.success).toBe(true);
  });

  it('may be marked on the command', async () => {
    const commands = [command('a', { alwaysAvailable: true }), command('b')];
    const server = createMcpServer({
      name: 's',
      version: '1',
      commands,
      toolStrategy,
      auto: { tools: 0 },
      log: () => {},
    });
    expect(await namesOf(await connect(server))).toContain('a');
  });

  it('stay within the scope of the caller', async () => {
    const client = await connect(createShopServer({ commands: sharedShop(), ...pinned, toolsets: ['todo'] }));
    const names = await namesOf(client);
    expect(names).toContain('todo-list');
    expect(names).not.toContain('order-get');
  });
});

describe('an always-available tool that is not known yet', () => {
  const late = () => new FixedSource('late', [tool('report', { type: 'object' }, { server: 'late' })]);
  const lazy = { name: 's', version: '1', commands: [command('a')], toolStrategy: 'lazy', log: () => {} } as const;

  it.each(['legacy', 'auto'] as const)(
    'joins the list when its server answers, after the five of lazy: %s',
    async (mode) => {
      const server = createMcpServer({ ...lazy, alwaysAvailable: ['late/report'] });
      const client = await connect(server, mode);
      const before = await allTools(client);
      expect(before.map(({ name }) => name)).toEqual(FIVE);
      const { changed } = await client.watchTools();
      server.engine.catalog.attach(late());
      await changed;
      const after = await allTools(client);
      expect(JSON.stringify(after.slice(0, 5))).toBe(JSON.stringify(before));
      expect(after.map(({ name }) => name)).toEqual([...FIVE, 'report']);
    },
  );

  it('is announced once: not when it is read again, nor when other tools change', async () => {
    const server = createMcpServer({ ...lazy, alwaysAvailable: ['late/report'] });
    const client = await connect(server);
    const source = late();
    const joined = await client.watchTools();
    server.engine.catalog.attach(source);
    await joined.changed;
    let sent = 0;
    const { changed } = await client.watchTools();
    void changed.then(() => {
      sent += 1;
    });
    source.change({ upserted: [tool('report', { type: 'object' }, { server: 'late' })], removed: [] });
    server.addCommand(command('b'));
    await client.page();
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent).toBe(0);
    source.change({ upserted: [], removed: ['report'] });
    await changed;
    expect(await namesOf(client)).toEqual(FIVE);
  });
});

describe('the cost of always-available tools', () => {
  const large = (name: string) => command(name, { alwaysAvailable: true, description: 'word '.repeat(700) });
  function warnings(options: Partial<McpServerOptions>): string[] {
    const lines: string[] = [];
    const server = createMcpServer({
      name: 's',
      version: '1',
      toolStrategy: 'lazy',
      log: (line, level) => level === 'warn' && lines.push(line),
      ...options,
    });
    open.push({ close: () => server.stop() });
    server.addCommand(command('other'));
    server.addCommand(large('grown'));
    return lines;
  }

  it('is a warning at the start if it is noticeable, and again when it has grown', () => {
    const lines = warnings({ commands: [large('big'), command('small', { alwaysAvailable: true })] });
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(
      /2 always-available tools add about 7\d\d tokens to every tool list \(largest: s\/big, 7\d\d\)/,
    );
    expect(lines[1]).toMatch(/3 always-available tools add about 1,\d\d\d tokens/);
  });

  it('is not worth a warning if it is small, or if every tool is listed anyway', () => {
    expect(warnings({ commands: [command('small', { alwaysAvailable: true })] })).toHaveLength(1);
    expect(warnings({ commands: [large('big')], toolStrategy: 'individual' })).toEqual([]);
  });
});
