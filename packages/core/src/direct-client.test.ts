import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { command, dataOf, engineWith, errorOf } from '../../../test/fixtures/tools.ts';
import { CommandRegistry } from './catalog/registry.ts';
import { DirectClient } from './direct-client.ts';

const engine = engineWith([command('echo', { input: z.looseObject({}) })]);

describe('DirectClient', () => {
  it('makes the calls of an agent in the same process', async () => {
    const client = new DirectClient(engine);
    expect(dataOf(await client.call('echo', { a: 1 }))).toEqual({ a: 1 });
    expect(errorOf(await client.call('ecko')).suggestion).toContain("'echo'");
    expect(dataOf(await client.batch([{ command: 'echo' }])).summary.succeeded).toBe(1);
    expect(
      dataOf(
        await client.pipe([
          { command: 'echo', input: { a: 1 } },
          { command: 'echo', input: { b: '$prev.a' } },
        ]),
      ).data,
    ).toEqual({ b: 1 });
    expect(dataOf(await client.discover({ search: 'echo' })).returned).toBe(1);
    expect(dataOf(await client.detail(['echo', 'nobody'])).map(({ found }) => found)).toEqual([true, false]);
  });

  it('passes the input of a pipe, and the format and the known hashes of a detail', async () => {
    const client = new DirectClient(engine);
    const piped = await client.pipe([{ command: 'echo', input: { a: '$input.n' } }], { input: { n: 7 } });
    expect(dataOf(piped).data).toEqual({ a: 7 });
    const [typed] = dataOf(await client.detail('echo', { format: 'typescript' }));
    expect(typed).toHaveProperty('typescript');
    const known = { echo: (typed as { schemaHash: string }).schemaHash };
    expect(dataOf(await client.detail('echo', { known }))).toMatchObject([{ name: 'echo', unchanged: true }]);
  });

  it('refuses input that an MCP client could not send', async () => {
    const client = new DirectClient(engine);
    const wrong = [
      client.batch([]),
      client.batch([{ command: 'echo' }], { parallelism: 0 }),
      client.pipe([{ command: 'echo', when: { $near: [1, 2] } as never }]),
      client.detail([]),
      client.discover({ limit: 0 }),
    ];
    for (const result of await Promise.all(wrong)) expect(errorOf(result).code).toBe('VALIDATION_ERROR');
  });

  it('takes a server as well as an engine', async () => {
    expect((await new DirectClient({ engine }).call('echo')).success).toBe(true);
  });
});

describe('Engine', () => {
  it('refuses two commands with the same name', () => {
    expect(() => engineWith([command('a'), command('a')])).toThrow(/'a' is registered already/);
  });

  it('refuses a source that has its own server name', () => {
    const registry = new CommandRegistry();
    expect(() => engineWith([], { registry, sources: [{ server: 'test' } as never] })).toThrow(/'test'/);
  });

  it('takes commands that its registry holds already', async () => {
    const shared = command('a');
    const both = engineWith([shared], { registry: new CommandRegistry([shared, command('b')]) });
    expect((await both.call({ command: 'a' })).success).toBe(true);
    expect(errorOf(await both.call({ command: 'b' })).code).toBe('COMMAND_NOT_EXPOSED');
  });

  it('exposes a command while it runs, and a new version of one', async () => {
    const running = engineWith([command('a')]);
    running.expose(command('b'));
    running.expose(command('a', { enabled: false }));
    expect((await running.call({ command: 'b' })).success).toBe(true);
    expect(errorOf(await running.call({ command: 'a' })).code).toBe('COMMAND_DISABLED');
  });

  it('does not expose a command that was removed and registered again', async () => {
    const running = engineWith([command('a')]);
    running.registry.unregister('a');
    running.registry.register(command('a'));
    expect(errorOf(await running.call({ command: 'a' })).code).toBe('COMMAND_NOT_EXPOSED');
  });

  it('keeps its own commands out of a registry that others share', () => {
    const registry = new CommandRegistry();
    engineWith([], { registry, contexts: [{ name: 'support' }] });
    expect(registry.list()).toEqual([]);
  });

  it('takes a context for a batch and a pipe, where there is no session to remember it', async () => {
    const contextual = engineWith([command('refund', { contexts: ['support'] })], { contexts: [{ name: 'support' }] });
    const inside = { context: 'support' };
    expect(dataOf(await contextual.batch({ commands: [{ command: 'refund' }], ...inside })).summary.succeeded).toBe(1);
    expect((await contextual.pipe({ steps: [{ command: 'refund' }], ...inside })).success).toBe(true);
    expect(errorOf(await contextual.pipe({ steps: [{ command: 'refund' }] })).code).toBe('CONTEXT_MISMATCH');
    expect(errorOf(await contextual.batch({ commands: [{ command: 'refund' }], context: 'x' })).code).toBe(
      'VALIDATION_ERROR',
    );
  });

  it('lets one result that cannot be written fail its own entry of a batch only', async () => {
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    const mixed = engineWith([command('ok'), command('cycle', { handler: () => ({ success: true, data: cycle }) })]);
    const { results } = dataOf(await mixed.batch({ commands: [{ command: 'cycle' }, { command: 'ok' }] }));
    expect(results).toMatchObject([{ success: false, error: { code: 'INTERNAL_ERROR' } }, { success: true }]);
  });

  it('gives back the rest of a cut result', () => {
    const small = engineWith([], { maxResultChars: 100 });
    const { result } = small.pager.bound({ success: true, data: 'x'.repeat(150) });
    const { cursor } = (result.metadata as { more: { cursor: string } }).more;
    expect(dataOf(small.more({ cursor }))).toBe('x'.repeat(50));
  });
});
