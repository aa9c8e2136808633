import { describe, expect, it } from 'vitest';
import { engineWith, errorOf } from '../../../../test/fixtures/tools.ts';
import { type Command, defineCommand } from '../catalog/define-command.ts';
import { success } from '../result/result.ts';
import { group } from './group.ts';
import { lazyHandler } from './lazy-handler.ts';
import { limitRate } from './middleware/limit-rate.ts';
import type { Middleware } from './middleware/middleware.ts';

const get = defineCommand({ name: 'get', description: 'Get an order', handler: () => success('got') });
const drop = defineCommand({
  name: 'drop',
  description: 'Drop an order',
  category: 'danger',
  tags: ['own'],
  contexts: ['admin'],
  deprecated: 'use get',
  annotations: { readOnlyHint: false },
  handler: () => success('dropped'),
});

describe('a group', () => {
  it('gives its commands what they do not say themselves', () => {
    const [first, second] = group(
      'orders',
      { tags: ['shop'], context: 'sales', deprecated: true, annotations: { readOnlyHint: true, openWorldHint: false } },
      [get, drop],
    );
    expect(first).toMatchObject({
      category: 'orders',
      tags: ['shop'],
      contexts: ['sales'],
      deprecated: true,
      annotations: { readOnlyHint: true, openWorldHint: false },
    });
    expect(second).toMatchObject({
      category: 'danger',
      tags: ['shop', 'own'],
      contexts: ['admin'],
      deprecated: 'use get',
      annotations: { readOnlyHint: false, openWorldHint: false },
    });
    expect(get).not.toHaveProperty('category');
  });

  it('runs its middleware around its own commands, inside of the server', async () => {
    const log: string[] = [];
    const note =
      (who: string): Middleware =>
      async (command, _input, _context, next) => {
        log.push(`${who} ${command.name}`);
        return next();
      };
    const commands = [...group('orders', { middleware: [note('outer'), note('inner')] }, [get]), drop];
    const engine = engineWith(commands, { middleware: [note('server')] });
    expect(await engine.call({ command: 'get' })).toMatchObject({ data: 'got' });
    await engine.call({ command: 'drop' });
    expect(log).toEqual(['server get', 'outer get', 'inner get', 'server drop']);
  });

  it('can limit each of its commands', async () => {
    const limit = limitRate({ limit: 1, key: ({ name }) => name });
    const other = defineCommand({ ...get, name: 'list' });
    const engine = engineWith(group('orders', { middleware: [limit] }, [get, other]));
    await engine.call({ command: 'get' });
    expect(errorOf(await engine.call({ command: 'get' })).code).toBe('RATE_LIMITED');
    expect((await engine.call({ command: 'list' })).success).toBe(true);
  });

  it('refuses an empty name and a wrong command, by name', () => {
    expect(() => group('', {}, [get])).toThrow('A group has an empty name');
    const wrong = { name: 'wrong', description: '' } as Command;
    expect(() => group('orders', {}, [wrong])).toThrow("Command 'wrong' has no description");
    expect(() => group('orders', { annotations: { readOnlyHint: 'yes' as never } }, [get])).toThrow("command 'get'");
  });
});

describe('a lazy handler', () => {
  it('is loaded once, by the first call, and again after a load that failed', async () => {
    let loads = 0;
    const handler = lazyHandler(async () => {
      loads += 1;
      if (loads === 1) throw new Error('no module');
      return (input: { a?: number }) => success({ a: input.a ?? 1 });
    });
    const command = defineCommand({ name: 'lazy', description: 'Loads late', handler });
    const engine = engineWith([command]);
    expect(loads).toBe(0);
    expect(errorOf(await engine.call({ command: 'lazy' })).code).toBe('INTERNAL_ERROR');
    expect((await engine.call({ command: 'lazy' })).data).toEqual({ a: 1 });
    await engine.call({ command: 'lazy' });
    expect(loads).toBe(2);
  });

  it('refuses options that it does not have, and values of the wrong kind', () => {
    expect(() => group('orders', [get] as never, undefined as never)).toThrow("Write group('orders', {}, commands)");
    expect(() => group('orders', {}, get as never)).toThrow("The commands of group 'orders' are");
    expect(() => limitRate({ max: 5 } as never)).toThrow('Write limitRate({ limit: 100 })');
    expect(() => lazyHandler({} as never)).toThrow('lazyHandler needs a function');
    expect(() => group('orders', { tag: ['shop'] } as never, [get])).toThrow(
      "Group 'orders' has no option 'tag'. Use one of: tags, category",
    );
    expect(() => group('orders', { tags: 'shop' } as never, [get])).toThrow(
      'The tags of group \'orders\' are "shop"; write a list of texts.',
    );
    expect(() => group('orders', { middleware: [{}] } as never, [get])).toThrow('write a list of functions');
    expect(() => group('orders', { annotations: { readOnlyHint: 'yes' } } as never, [get])).toThrow(
      "The annotations of command 'get'",
    );
  });
});
