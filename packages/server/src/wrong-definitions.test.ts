import { type Command, DefinitionError, DirectClient, defineCommand, success } from '@foldout/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as z3 from 'zod/v3';
import { createMcpServer } from './create-mcp-server.ts';
import { TOOL_STRATEGIES } from './surfaces/strategies.ts';

const RUNS = 1_000;
const GOOD = ['order-create', 'order-cancel', 'invoice-send'];

const good = GOOD.map((name) =>
  defineCommand({
    name,
    description: `Runs ${name.replace('-', ' ')} for a customer`,
    input: z.object({ id: z.string() }),
    handler: ({ id }) => success({ id }),
  }),
);

const cyclic: Record<string, unknown> = { type: 'object' };
cyclic['properties'] = { self: cyclic };

const standard = (jsonSchema?: unknown) => ({
  '~standard': {
    version: 1,
    vendor: 'own',
    validate: (value: unknown) => ({ value }),
    ...(jsonSchema ? { jsonSchema } : {}),
  },
});
const throwing = () => {
  throw new Error('cannot convert');
};

/** Schemas that cannot be converted, cannot check a value, or cannot be sent. */
const wrongSchema = fc.oneof(
  fc.constantFrom<unknown>(
    z3.object({ id: z3.string() }),
    z3.string(),
    { id: z.string() },
    { type: 'object', properties: { id: { type: 'string' } } },
    z.object({ at: z.date() }),
    z.object({ at: z.array(z.date()) }),
    z.date(),
    z.string(),
    z.bigint(),
    z.object({ id: z.string().meta({ size: 1n }) }),
    z.object({ id: z.lazy(throwing) }),
    z.object({ id: z.custom(() => true) }),
    z.object({ id: z.string().default(() => throwing()) }),
    z.promise(z.object({})),
    standard(),
    standard({ input: throwing, output: throwing }),
    standard({ input: () => cyclic, output: () => cyclic }),
    standard({ input: () => null, output: () => null }),
    standard({ input: () => ({ type: 'object', properties: 5, required: 'id' }), output: () => ({}) }),
    standard({ input: () => ({ type: 'object', properties: { id: null } }), output: () => ({}) }),
    { '~standard': 5 },
    Object.create(null),
    class {},
  ),
  fc.anything(),
);

const field = fc.constantFrom(
  'name',
  'description',
  'title',
  'summary',
  'category',
  'tags',
  'aliases',
  'examples',
  'relatedTools',
  'enabled',
  'deprecated',
  'mutation',
  'destructive',
  'confirmPrompt',
  'executionTime',
  'errors',
  'handoff',
  'handoffProtocol',
  'version',
  'expose',
  'contexts',
  'requires',
  'annotations',
  'core',
  'alwaysAvailable',
  'handler',
  'inputSchema',
  'execute',
  '__proto__',
  'toString',
);

const wrongCommand: fc.Arbitrary<unknown> = fc.oneof(
  fc.record({ change: field, value: fc.anything() }).map(({ change, value }) => changed({ [change]: value })),
  fc
    .record({ which: fc.constantFrom('input', 'output'), schema: wrongSchema })
    .map(({ which, schema }) => changed({ [which]: schema })),
  fc.constantFrom('', ' ', 'afd-call', 'afd_pipe', 'a\u0000b', GOOD[0]).map((name) => changed({ name })),
  fc.constantFrom(['nowhere'], [''], ['support', 'nowhere']).map((contexts) => changed({ contexts })),
  fc.anything(),
);

function changed(change: object): object {
  return { name: 'wrong-one', description: 'Breaks a rule.', handler: () => success(1), ...change };
}

/** The ways by which a command enters a server. */
const WAYS = {
  defined: (wrong: Command) => serverWith(defineCommand(wrong)),
  listed: (wrong: Command) => serverWith(wrong),
  added: (wrong: Command) => {
    const server = serverWith();
    server.addCommand(wrong);
    return server;
  },
};

function serverWith(...more: Command[]) {
  const commands = [...good.slice(0, 1), ...more, ...good.slice(1)];
  return createMcpServer({ name: 'shop', version: '1', commands, contexts: [{ name: 'support' }], log: () => {} });
}

describe('a server with a wrong definition', () => {
  it(`refuses it by name, or lists and finds all other commands (${RUNS} wrong definitions)`, async () => {
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(
        wrongCommand,
        fc.constantFrom(...Object.keys(WAYS)),
        fc.constantFrom(...TOOL_STRATEGIES),
        async (wrong, way, strategy) => {
          let server: ReturnType<typeof serverWith>;
          try {
            server = WAYS[way as keyof typeof WAYS](wrong as Command);
          } catch (error) {
            refused += 1;
            expect(error).toBeInstanceOf(DefinitionError);
            const name = nameOf(wrong);
            if (name !== undefined) expect((error as Error).message).toContain(`'${name}'`);
            return;
          }
          await expectOthersToWork(server, strategy);
        },
      ),
      { numRuns: RUNS },
    );
    // Most of these definitions break a rule; a check that accepts everything would pass the property above.
    expect(refused).toBeGreaterThan(RUNS / 2);
  }, 120_000);
});

async function expectOthersToWork(server: ReturnType<typeof serverWith>, strategy: string): Promise<void> {
  const listed = createMcpServer({
    name: 'shop',
    version: '1',
    registry: server.engine.registry,
    commands: server.engine.registry.list(),
    toolStrategy: strategy as never,
    log: () => {},
  });
  expect(() => JSON.stringify(listed.listTools())).not.toThrow();
  const client = new DirectClient(server);
  const { data: listing } = await client.discover({ level: 'signature' });
  const names = (listing?.commands ?? []).map(({ name }) => name);
  for (const name of GOOD) {
    if (names.includes('order-cancel')) expect(names).toContain(name);
    const found = await server.engine.search(name.replace('-', ' '));
    expect(found.tools.map((tool) => tool.name)).toContain(name);
  }
  const called = await client.call('order-cancel', { id: '17' });
  expect(called).toMatchObject({ success: true, data: { id: '17' } });
}

/** The name of a definition, if the definition has a usable one. */
function nameOf(wrong: unknown): string | undefined {
  if (typeof wrong !== 'object' || wrong === null) return undefined;
  const { name } = wrong as { name?: unknown };
  return typeof name === 'string' &&
    name.trim() === name &&
    name !== '' &&
    !/\p{Cc}|\p{Cs}/u.test(name) &&
    name.length < 200
    ? name
    : undefined;
}
