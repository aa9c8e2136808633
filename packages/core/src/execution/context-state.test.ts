import { describe, expect, it } from 'vitest';
import { command, dataOf, engineWith, errorOf } from '../../../../test/fixtures/tools.ts';

const contexts = [{ name: 'day', description: 'Work.' }, { name: 'night' }];
const commands = [
  command('always'),
  command('work', { contexts: ['day'] }),
  command('sleep', { contexts: ['night'] }),
  command('both', { contexts: ['day', 'night'] }),
];
const make = () => engineWith(commands, { contexts });
const session = { sessionId: 's1' };

const listed = async (engine: ReturnType<typeof make>, input = {}, given = {}) =>
  dataOf(await engine.discover(input, given)).commands.map(({ name }) => name);
const context = (engine: ReturnType<typeof make>, input: Record<string, unknown>, given = {}) =>
  engine.call({ command: 'afd-context', input }, given);

describe('contexts', () => {
  it('limit discovery to the active context, and count the commands of other contexts', async () => {
    const engine = make();
    expect(await listed(engine)).toEqual(['afd-context', 'always']);
    expect(await listed(engine, { context: 'day' })).toEqual(['afd-context', 'always', 'both', 'work']);
    expect((await engine.discover({ context: 'day' })).reasoning).toContain('1 more belong to other contexts');
    expect(dataOf(await engine.discover({ context: 'day' })).availableCategories).toContain('sleep');
  });

  it('do not hide a command from a search for its name, which says how to enter its context', async () => {
    const found = await make().discover({ search: 'sleep', context: 'day' });
    expect(dataOf(found).commands.map(({ name }) => name)).not.toContain('sleep');
    expect(found.reasoning).toContain(
      "In other contexts: 'sleep' in context 'night'. Pass context: 'night' to afd-call.",
    );
    expect((await make().discover({ search: 'sleep', context: 'night' })).reasoning).not.toContain('In other contexts');
    expect((await make().discover({ search: 'walk', context: 'day' })).reasoning).not.toContain('In other contexts');
  });

  it('do not limit detail', () => {
    expect(dataOf(make().detail({ command: 'sleep' }))[0]).toMatchObject({ found: true, contexts: ['night'] });
  });

  it('refuse a call from outside and name the context to enter', async () => {
    const engine = make();
    expect(errorOf(await engine.call({ command: 'sleep', context: 'day' }))).toMatchObject({
      code: 'CONTEXT_MISMATCH',
      message: "Command 'sleep' belongs to context 'night'; 'day' is active",
      suggestion: "Pass context: 'night' to afd-call.",
      details: { contexts: ['night'] },
    });
    expect(errorOf(await engine.call({ command: 'both' })).message).toContain("'day' or 'night'; none is active");
    expect((await engine.call({ command: 'sleep', context: 'night' })).success).toBe(true);
    expect((await engine.call({ command: 'always' })).success).toBe(true);
  });

  it('are remembered by a session from entering to leaving, and by no other session', async () => {
    const engine = make();
    expect(dataOf(await context(engine, { action: 'enter', context: 'night' }, session))).toEqual({ active: 'night' });
    expect((await engine.call({ command: 'sleep' }, session)).success).toBe(true);
    expect((await engine.call({ command: 'sleep' }, { sessionId: 's2' })).success).toBe(false);
    expect(await listed(engine, {}, session)).toContain('sleep');
    expect(dataOf(await context(engine, { action: 'list' }, session))).toEqual({ active: 'night', contexts });
    expect(dataOf(await context(engine, { action: 'exit' }, session))).toMatchObject({ active: null });
    expect(errorOf(await engine.call({ command: 'sleep' }, session)).code).toBe('CONTEXT_MISMATCH');
  });

  it('named in a call take precedence over the context of the session', async () => {
    const engine = make();
    await context(engine, { action: 'enter', context: 'night' }, session);
    expect((await engine.call({ command: 'work', context: 'day' }, session)).success).toBe(true);
    expect(await listed(engine, { context: 'day' }, session)).toContain('work');
  });

  it('are forgotten when the session ends', async () => {
    const engine = make();
    await context(engine, { action: 'enter', context: 'night' }, session);
    engine.contexts.forget('s1');
    expect((await engine.call({ command: 'sleep' }, session)).success).toBe(false);
  });

  it('cannot be remembered without a session: the answer says what to do instead', async () => {
    const engine = make();
    const result = await context(engine, { action: 'enter', context: 'night' });
    expect(dataOf(result)).toEqual({ active: null });
    expect(result.warnings).toEqual([
      "This call has no session, so no context was entered. Pass context: 'night' to afd-call.",
    ]);
    expect((await engine.call({ command: 'sleep' })).success).toBe(false);
    expect(dataOf(await context(engine, { action: 'list' }))).toEqual({ active: null, contexts });
    expect(dataOf(await context(engine, { action: 'exit' }))).toMatchObject({ active: null });
  });

  it('that do not exist are an error that lists those that do', async () => {
    const engine = make();
    const errors = [
      errorOf(await context(engine, { action: 'enter', context: 'noon' }, session)),
      errorOf(await engine.call({ command: 'always', context: 'noon' })),
      errorOf(await engine.discover({ context: 'noon' })),
    ];
    for (const error of errors) {
      expect(error).toMatchObject({
        code: 'VALIDATION_ERROR',
        message: "There is no context 'noon'",
        suggestion: "Use one of 'day', 'night'.",
      });
    }
    expect(errorOf(await context(engine, { action: 'enter' }, session)).code).toBe('VALIDATION_ERROR');
  });

  it('hold for every command of a batch and every step of a pipe', async () => {
    const engine = make();
    await context(engine, { action: 'enter', context: 'night' }, session);
    const batch = dataOf(await engine.batch({ commands: [{ command: 'sleep' }, { command: 'work' }] }, session));
    expect(batch.results).toMatchObject([{ success: true }, { error: { code: 'CONTEXT_MISMATCH' } }]);
    expect(errorOf(await engine.pipe({ steps: [{ command: 'work' }] }, session)).code).toBe('CONTEXT_MISMATCH');
  });

  it('have no effect if none are configured', async () => {
    const engine = engineWith(commands);
    expect(await listed(engine)).toEqual(['always', 'both', 'sleep', 'work']);
    expect((await engine.call({ command: 'sleep' })).success).toBe(true);
    expect((await engine.call({ command: 'afd-context', input: { action: 'list' } })).success).toBe(false);
  });

  it('are kept for ten thousand sessions; the oldest is forgotten first', async () => {
    const engine = make();
    for (let index = 0; index <= 10_000; index += 1) {
      await context(engine, { action: 'enter', context: 'night' }, { sessionId: `s${index}` });
    }
    expect(engine.contexts.active({ sessionId: 's0' }).name).toBeUndefined();
    expect(engine.contexts.active({ sessionId: 's1' }).name).toBe('night');
    expect(engine.contexts.active({ sessionId: 's10000' }).name).toBe('night');
  });
});
