import { defineCommand, type FoldoutServer, type McpServerOptions, type ServerEvents, success } from '@foldout/server';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { closeAfterEach } from '../fixtures/close-after-each.ts';
import { StartingSource } from '../fixtures/starting-source.ts';
import { createShopServer, sharedShop } from './shop.ts';

type Choice = ServerEvents['surface:choice'][0];

const open = closeAfterEach();

interface Watched extends FoldoutServer {
  readonly choices: Choice[];
  readonly lines: string[];
}

function serve(options: Partial<McpServerOptions> = {}): Watched {
  const lines: string[] = [];
  const choices: Choice[] = [];
  const log = (line: string): void => void lines.push(line);
  const server = createShopServer({ commands: sharedShop(), toolStrategy: 'auto', bootstrap: true, log, ...options });
  server.on('surface:choice', (choice) => choices.push(choice));
  open.push({ close: () => server.stop() });
  return Object.assign(server, { choices, lines });
}

async function connect(server: FoldoutServer, name: string, mode: 'legacy' | 'auto' = 'auto'): Promise<Client> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  server.connect(far);
  const client = new Client({ name, version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(near);
  open.push(client);
  return client;
}

async function strategySeen(client: Client): Promise<string> {
  const { tools } = await client.listTools();
  return tools.some((tool) => tool.name === 'afd-discover') ? 'lazy' : 'individual';
}

function commands(count: number, description = 'Do a thing') {
  return Array.from({ length: count }, (_, n) =>
    defineCommand({ name: `thing-${n}`, description, input: z.object({ id: z.string() }), handler: () => success(n) }),
  );
}

const LAZY = 'the client is not known to search tools by itself';
const CASES = [
  ['claude-code', 'individual', 'Claude Code searches tools by itself'],
  ['Claude-Code', 'individual', 'Claude Code searches tools by itself'],
  ['claude-code (vscode)', 'individual', 'Claude Code searches tools by itself'],
  ['codex-mcp-client', 'individual', 'Codex searches tools by itself'],
  ['claude-ai', 'lazy', 'claude.ai loads every listed tool'],
  ['Visual Studio Code', 'lazy', 'VS Code loads every listed tool'],
  ['cursor-vscode', 'lazy', 'Cursor loads at most 40 tools, and 89 would be listed'],
  ['copilot-cli', 'lazy', 'Copilot CLI loads every listed tool with most models'],
  ['qwen-cli-mcp-client-shop', 'lazy', 'Qwen Code puts 86 names into every prompt, about 3548 tokens'],
  ['@cline/core', 'lazy', 'Cline loads every listed tool'],
  ['continue-cli-client', 'lazy', 'Continue loads every listed tool'],
  ['kimi-code', 'lazy', 'Kimi Code loads every listed tool'],
  ['gemini-cli-mcp-client', 'lazy', 'Gemini CLI loads every listed tool'],
  ['opencode', 'lazy', 'OpenCode loads every listed tool'],
  ['ai-sdk-mcp-client', 'lazy', 'Vercel AI SDK loads every listed tool'],
  ['openai-mcp', 'lazy', 'ChatGPT loads every listed tool'],
  ['my-claude-code-fork', 'lazy', LAZY],
  ['somebody', 'lazy', LAZY],
] as const;

describe.each(['legacy', 'auto'] as const)('auto, %s', (mode) => {
  it.each(CASES)('gives %s the surface %s: %s', async (name, strategy, reason) => {
    const server = serve();
    const client = await connect(server, name, mode);
    expect(client.getProtocolEra()).toBe(mode === 'legacy' ? 'legacy' : 'modern');
    expect(await strategySeen(client)).toBe(strategy);
    expect(server.choices).toEqual([{ strategy, reason, client: name }]);
    expect(server.lines).toEqual([`shop: ${strategy} for ${JSON.stringify(name)}, because ${reason}`]);
    const help = await client.callTool({ name: 'afd-help', arguments: {} });
    const toolStrategy = `auto: ${strategy}, because ${reason}`;
    // Some of these clients get an answer with text alone, so the text is compared.
    expect(JSON.stringify(help.content)).toContain(toolStrategy);
    expect(help.content).toEqual(
      (await client.callTool({ name: 'afd-call', arguments: { command: 'afd-help' } })).content,
    );
  });
});

describe('auto', () => {
  it('chooses lazy for a client without a name', () => {
    const server = serve();
    expect(server.listTools({})).toHaveLength(5);
    expect(server.listTools({ era: 'modern' })).toHaveLength(5);
    expect(server.choices).toEqual([{ strategy: 'lazy', reason: LAZY }]);
    expect(server.lines).toEqual([`shop: lazy for a client without a name, because ${LAZY}`]);
  });

  it.each([
    [0, 'individual'],
    [20, 'individual'],
    [21, 'lazy'],
  ] as const)('lists %i tools as %s', (count, strategy) => {
    for (const dispatch of ['single', 'by-risk'] as const) {
      const server = serve({ commands: commands(count), bootstrap: false, dispatch });
      server.listTools({ client: { name: 'somebody' } });
      expect(server.choices).toMatchObject([{ strategy }]);
      if (strategy === 'individual') expect(server.choices[0]?.reason).toBe('the whole tool list is small');
    }
  });

  it('does not list few tools whose descriptions are long', () => {
    const server = serve({ commands: commands(10, 'a long description '.repeat(200)), bootstrap: false });
    server.listTools({ client: { name: 'somebody' } });
    expect(server.choices).toMatchObject([{ strategy: 'lazy' }]);
  });

  it('counts only the tools in the scope of the client', async () => {
    const server = serve({ toolsets: ['todo'] });
    const client = await connect(server, 'somebody');
    expect(await strategySeen(client)).toBe('individual');
    const help = await client.callTool({ name: 'afd-help', arguments: {} });
    expect(help.structuredContent).toMatchObject({
      data: { toolStrategy: 'auto: individual, because the whole tool list is small' },
    });
  });

  it('can be overridden by the server: limits, and strategies by client', () => {
    const options = { tools: 2, tokens: 1_000, clients: { Cursor: 'individual', 'claude-code': 'lazy' } } as const;
    const server = serve({ commands: commands(3), bootstrap: false, auto: options });
    for (const name of ['somebody', 'cursor-vscode', 'claude-code']) server.listTools({ client: { name } });
    server.listTools({});
    expect(server.choices.map(({ strategy, reason }) => [strategy, reason])).toEqual([
      ['lazy', LAZY],
      ['individual', 'the option auto.clients names this client'],
      ['lazy', 'the option auto.clients names this client'],
      ['lazy', LAZY],
    ]);
    expect(serve({ auto: { tools: 200, tokens: 50_000 } }).listTools({})).toHaveLength(89);
  });

  it('chooses again when the catalog grows', () => {
    const server = serve({ commands: commands(20), bootstrap: false });
    const listed = () => server.listTools({ client: { name: 'somebody' } }).length;
    expect(listed()).toBe(23);
    server.addCommand(defineCommand({ name: 'one-more', description: 'One more', handler: () => success(1) }));
    expect(listed()).toBe(5);
    expect(server.choices.map(({ strategy }) => strategy)).toEqual(['individual', 'lazy']);
  });

  it('logs a choice once for each client, and truncates the name of the client', async () => {
    const server = serve();
    const name = `evil\n${'x'.repeat(5_000)}`;
    const client = await connect(server, name);
    await client.listTools();
    await client.listTools(undefined, { cacheMode: 'bypass' });
    expect(server.choices).toHaveLength(1);
    expect(server.lines).toHaveLength(1);
    expect(server.lines[0]).not.toContain('\n');
    expect(server.lines[0]?.length).toBeLessThan(200);
  });

  it('says first how to reach tools that are not listed, and never that a whole list is partial', async () => {
    const server = serve();
    for (const mode of ['legacy', 'auto'] as const) {
      for (const name of ['somebody', 'gemini-cli-mcp-client', 'copilot-cli']) {
        const said = (await connect(server, name, mode)).getInstructions()?.slice(0, 150) ?? '';
        expect(said).toContain('More tools exist than are listed.');
        for (const tool of ['afd-discover', 'afd-call']) expect(said).toContain(tool);
      }
      const whole = (await connect(server, 'claude-code', mode)).getInstructions();
      expect(whole).toMatch(/^If you do not see a tool of this server, search for it\. There are 86 commands in order/);
    }
    expect((await connect(serve({ commands: commands(3), bootstrap: false }), 'x')).getInstructions()).toBeUndefined();
  });

  it('takes the names of many tools into account, and keeps finder and caller loaded', async () => {
    const server = serve({ commands: commands(300), bootstrap: false });
    const { tools } = await (await connect(server, 'claude-code')).listTools();
    expect(tools.filter((tool) => tool._meta?.['anthropic/alwaysLoad']).map(({ name }) => name)).toEqual([
      'afd-discover',
      'afd-call',
    ]);
    const codex = serve({ commands: commands(300), bootstrap: false, clients: { codex: { defersTools: true } } });
    expect(await strategySeen(await connect(codex, 'codex-mcp-client'))).toBe('individual');
  });
});

describe('auto while servers are not known', () => {
  const unknown = () => new StartingSource('slow');

  it('answers lazy, with instructions, also for a client that searches by itself', async () => {
    const server = serve({ sources: [unknown()] });
    for (const name of ['claude-code', 'a-new-client']) {
      for (const era of ['legacy', 'auto'] as const) {
        const client = await connect(server, name, era);
        expect(await strategySeen(client)).toBe('lazy');
        expect(client.getInstructions()).toMatch(/afd-discover/);
      }
    }
    expect(server.choices[0]?.reason).toBe('the tools of 1 server are not known yet');
  });

  it('obeys an override', async () => {
    const client = await connect(serve({ sources: [unknown()], auto: { clients: { mine: 'individual' } } }), 'mine');
    expect(await strategySeen(client)).toBe('individual');
  });

  it('keeps the surface of a legacy connection when the servers are known; the next connection gets another', async () => {
    const source = unknown();
    const server = serve({ commands: commands(3), sources: [source] });
    const early = await connect(server, 'x', 'legacy');
    expect(await strategySeen(early)).toBe('lazy');
    source.lists([]);
    expect(await strategySeen(early)).toBe('lazy');
    expect(await strategySeen(await connect(server, 'x', 'legacy'))).toBe('individual');
  });
});
