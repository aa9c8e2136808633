import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMcpServer, type McpServerOptions } from '@foldout/server';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect } from 'vitest';
import { CORE_TOOLS, categoryDescriptions, mailCommands } from '../../examples/agent-mail/src/commands.ts';
import { openMail } from '../../examples/agent-mail/src/mail.ts';
import { allTools, CLIENTS, type ClientKind, connectInProcess, type Data, type TestClient } from '../e2e/clients.ts';
import { closeAfterEach } from '../fixtures/close-after-each.ts';
import { criteria } from './criteria.ts';
import { START, workday } from './seed-003-workday.ts';
import { timeRatio } from './time-ratio.ts';

/** Requirements of seed 003, one line each: features, promises, roadmap. */
const LINES = {
  'S03-01': 'core tools: the eight that basic coordination needs',
  'S03-02': 'extended tools: the other nineteen, in seven categories',
  'S03-03': 'list_extended_tools: total, by_category, and tools with name, category and description',
  'S03-04': 'call_extended_tool { tool_name, arguments } runs any of them',
  'S03-05': 'MCP_TOOLS_MODE=extended lists 29 tools: 27 and 2 meta',
  'S03-06': 'MCP_TOOLS_MODE=core lists 10 tools: 8 and 2 meta',
  'S03-07': 'no breaking changes: all 29 work in both modes',
  'S03-08': 'core mode saves at least 60% of the tokens',
  'S03-09': 'the mode is read from the environment, and filters when the server starts',
  'S03-10': 'core tools are marked on the command or named by option',
  'S03-11': 'both modes answer in the same time: what is hidden costs nothing',
} as const;

const { verifies, everyLineHasATest } = criteria(LINES);
const tokens = (value: unknown): number => encode(JSON.stringify(value)).length;
const META = ['list_extended_tools', 'call_extended_tool'];
const PROJECT = '/data/projects/backend';

/** Extended tools by category, as the seed lists them. */
const EXTENDED = {
  messaging: ['acknowledge_message'],
  search: ['search_messages', 'summarize_thread', 'summarize_threads'],
  identity: ['create_agent_identity'],
  contact: ['request_contact', 'respond_contact', 'list_contacts', 'set_contact_policy'],
  file_reservations: [
    'file_reservation_paths',
    'release_file_reservations',
    'force_release_file_reservation',
    'renew_file_reservations',
  ],
  workflow_macros: [
    'macro_start_session',
    'macro_prepare_thread',
    'macro_file_reservation_cycle',
    'macro_contact_handshake',
  ],
  infrastructure: ['install_precommit_guard', 'uninstall_precommit_guard'],
} as const;
const EXTENDED_NAMES: readonly string[] = Object.values(EXTENDED).flat();

const open = closeAfterEach();

function serve(options: Partial<McpServerOptions> = {}) {
  const server = createMcpServer({
    name: 'mail',
    version: '1.0.0',
    commands: mailCommands(),
    categories: categoryDescriptions,
    toolStrategy: 'core',
    coreTools: CORE_TOOLS,
    ...options,
  });
  open.push({ close: () => server.stop() });
  return server;
}

async function connect(options: Partial<McpServerOptions> = {}): Promise<TestClient> {
  const client = await connectInProcess(serve(options));
  open.push(client);
  return client;
}

async function namesOf(client: TestClient): Promise<string[]> {
  return (await allTools(client)).map((tool) => tool.name);
}

async function inMode<T>(mode: string, work: () => Promise<T>): Promise<T> {
  const before = process.env['MCP_TOOLS_MODE'];
  process.env['MCP_TOOLS_MODE'] = mode;
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env['MCP_TOOLS_MODE'];
    else process.env['MCP_TOOLS_MODE'] = before;
  }
}

describe('the categories', () => {
  verifies(['S03-01', 'S03-06'], 'core mode lists the eight core tools and two more', async () => {
    const core = [
      'health_check',
      'ensure_project',
      'register_agent',
      'whois',
      'send_message',
      'reply_message',
      'fetch_inbox',
      'mark_message_read',
    ];
    expect([...CORE_TOOLS].sort()).toEqual([...core].sort());
    expect(await namesOf(await connect())).toEqual([...[...core].sort(), ...META]);
  });

  verifies(['S03-02', 'S03-03'], 'lists the nineteen others as the seed shows them', async () => {
    const client = await connect();
    const { data } = (await client.call('list_extended_tools')).result;
    expect(Object.keys(data)).toEqual(['total', 'by_category', 'tools']);
    expect(data.total).toBe(19);
    const sorted = (groups: Readonly<Record<string, readonly string[]>>) =>
      Object.fromEntries(Object.entries(groups).map(([category, names]) => [category, [...names].sort()]));
    expect(sorted(data.by_category)).toEqual(sorted(EXTENDED));
    expect(data.tools).toHaveLength(19);
    const own = new Map(mailCommands().map(({ name, description = '' }) => [name, description]));
    for (const { name, category, description, ...rest } of data.tools) {
      expect(EXTENDED[category as keyof typeof EXTENDED]).toContain(name);
      // The entry shows the beginning of the tool's own description.
      expect(own.get(name)?.startsWith(description.replace(/…$/, ''))).toBe(true);
      expect(description.length).toBeGreaterThan(20);
      expect(rest).toEqual({});
    }
    expect(new Set(data.tools.map((tool: Data) => tool.name)).size).toBe(19);
    for (const { description } of data.tools) expect(description.length).toBeLessThanOrEqual(80);
  });
});

describe('call_extended_tool', () => {
  verifies('S03-04', 'runs a tool that is not listed, as if it were', async () => {
    const client = await connect();
    const data = async (tool: string, input: object): Promise<Data> => {
      const { result } = await client.call(tool, { project_key: PROJECT, ...input });
      expect(result).toMatchObject({ success: true });
      return result.data;
    };
    await data('ensure_project', { human_key: PROJECT });
    const extended = (tool_name: string, input: object) =>
      client.call('call_extended_tool', { tool_name, arguments: { project_key: PROJECT, ...input } });
    const created = await extended('create_agent_identity', { program: 'codex', model: 'gpt' });
    expect(created.result).toMatchObject({ success: true, data: { program: 'codex', model: 'gpt' } });
    const wrong = await extended('acknowledge_message', {});
    expect(wrong.result.error).toMatchObject({ code: 'VALIDATION_ERROR' });
    for (const missing of ['agent_name', 'message_id']) expect(wrong.result.error?.message).toContain(missing);
    expect(wrong.result.error?.message).not.toContain('project_key');
    expect(wrong.text).toContain('acknowledge_message(');
    const unknown = await client.call('call_extended_tool', { tool_name: 'acknowledge_mesage', arguments: {} });
    expect(unknown.result.error).toMatchObject({ code: 'COMMAND_NOT_FOUND' });
    expect(unknown.result.error?.suggestion).toContain("'acknowledge_message'");
    const nameless = (await client.call('call_extended_tool', {})).result.error;
    expect(nameless).toMatchObject({ code: 'VALIDATION_ERROR', message: expect.stringContaining('tool_name') });
    const health = (await client.call('call_extended_tool', { tool_name: 'health_check' })).result;
    expect(health).toMatchObject({ success: true, data: { status: 'ok', projects: 1, agents: 1 } });
  });
});

describe('MCP_TOOLS_MODE', () => {
  verifies(['S03-05', 'S03-09'], 'decides what is listed', async () => {
    const extended = await inMode('extended', async () => namesOf(await connect()));
    expect(extended).toHaveLength(29);
    expect([...extended].sort()).toEqual([...CORE_TOOLS, ...EXTENDED_NAMES, ...META].sort());
    expect(await inMode('core', async () => namesOf(await connect()))).toHaveLength(10);
    expect(await inMode('extended', async () => namesOf(await connect({ toolsMode: 'core' })))).toHaveLength(10);
  });

  verifies(
    'S03-07',
    'changes the list only: every tool runs in both modes, by its name and through the meta-tool',
    async () => {
      const repository = mkdtempSync(join(tmpdir(), 'foldout-mail-'));
      mkdirSync(join(repository, '.git', 'hooks'), { recursive: true });
      const steps = workday(repository);
      expect(steps.map(({ tool }) => tool).sort()).toEqual([...CORE_TOOLS, ...EXTENDED_NAMES].sort());
      /** The answers of a whole day with a mail server of its own. */
      const live = async (kind: ClientKind, toolsMode: 'core' | 'extended', through: boolean): Promise<Data[]> => {
        let clock = Date.parse(START);
        const commands = mailCommands(openMail(() => new Date(clock)));
        const server = serve({ toolsMode, commands, transport: 'http', port: 0 });
        await server.start();
        const client = await kind.connect({ kind: 'http', url: server.url ?? '' });
        open.push(client);
        const answers: Data[] = [];
        for (const { tool, input, afterMinutes = 0 } of steps) {
          clock += afterMinutes * 60_000;
          const { result } = through
            ? await client.call('call_extended_tool', { tool_name: tool, arguments: input })
            : await client.call(tool, input);
          answers.push({ tool, ...(result.success ? { data: result.data } : { error: result.error }) });
        }
        return answers;
      };
      const expected = steps.map(({ tool, answer }) => ({ tool, data: answer }));
      for (const kind of CLIENTS) {
        const plain = await live(kind, 'extended', false);
        expect(plain).toMatchObject(expected);
        for (const [mode, through] of [
          ['core', false],
          ['core', true],
          ['extended', true],
        ] as const) {
          expect(await live(kind, mode, through)).toEqual(plain);
        }
      }
      rmSync(repository, { recursive: true, force: true });
    },
  );

  verifies('S03-08', 'core costs at least 60% less than extended', async () => {
    const extended = tokens(await allTools(await connect({ toolsMode: 'extended' })));
    const client = await connect();
    const core = tokens(await allTools(client));
    expect(core).toBeLessThanOrEqual(extended * 0.4);
    expect(tokens(client.instructions)).toBeLessThan(120);
  });

  verifies('S03-11', 'takes the same time in both modes, also for tools that are not listed', async () => {
    const [core, extended] = [await connect(), await connect({ toolsMode: 'extended' })];
    const day = workday('/none').slice(0, 9);
    for (const client of [core, extended]) for (const { tool, input } of day) await client.call(tool, input);
    const input = { project_key: PROJECT, agent_name: 'BlueLake' };
    for (const name of ['list_contacts', 'whois']) {
      const ratio = await timeRatio(
        () => core.call(name, input),
        () => extended.call(name, input),
      );
      expect(ratio).toBeLessThan(2);
    }
    const listing = await timeRatio(
      () => core.page(),
      () => extended.page(),
    );
    // The core list has fewer tools, so it must not take longer than the whole list.
    expect(listing).toBeLessThan(1.2);
  });
});

describe('a core tool', () => {
  verifies('S03-10', 'is marked by its author, or named by the server', async () => {
    const commands = mailCommands();
    expect(await namesOf(await connect({ commands, coreTools: [] }))).toEqual(META);
    const named = await connect({ commands, coreTools: ['whois', 'mail/fetch_inbox'] });
    expect(await namesOf(named)).toEqual(['fetch_inbox', 'whois', ...META]);
    const marked = commands.map((command) => ({ ...command, core: CORE_TOOLS.includes(command.name) }));
    const both = await connect({ commands: marked, coreTools: ['search_messages'] });
    expect(await namesOf(both)).toHaveLength(11);
    const { data } = (await both.call('list_extended_tools')).result;
    expect(data.total).toBe(18);
    for (const tool of await allTools(both)) {
      const { _meta } = tool as { _meta?: Data };
      expect(_meta?.['anthropic/alwaysLoad']).toBe(META.includes(tool.name) ? undefined : true);
    }
  });
});

everyLineHasATest();
