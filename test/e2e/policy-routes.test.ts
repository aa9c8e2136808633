import { type CodeRunner, Engine } from '@foldout/core';
import { Gate, type PolicyConfig } from '@foldout/core/internal';
import { createMcpServer, defineCommand, success, TOOL_STRATEGIES, type ToolStrategy } from '@foldout/server';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { unstamped } from '../fixtures/unstamped.ts';
import { routesTo, spelled } from './call-routes.ts';
import { allTools, connectInProcess, type TestClient } from './clients.ts';

/** The commands that ran, with the input that they got. */
let ran: (readonly [name: string, input: unknown])[] = [];

const NAMES = ['vault-read', 'vault-write', 'write-vault', 'vault-destructive', 'vault-guarded'];
const commands = NAMES.map((name) =>
  defineCommand({
    name,
    description: `Handles the vault (${name}).`,
    input: z.object({ id: z.coerce.string().optional(), command: z.string().optional(), args: z.unknown().optional() }),
    mutation: name !== 'vault-read',
    handler: (input) => {
      ran.push([name, input]);
      return success({ name, command: 'vault-destructive', input: {} });
    },
  }),
);

const POLICY: PolicyConfig = {
  rules: [
    { tools: ['bank/vault-write', '*/write-*', 'bank/vault-d*'], then: 'deny' },
    { tools: 'bank/vault-guarded', arguments: { id: { not: { equals: 'free' } } }, then: 'deny' },
  ],
};
const DENIED = ['vault-write', 'write-vault', 'vault-destructive'];

/** A stand-in for the sandbox: finds the one call in a script of this test, and makes it. */
const SCRIPTS: CodeRunner = {
  run: async (code, { engine, context }) => {
    const [, command = ''] = /'bank', '([a-z-]+)'/.exec(code) ?? [];
    const { success: succeeded } = await engine.call({ command }, context);
    return { output: '', value: null, calls: [{ name: command, success: succeeded }] };
  },
};

const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

const clients = new Map<ToolStrategy, Promise<TestClient>>();

function clientOf(toolStrategy: ToolStrategy): Promise<TestClient> {
  const open = async (): Promise<TestClient> => {
    const server = createMcpServer({
      name: 'bank',
      version: '1.0.0',
      commands,
      toolStrategy,
      coreTools: NAMES,
      runCode: SCRIPTS,
      gate: new Gate({ policy: POLICY }),
      // The input of every call changes after it was checked: the policy has to see the change.
      middleware: [
        (_tool, input, _context, next) => {
          const { id, ...rest } = input as { id?: string };
          return next({ input: id === 'becomes-guarded' ? { ...rest, id: 'guarded' } : input });
        },
      ],
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

async function attempt(client: TestClient, tool: string, input: object) {
  return client.call(tool, input as Record<string, unknown>).catch(() => undefined);
}

describe.each(TOOL_STRATEGIES)('on the surface %s, a policy', (strategy) => {
  it('leaves no route to a tool that it denies', async () => {
    const client = await clientOf(strategy);
    const listed = (await allTools(client)).map(({ name }) => name);
    const anyTool = fc
      .constantFrom(...listed, ...DENIED, 'afd-call', 'afd-batch', 'afd-pipe', 'run_code')
      .chain(spelled);
    await fc.assert(
      fc.asyncProperty(anyTool, fc.constantFrom(...DENIED, 'vault-guarded').chain(routesTo), async (name, input) => {
        ran = [];
        await attempt(client, name, input);
        expect(ran.filter(([one]) => DENIED.includes(one) || one === 'vault-guarded')).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it('lets the other calls through, and those whose arguments it allows', async () => {
    const client = await clientOf(strategy);
    ran = [];
    await attempt(client, 'afd-call', { command: 'vault-read', input: {} });
    await attempt(client, 'afd-call', { command: 'vault-guarded', input: { id: 'free' } });
    expect(ran.map(([name]) => name)).toEqual(['vault-read', 'vault-guarded']);
  });
});

describe('a denied call', () => {
  const engine = (policy: PolicyConfig) => new Engine({ name: 'bank', commands: CHECKED, gate: new Gate({ policy }) });
  const CHECKED = [
    defineCommand({
      name: 'pay',
      description: 'Pays an amount.',
      input: z.object({ amount: z.number(), to: z.string() }),
      mutation: true,
      handler: (input) => success(input),
    }),
  ];

  it('gets the same answer, whether its input is valid or not', async () => {
    const denied = engine({ rules: [{ tools: 'bank/pay', then: 'deny', reason: 'No payments.' }] });
    const answers = await Promise.all(
      [{ amount: 1, to: 'x' }, { amount: 'wrong' }, {}, { amount: [] }].map((input) =>
        denied.call({ command: 'pay', input }),
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(unstamped(answer)))).size).toBe(1);
    expect(answers[0]?.error).toMatchObject({
      code: 'POLICY_DENIED',
      message: "'bank/pay' is denied for 'local' by rule 1 of the policy: No payments.",
    });
  });

  it('gets the same answer where the arguments decide', async () => {
    const limited = engine({ rules: [{ tools: '*/pay', arguments: { amount: { above: 100 } }, then: 'deny' }] });
    const codes = async (input: Record<string, unknown>) => (await limited.call({ command: 'pay', input })).error?.code;
    expect(await codes({ amount: 500, to: 'x' })).toBe('POLICY_DENIED');
    expect(await codes({ amount: 500 })).toBe('POLICY_DENIED');
    // Healed to a number before the policy sees it.
    expect(await codes({ amount: '500', to: 'x' })).toBe('POLICY_DENIED');
    expect(await codes({ amount: 50 })).toBe('VALIDATION_ERROR');
    expect(await codes({ amount: 50, to: 'x' })).toBeUndefined();
  });

  it('is decided on the input that middleware leaves, and runs nothing', async () => {
    const client = await clientOf('lazy');
    ran = [];
    const answer = await attempt(client, 'afd-call', { command: 'vault-guarded', input: { id: 'becomes-guarded' } });
    expect(answer?.isError).toBe(true);
    expect(ran).toEqual([]);
  });

  it('needs a person where the policy asks, and there is nobody to ask', async () => {
    const { error } = await engine({ rules: [{ then: 'ask' }] }).call({
      command: 'pay',
      input: { amount: 1, to: 'x' },
    });
    expect(error?.code).toBe('APPROVAL_REQUIRED');
  });

  it('is refused where its input cannot be compared', async () => {
    const compared = engine({ rules: [{ arguments: { '/to/*/*': 1 }, then: 'ask' }] });
    const to = Array.from({ length: 150 }, () => Array.from({ length: 150 }, () => 1));
    const loose = new Engine({
      name: 'bank',
      commands: [
        defineCommand({ name: 'pay', description: 'Pays.', input: z.looseObject({}), handler: () => success(1) }),
      ],
      gate: new Gate({ policy: { rules: [{ arguments: { '/to/*/*': 1 }, then: 'ask' }] } }),
    });
    expect((await loose.call({ command: 'pay', input: { to } })).error).toMatchObject({ code: 'POLICY_DENIED' });
    expect((await compared.call({ command: 'pay', input: { amount: 1, to: 'x' } })).success).toBe(true);
  });
});
