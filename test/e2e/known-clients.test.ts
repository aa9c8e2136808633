import { createMcpServer } from '@foldout/server';
import { describe, expect, it } from 'vitest';
import { command } from '../fixtures/tools.ts';
import { connectInProcess, connectOverHttp } from './clients.ts';

const COMMANDS = Array.from({ length: 600 }, (_, n) => command(`tool-${n}`));

describe.each(['legacy', 'auto'] as const)('the pages of tools/list, %s protocol', (mode) => {
  it.each([
    ['gemini-cli-mcp-client', undefined, 603],
    ['@cline/core', 50, 603],
    ['continue-cli-client', 50, 603],
    ['kimi-code', 50, 603],
    ['claude-code', undefined, 500],
    ['codex-mcp-client', 50, 50],
    ['a-client-of-my-own', undefined, 603],
    ['a-client-of-my-own', 50, 50],
  ])('%s with page size %s gets %i tools in the first', async (name, pageSize, expected) => {
    const server = createMcpServer({
      name: 'pages',
      version: '1',
      commands: COMMANDS,
      toolStrategy: 'individual',
      log: () => {},
      ...(pageSize && { pageSize }),
    });
    const client = await connectInProcess(server, mode, name);
    const { tools, nextCursor } = await client.page();
    expect(tools).toHaveLength(expected);
    expect(nextCursor === undefined).toBe(expected === 603);
    await client.close();
    await server.stop();
  });
});

describe('tools/list_changed', () => {
  it.each([
    ['gemini-cli-mcp-client', 'individual', true],
    ['a-client-of-my-own', 'individual', true],
    ['codex-mcp-client', 'individual', false],
    ['kimi-code', 'individual', false],
    // `lazy`, whose list never changes.
    ['gemini-cli-mcp-client', 'auto', false],
    ['a-client-of-my-own', 'auto', false],
  ] as const)('is sent to %s with the strategy %s: %s', async (name, toolStrategy, expected) => {
    const options = { name: 'changes', version: '1', commands: COMMANDS.slice(0, 40), log: () => {} };
    const server = createMcpServer({ ...options, toolStrategy });
    const client = await connectInProcess(server, 'legacy', name);
    const other = await connectInProcess(server, 'legacy', 'claude-code');
    await Promise.all([client.page(), other.page()]);
    let told = false;
    void (await client.watchTools()).changed.then(() => {
      told = true;
    });
    const { changed } = await other.watchTools();
    server.addCommand(command('one-more'));
    // Sent after the first client's notification, if there is one.
    await changed;
    await client.page();
    expect(told).toBe(expected);
    await Promise.all([client.close(), other.close()]);
    await server.stop();
  });
});

describe.each(['legacy', 'auto'] as const)('settings for clients, %s protocol', (mode) => {
  const CLIENTS = {
    Codex: { toolStrategy: 'proxy' },
    'codex-mcp-client-nightly': { toolStrategy: 'index' },
    'my-fork': { sameAs: 'claude-code' },
  } as const;

  async function seenBy(name: string, transport: 'memory' | 'http') {
    const lines: string[] = [];
    const options = {
      name: 'pages',
      version: '1',
      commands: COMMANDS.slice(0, 40),
      log: (line: string) => lines.push(line),
    };
    const server = createMcpServer({ ...options, toolStrategy: 'auto', clients: CLIENTS, transport: 'http', port: 0 });
    if (transport === 'http') await server.start();
    const client =
      transport === 'http'
        ? await connectOverHttp(server.url ?? '', mode, name)
        : await connectInProcess(server, mode, name);
    const { tools } = await client.page();
    const { instructions } = client;
    const answer = tools[0]?.name === 'list_tool_categories' ? await client.call('list_tool_categories') : undefined;
    await client.close();
    await server.stop();
    return { tools: tools.map((tool) => tool.name), instructions, lines, answer };
  }

  describe.each(['memory', 'http'] as const)('over %s', (transport) => {
    it('give a client the surface that they name, with its instructions and its tools', async () => {
      const { tools, instructions, lines, answer } = await seenBy('codex-mcp-client', transport);
      expect(tools).toEqual(['list_tool_categories', 'search_tools', 'get_tool_schema', 'invoke_tool']);
      expect(instructions).toContain('search_tools');
      expect(instructions).not.toContain('afd-discover');
      expect(lines).toContain(
        'pages: proxy for "codex-mcp-client", because the configuration names it for this client',
      );
      expect(answer?.isError).toBe(false);
    });

    it('leave every other client to the option toolStrategy', async () => {
      const { tools, instructions } = await seenBy('kimi-code', transport);
      expect(tools).toContain('afd-discover');
      expect(instructions).toContain('afd-discover');
    });
  });

  it('are those of the longest prefix that matches', async () => {
    expect((await seenBy('codex-mcp-client-nightly-7', 'memory')).tools).toContain('list_available_tools');
  });

  it('make an unknown client behave as a known one', async () => {
    const { tools, lines } = await seenBy('My-Fork', 'memory');
    expect(tools).toHaveLength(43);
    expect(lines).toEqual(['pages: individual for "My-Fork", because Claude Code searches tools by itself']);
  });
});
