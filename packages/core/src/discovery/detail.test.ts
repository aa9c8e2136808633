import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { command, dataOf, engineWith, errorOf, FixedSource, tool } from '../../../../test/fixtures/tools.ts';
import { CommandRegistry } from '../catalog/registry.ts';
import { type DetailEntry, detailInput } from './detail.ts';

const input = z.object({ orderId: z.string() });
const cancel = command('order-cancel', {
  description: 'Cancel a pending order. It cannot be undone.',
  tags: ['billing'],
  input,
  destructive: true,
  confirmPrompt: 'Cancel {orderId}?',
  executionTime: 'fast',
  errors: ['TOO_LATE'],
  examples: [{ title: 'one', input: { orderId: 'o1' } }],
  relatedTools: ['order-get'],
  requires: ['order-get'],
  version: '2.0.0',
});
const get = command('order-get', { input, mutation: false });

const engine = () => engineWith([cancel, get]);
const one = (result: readonly DetailEntry[]) => result[0] as Extract<DetailEntry, { description: string }>;

describe('afd-detail', () => {
  it('answers one name with a list of one: the schema and the metadata that is set', () => {
    const entries = dataOf(engine().detail({ command: 'order-cancel' }));
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      name: 'order-cancel',
      found: true,
      callable: true,
      description: 'Cancel a pending order. It cannot be undone.',
      category: 'order',
      tags: ['billing'],
      mutation: true,
      destructive: true,
      confirmPrompt: 'Cancel {orderId}?',
      executionTime: 'fast',
      errors: ['TOO_LATE'],
      relatedTools: ['order-get'],
      requires: ['order-get'],
      version: '2.0.0',
      inputSchema: { type: 'object', properties: { orderId: { type: 'string' } }, required: ['orderId'] },
    });
  });

  it('has the whole description, which afd-discover cuts after 120 characters', async () => {
    const description = `Cancel an order ${'of a customer '.repeat(40)}at once. It cannot be undone.\n\nAsk first.`;
    const long = engineWith([command('order-cancel', { description })]);
    expect(one(dataOf(long.detail({ command: 'order-cancel' }))).description).toBe(description);
    const [shown] = dataOf(await long.discover({ search: 'order-cancel' })).commands;
    expect(shown?.description).toMatch(/^Cancel an order of a customer .*…$/);
    expect(shown?.description?.length).toBeLessThanOrEqual(120);
    expect(shown?.description?.length).toBeGreaterThan(100);
  });

  it('leaves out defaults and empty lists', () => {
    const entry = one(dataOf(engine().detail({ command: 'order-get' })));
    expect(Object.keys(entry).sort()).toEqual(
      ['callable', 'category', 'description', 'found', 'inputSchema', 'mutation', 'name', 'schemaHash'].sort(),
    );
  });

  it('says of a command without a declared effect that it may change data', () => {
    const entry = one(dataOf(engineWith([command('order-touch')]).detail({ command: 'order-touch' })));
    expect(entry).toMatchObject({ mutation: false, effects: 'undeclared' });
  });

  it('keeps the order of known and unknown names', () => {
    const result = engine().detail({ command: ['order-get', 'order-cancle', 'order-cancel', 'order-get'] });
    expect(dataOf(result).map(({ name, found }) => [name, found])).toEqual([
      ['order-get', true],
      ['order-cancle', false],
      ['order-cancel', true],
      ['order-get', true],
    ]);
    expect(result.confidence).toBe(0.75);
    expect(result.reasoning).toBe('Found 3 of 4 commands');
    expect(result.metadata?.executionTimeMs).toBeTypeOf('number');
  });

  it('suggests the intended name for a typo', () => {
    const [entry] = dataOf(engine().detail({ command: 'order-cancle' }));
    expect(entry).toMatchObject({
      found: false,
      error: {
        code: 'COMMAND_NOT_FOUND',
        message: "No command named 'order-cancle'",
        suggestion: "Did you mean 'order-cancel'? Use afd-discover to list all commands.",
      },
    });
  });

  it('names several candidates where none is obvious, and none where nothing is close', () => {
    const [vague] = dataOf(engine().detail({ command: 'order-xxx' }));
    expect(vague).toHaveProperty('error.suggestion', expect.stringMatching(/'order-get' or 'order-cancel'/));
    const [nothing] = dataOf(engine().detail({ command: 'zzzzzzzzzzzz' }));
    expect(nothing).toHaveProperty('error.suggestion', 'Use afd-discover to list all commands.');
  });

  it('lists the candidates of an ambiguous name', () => {
    const sources = ['a', 'b'].map((server) => new FixedSource(server, [tool('same', undefined, { server })]));
    const [entry] = dataOf(engineWith([], { sources }).detail({ command: 'same' }));
    expect(entry).toMatchObject({ found: false, error: { details: { candidates: ['a/same', 'b/same'] } } });
  });

  it('describes a command of the registry that is not exposed, and a call of it is refused', async () => {
    const registry = new CommandRegistry([command('secret', { input })]);
    const server = engineWith([get], { registry });
    expect(dataOf(server.detail({ command: 'secret' }))[0]).toMatchObject({
      found: true,
      callable: false,
      inputSchema: { type: 'object' },
    });
    expect(errorOf(await server.call({ command: 'secret' })).code).toBe('COMMAND_NOT_EXPOSED');
  });

  it('says that a disabled command is not callable, and that a deprecated one is deprecated', () => {
    const server = engineWith([
      command('off', { enabled: false }),
      command('old', { deprecated: 'use new' }),
      command('older', { deprecated: true }),
    ]);
    expect(dataOf(server.detail({ command: ['off', 'old', 'older'] }))).toMatchObject([
      { callable: false, enabled: false },
      { callable: true, deprecated: 'use new' },
      { deprecated: true },
    ]);
  });

  it('writes TypeScript instead of schemas when asked', () => {
    const entry = one(dataOf(engine().detail({ command: 'order-get', format: 'typescript' })));
    expect(entry.typescript).toBe('"order-get"(input: {\n  orderId: string;\n}): unknown');
    expect(entry).not.toHaveProperty('inputSchema');
  });

  it('does not repeat a schema that the agent holds, and repeats it when it has changed', () => {
    const server = engine();
    const { schemaHash } = one(dataOf(server.detail({ command: 'order-get' })));
    const known = { 'order-get': schemaHash };
    expect(dataOf(server.detail({ command: 'order-get', known }))).toEqual([
      { name: 'order-get', found: true, unchanged: true, schemaHash, callable: true },
    ]);
    expect(dataOf(server.detail({ command: 'test/order-get', known }))[0]).toHaveProperty('unchanged', true);
    server.expose(command('order-get', { input: z.object({ orderId: z.number() }) }));
    expect(dataOf(server.detail({ command: 'order-get', known }))[0]).toHaveProperty('inputSchema');
  });

  it('is not confused by a command called like a property of every object', () => {
    const server = engineWith([command('constructor'), command('__proto__')]);
    for (const entry of dataOf(server.detail({ command: ['constructor', '__proto__'], known: {} }))) {
      expect(entry).toMatchObject({ found: true, callable: true });
      expect(entry).not.toHaveProperty('unchanged');
    }
  });

  it('shows the output schema where there is one', () => {
    const server = engineWith([command('a', { output: z.object({ n: z.number() }) })]);
    expect(one(dataOf(server.detail({ command: 'a' }))).outputSchema).toMatchObject({ type: 'object' });
  });

  it.each([{ command: '' }, { command: [] }, { command: Array(11).fill('a') }, { command: 'a', format: 'xml' }])(
    'does not accept %j',
    (given) => {
      expect(detailInput.safeParse(given).success).toBe(false);
    },
  );
});
