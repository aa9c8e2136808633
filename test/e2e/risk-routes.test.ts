import { type CodeRunner, Engine } from '@foldout/core';
import { type Command, createMcpServer, defineCommand, success, type ToolStrategy } from '@foldout/server';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { routesTo, spelled } from './call-routes.ts';
import { allTools, connectInProcess, type SeenTool, type TestClient } from './clients.ts';

const STRATEGIES = ['individual', 'grouped', 'lazy', 'index', 'dynamic', 'proxy', 'core', 'auto'] as const;
const HIGHER = { read: ['write', 'destructive', 'undeclared'], write: ['destructive'] } as const;
type Kind = 'read' | 'write' | 'destructive' | 'undeclared';

const DECLARED: Readonly<Record<Kind, Partial<Command>>> = {
  read: { mutation: false },
  write: { mutation: true },
  destructive: { destructive: true },
  undeclared: {},
};

/** The commands that ran, in order. */
let ran: string[] = [];

/** Two commands of each kind: one in a category of its own, one beside commands of other kinds. */
const commands = (Object.keys(DECLARED) as Kind[]).flatMap((kind) =>
  [`${kind}-vault`, `vault-${kind}`].map((name) =>
    defineCommand({
      name,
      description: `Handles the vault (${name}).`,
      aliases: ['look', `peek-${kind}`],
      input: z.object({ id: z.string().optional(), command: z.string().optional(), args: z.unknown().optional() }),
      ...DECLARED[kind],
      handler: () => {
        ran.push(name);
        return success({ name, command: 'vault-destructive', input: {} });
      },
    }),
  ),
);

/** A stand-in for the sandbox: finds the one call in a script of this test, and makes it. */
const SCRIPTS: CodeRunner = {
  run: async (code, { engine, context }) => {
    const [, command = ''] = /'bank', '([a-z-]+)'/.exec(code) ?? [];
    const { success: succeeded } = await engine.call({ command }, context);
    return { output: '', value: null, calls: [{ name: command, success: succeeded }] };
  },
};

const clients = new Map<ToolStrategy, Promise<TestClient>>();
const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** A client of a server with `dispatch: 'by-risk'`, one for each surface. */
function clientOf(toolStrategy: ToolStrategy): Promise<TestClient> {
  const open = async (): Promise<TestClient> => {
    const server = createMcpServer({
      name: 'bank',
      version: '1.0.0',
      commands,
      toolStrategy,
      dispatch: 'by-risk',
      coreTools: ['read-vault'],
      runCode: SCRIPTS,
      log: () => {},
    });
    closing.push(() => server.stop());
    const client = await connectInProcess(server);
    closing.push(() => client.close());
    return client;
  };
  const client = clients.get(toolStrategy) ?? open();
  clients.set(toolStrategy, client);
  return client;
}

/** What a host concludes from annotations, with the defaults of the protocol. */
function riskIn({ annotations = {} }: SeenTool): 'read' | 'write' | 'destructive' {
  if (annotations.readOnlyHint === true) return 'read';
  return annotations.destructiveHint === false ? 'write' : 'destructive';
}

async function attempt(client: TestClient, tool: string, input: object): Promise<void> {
  await client.call(tool, input as Record<string, unknown>).catch(() => {});
}

describe.each(STRATEGIES)('with dispatch by risk, the surface %s', (strategy) => {
  it.each(['read', 'write'] as const)(
    'runs nothing of a higher risk from a tool that is listed as %s',
    async (risk) => {
      const client = await clientOf(strategy);
      const listed = (await allTools(client)).filter((tool) => riskIn(tool) === risk);
      if (listed.length === 0) {
        // `dynamic` and `core` may list no tool of this risk.
        expect(['dynamic', 'core', 'proxy', 'index']).toContain(strategy);
        return;
      }
      const targets = commands
        .map(({ name }) => name)
        .filter((name) => HIGHER[risk].some((kind) => name.includes(kind)));
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...listed.map(({ name }) => name)).chain(spelled),
          fc.constantFrom(...targets).chain(routesTo),
          async (name, input) => {
            ran = [];
            await attempt(client, name, input);
            expect(ran.filter((one) => targets.includes(one))).toEqual([]);
          },
        ),
        { numRuns: 120 },
      );
    },
  );

  it('says the truth about every tool that it lists', async () => {
    const client = await clientOf(strategy);
    const risks = new Map((await allTools(client)).map((tool) => [tool.name, riskIn(tool)]));
    for (const { name } of commands) {
      const kind = name.replace(/-?vault-?/, '');
      const expected = { read: 'read', write: 'write', destructive: 'destructive', undeclared: 'destructive' }[kind];
      if (risks.has(name)) expect([name, risks.get(name)]).toEqual([name, expected]);
    }
    expect(risks.get('afd-call')).toBeUndefined();
    expect(risks.get('invoke_tool')).toBeUndefined();
    expect(risks.get('call_extended_tool')).toBeUndefined();
  });

  it('names in its instructions only dispatchers that it lists', async () => {
    const client = await clientOf(strategy);
    const names = new Set((await allTools(client)).map(({ name }) => name));
    const words = (client.instructions ?? '').match(/\b(afd-[a-z-]+|[a-z]+(?:_[a-z]+)+)\b/g) ?? [];
    expect(words.filter((word) => !names.has(word))).toEqual([]);
  });
});

describe('with dispatch by risk, a tool of the right risk', () => {
  it.each([
    ['lazy', 'afd-call-read', { command: 'vault-read' }],
    ['lazy', 'afd-call-write', { command: 'vault-undeclared' }],
    ['lazy', 'afd-call-destructive', { command: 'vault-destructive' }],
    ['lazy', 'afd-batch-read', { commands: [{ command: 'vault-read' }] }],
    ['lazy', 'afd-batch', { commands: [{ command: 'vault-destructive' }] }],
    ['lazy', 'afd-batch-write', { commands: [{ command: 'vault-write' }] }],
    ['lazy', 'afd-pipe-read', { steps: [{ command: 'vault-read' }] }],
    ['lazy', 'afd-pipe', { steps: [{ command: 'vault-destructive' }] }],
    ['proxy', 'invoke_tool_read', { toolName: 'vault-read' }],
    ['proxy', 'invoke_tool_destructive', { toolName: 'vault-destructive' }],
    ['core', 'call_extended_tool_write', { tool_name: 'vault-write' }],
    ['grouped', 'vault_read', { action: 'read' }],
    ['grouped', 'vault_destructive', { action: 'destructive' }],
  ] as const)('runs: %s, %s %j', async (strategy, tool, input) => {
    ran = [];
    await (await clientOf(strategy)).call(tool, input);
    expect(ran).toHaveLength(1);
  });

  it('limits a script as it limits every other action', async () => {
    const engine = new Engine({ name: 'bank', commands, runCode: SCRIPTS });
    const run = async (maxRisk: 'read' | 'write' | 'destructive', name: string) => {
      ran = [];
      await engine.run({ kind: 'code', code: `await callTool('bank', '${name}', {})`, maxRisk });
      return ran;
    };
    expect(await run('read', 'vault-destructive')).toEqual([]);
    expect(await run('read', 'vault-undeclared')).toEqual([]);
    expect(await run('write', 'vault-destructive')).toEqual([]);
    expect(await run('read', 'vault-read')).toEqual(['vault-read']);
    expect(await run('destructive', 'vault-destructive')).toEqual(['vault-destructive']);
  });

  it('never gets a higher limit from an action than its caller has', async () => {
    const engine = new Engine({ name: 'bank', commands });
    ran = [];
    const input = { commands: [{ command: 'vault-destructive' }] };
    await engine.run({ kind: 'batch', input, maxRisk: 'destructive' }, { maxRisk: 'read' });
    expect(ran).toEqual([]);
  });

  it('says which tool runs a command of a higher risk, in the names of the surface', async () => {
    const refusal = async (strategy: ToolStrategy, tool: string, input: Record<string, unknown>) =>
      (await (await clientOf(strategy)).call(tool, input)).result.error?.suggestion;
    expect(await refusal('lazy', 'afd-call-read', { command: 'vault-write' })).toContain('afd-call-write');
    expect(await refusal('proxy', 'invoke_tool_read', { toolName: 'vault-write' })).toContain('invoke_tool_write');
    expect(await refusal('core', 'call_extended_tool_read', { tool_name: 'vault-write' })).toContain(
      'call_extended_tool_write',
    );
  });
});
