import { type Command, type Engine, success } from '@foldout/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { anyCharacter } from '../../../../test/fixtures/any-character.ts';
import { surfaceOf } from '../../../../test/fixtures/surface-of.ts';
import { command, dataOf, engineWith, errorOf, FixedSource, tool } from '../../../../test/fixtures/tools.ts';

const META = ['afd-call', 'afd-batch', 'afd-pipe'];

const groupedOf = (engine: Engine, categories: Record<string, string> = {}) =>
  surfaceOf('grouped', engine, { settings: { categories } });

const order = [
  command('order-create', { input: z.object({ sku: z.string(), n: z.number().optional() }), mutation: true }),
  command('order-get', { input: z.object({ id: z.number() }) }),
  command('order-wipe', { destructive: true }),
];

const listed = (commands: readonly Command[]) => groupedOf(engineWith(commands)).list();
const groupsOf = (commands: readonly Command[]) => listed(commands).filter(({ name }) => !META.includes(name));

async function call(name: string, input: unknown, engine = engineWith(order)) {
  const result = await groupedOf(engine).call(name, input);
  if (!result) throw new Error(`'${name}' is not a group`);
  return result;
}

describe('the grouped surface', () => {
  it('lists one tool per category, sorted, and the three that run any command', () => {
    const tools = listed([command('user-get'), ...order]);
    expect(tools.map(({ name }) => name)).toEqual(['order', 'user', ...META]);
  });

  it('lists short actions, with signatures in place of schemas', () => {
    const [group] = groupsOf(order);
    expect(group?.inputSchema).toEqual({
      type: 'object',
      properties: { action: { type: 'string', enum: ['create', 'get', 'wipe'] }, input: { type: 'object' } },
      required: ['action'],
    });
    expect(group?.description).toBe('Commands of order.\ncreate(sku: string, n?: number)\nget(id: number)\nwipe()');
  });

  it('says what a category is about where that is known', () => {
    const [group] = groupedOf(engineWith(order), { order: 'Buying things.' }).list();
    expect(group?.description).toMatch(/^order: Buying things\.\n/);
  });

  it('does not take an inherited property for the description of a category', () => {
    const [group] = groupsOf([command('constructor-call')]);
    expect(group?.description).toBe('Commands of constructor.\ncall()');
  });

  it('says of a group what is true of all of its commands', () => {
    const annotations = (...commands: Command[]) => groupsOf(commands)[0]?.annotations;
    const get = command('a-get', { mutation: false });
    expect(annotations(get, command('a-list', { mutation: false }))).toEqual({ readOnlyHint: true });
    expect(annotations(get, command('a-put', { mutation: true }))).toEqual({
      readOnlyHint: false,
      destructiveHint: false,
    });
    expect(annotations(get, command('a-undeclared'))).toEqual({ readOnlyHint: false });
    expect(annotations(get, command('a-undeclared'), command('a-wipe', { destructive: true }))).toEqual({
      readOnlyHint: false,
      destructiveHint: true,
    });
  });

  it('leaves out what cannot be called, and follows the catalog', () => {
    const engine = engineWith([command('a-one'), command('b-two', { enabled: false })]);
    const surface = groupedOf(engine);
    expect(surface.list().map(({ name }) => name)).toEqual(['a', ...META]);
    expect(surface.list()).toBe(surface.list());
    engine.registry.setEnabled('b-two', true);
    expect(surface.list().map(({ name }) => name)).toEqual(['a', 'b', ...META]);
  });

  it('keeps a description short enough that no host cuts it, and counts what it left out', () => {
    for (const length of [1, 5, 20, 50, 51, 52, 53]) {
      const many = Array.from({ length: 500 }, (_, index) => command(`a-${'x'.repeat(length)}${index}`));
      const [group] = groupsOf(many);
      expect(group?.description.length).toBeLessThanOrEqual(2_048);
      expect(group?.description).toMatch(/…\d+ more actions; a wrong input is answered with the signature\.$/);
      expect(group?.inputSchema).toHaveProperty('properties.action.enum.length', 500);
    }
  });

  it('gives groups legal, unique, free names, the same for the same catalog', () => {
    const category = fc.oneof(
      fc.constantFrom(
        'a.b',
        'a_b',
        'a b',
        'a_b_2',
        'afd-call',
        'afd-batch',
        '名前',
        '__proto__',
        'x'.repeat(90),
        `${'x'.repeat(90)}y`,
      ),
      fc.string({ unit: anyCharacter, minLength: 1, maxLength: 80 }),
    );
    fc.assert(
      fc.property(fc.uniqueArray(category, { minLength: 1, maxLength: 10 }), (categories) => {
        const commands = categories.map((one, index) => command(`c${index}`, { category: one }));
        const names = listed(commands).map(({ name }) => name);
        for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
        expect(new Set(names).size).toBe(categories.length + META.length);
        expect(listed(commands.toReversed())).toEqual(listed(commands));
      }),
      { numRuns: 50 },
    );
  });
});

describe('calling a group', () => {
  it('takes the short action, the full name or the address', async () => {
    for (const action of ['get', 'order-get', 'test/order-get']) {
      expect(dataOf(await call('order', { action, input: { id: 1 } }))).toEqual({ id: 1 });
    }
  });

  it('takes the input beside the action as well as inside of input', async () => {
    expect(dataOf(await call('order', { action: 'get', id: 1 }))).toEqual({ id: 1 });
    expect(dataOf(await call('order', { action: 'get', input: '{"id":1}' }))).toEqual({ id: 1 });
  });

  it('answers an unknown action with what was meant and what there is', async () => {
    expect(errorOf(await call('order', { action: 'creat' }))).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: "'order' has no action 'creat'",
      suggestion: expect.stringMatching(/^Did you mean 'create'.*\? Actions: create, get, wipe\.$/),
    });
    expect(errorOf(await call('order', {})).message).toBe("'order' needs an action");
    expect(errorOf(await call('order', { action: 5 })).message).toBe("'order' has no action '5'");
    expect(errorOf(await call('order', { action: 'constructor' })).message).toContain('has no action');
  });

  it('answers an action that cannot be made into text', async () => {
    for (const action of ['{"toString":1,"valueOf":1}', 'null', '[1]']) {
      const error = errorOf(await call('order', { action: JSON.parse(action) }));
      expect(error.message).toBe(`'order' has no action '${action}'`);
    }
  });

  it('answers a wrong input with the signature', async () => {
    const error = errorOf(await call('order', { action: 'get', input: { id: 'x' } }));
    expect(error.code).toBe('VALIDATION_ERROR');
    expect(error.details).toHaveProperty('signature', expect.stringContaining('(id: number)'));
  });

  it('leaves names that are not groups, and a command called as itself, to others', () => {
    const surface = groupedOf(engineWith([command('deploy', { handler: () => success('itself') })]));
    expect(surface.call('nobody', {})).toBeUndefined();
    expect(surface.call('deploy', {})).toBeUndefined();
    expect(surface.call('deploy', { action: 'deploy' })).toBeDefined();
  });

  it('keeps two commands apart that would have the same short name', async () => {
    const engine = engineWith([
      command('order-create', { handler: () => success('long') }),
      command('create', { category: 'order', handler: () => success('short') }),
    ]);
    const [group] = groupedOf(engine).list();
    expect(group?.inputSchema).toHaveProperty('properties.action.enum', ['test/create', 'test/order-create']);
    expect(dataOf(await call('order', { action: 'create' }, engine))).toBe('short');
    expect(dataOf(await call('order', { action: 'order-create' }, engine))).toBe('long');
  });

  it('keeps two servers apart that have the same tool', async () => {
    const sources = ['a', 'b'].map(
      (server) => new FixedSource(server, [tool('do', undefined, { server, category: 'x' })]),
    );
    const [group] = groupedOf(engineWith([], { sources })).list();
    expect(group?.inputSchema).toHaveProperty('properties.action.enum', ['a/do', 'b/do']);
  });

  it('has no empty action', () => {
    expect(groupsOf([command('order-')])[0]?.inputSchema).toHaveProperty('properties.action.enum', ['order-']);
  });
});
