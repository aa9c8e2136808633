import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { command, dataOf, engineWith } from '../../../../test/fixtures/tools.ts';
import type { CallContext } from '../catalog/call-context.ts';
import { failure, success } from '../result/result.ts';
import { type BatchInput, batchInput } from './batch.ts';

afterEach(() => vi.useRealTimers());

/** A command `work` whose calls wait until the test releases them, and the highest number of concurrent calls. */
function workshop() {
  const waiting = new Map<number, () => void>();
  const watchers: { count: number; resolve: () => void }[] = [];
  const state = { running: 0, most: 0, started: [] as number[] };
  const work = command('work', {
    input: z.object({ n: z.number() }),
    handler: async (input) => {
      const { n } = input as { n: number };
      state.started.push(n);
      state.most = Math.max(state.most, ++state.running);
      for (const { count, resolve } of watchers) if (state.started.length >= count) resolve();
      await new Promise<void>((resolve) => waiting.set(n, resolve));
      state.running -= 1;
      return success(n);
    },
  });
  /** Resolves when `count` handlers have started. */
  const begun = (count: number) =>
    new Promise<void>((resolve) => {
      if (state.started.length >= count) resolve();
      else watchers.push({ count, resolve });
    });
  return { state, work, begun, finish: (n: number) => waiting.get(n)?.() };
}

const fail = command('fail', { handler: () => failure({ code: 'NO', message: 'm', suggestion: 's' }) });
const echo = command('echo', { input: z.looseObject({}) });
const hangs = command('hang', { handler: () => new Promise<never>(() => {}) });
const engine = engineWith([echo, fail, hangs]);

const run = async (commands: BatchInput['commands'], options: BatchInput['options'] = {}) =>
  dataOf(await engine.batch({ commands, options }));
const outcomes = (results: readonly object[]) =>
  results.map((one) => ('skipped' in one ? 'skipped' : (one as { success: boolean }).success));

describe('afd-batch', () => {
  it('gives each command its own result, in order, with its id or its position', async () => {
    const data = await run([
      { id: 'first', command: 'echo', input: { a: 1 } },
      { command: 'fail' },
      { id: 'third', command: 'nobody' },
      { command: 'echo' },
    ]);
    expect(data.results).toMatchObject([
      { id: 'first', command: 'echo', success: true, data: { a: 1 } },
      { id: '1', command: 'fail', success: false, error: { code: 'NO' } },
      { id: 'third', command: 'nobody', success: false, error: { code: 'COMMAND_NOT_FOUND' } },
      { id: '3', command: 'echo', success: true, data: {} },
    ]);
    expect(data.summary).toEqual({ total: 4, succeeded: 2, failed: 2, skipped: 0 });
  });

  it('succeeds in part, and its confidence is the part that succeeded', async () => {
    const result = await engine.batch({ commands: [{ command: 'echo' }, { command: 'fail' }] });
    expect(result).toMatchObject({
      success: true,
      confidence: 0.5,
      reasoning: '1 of 2 succeeded, 1 failed, 0 skipped',
    });
  });

  it('skips the commands after a failure only with stopOnError', async () => {
    const commands = [{ command: 'echo' }, { command: 'fail' }, { command: 'echo' }, { command: 'echo' }];
    const stopped = await run(commands, { stopOnError: true });
    expect(outcomes(stopped.results)).toEqual([true, false, 'skipped', 'skipped']);
    expect(stopped.summary).toEqual({ total: 4, succeeded: 1, failed: 1, skipped: 2 });
    expect(stopped.results[3]).toEqual({ id: '3', command: 'echo', skipped: true });
    expect(outcomes((await run(commands)).results)).toEqual([true, false, true, true]);
  });

  it('runs one command after the other by default', async () => {
    const { work, state, begun, finish } = workshop();
    const commands = [0, 1, 2].map((n) => ({ command: 'work', input: { n } }));
    const pending = engineWith([work]).batch({ commands });
    for (const n of [0, 1, 2]) {
      await begun(n + 1);
      expect(state.started).toEqual([0, 1, 2].slice(0, n + 1));
      finish(n);
    }
    await pending;
    expect(state.most).toBe(1);
  });

  it('runs as many at once as parallelism says and never more; results keep their order', async () => {
    const { work, state, begun, finish } = workshop();
    const commands = [0, 1, 2, 3, 4].map((n) => ({ command: 'work', input: { n } }));
    const pending = engineWith([work]).batch({ commands, options: { parallelism: 3 } });
    await begun(3);
    finish(2);
    await begun(4);
    for (const n of [3, 1]) finish(n);
    await begun(5);
    for (const n of [4, 0]) finish(n);
    const data = dataOf(await pending);
    expect(state.most).toBe(3);
    expect(data.results.map((one) => ('data' in one ? one.data : undefined))).toEqual([0, 1, 2, 3, 4]);
  });

  it('ends at its timeout: what ran has TIMEOUT, what had not begun is skipped', async () => {
    vi.useFakeTimers();
    const pending = run([{ command: 'echo' }, { command: 'hang' }, { command: 'echo' }], { timeout: 500 });
    await vi.advanceTimersByTimeAsync(500);
    const data = await pending;
    expect(outcomes(data.results)).toEqual([true, false, 'skipped']);
    expect(data.results[1]).toMatchObject({
      error: {
        code: 'TIMEOUT',
        message: "The batch did not finish within 500 ms; 'hang' was running and may still take effect",
        suggestion: 'Check what it did before you call it again.',
        retryable: false,
      },
    });
    expect(data.summary).toEqual({ total: 3, succeeded: 1, failed: 1, skipped: 1 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('counts commands that stopOnError has skipped as skipped, also when the others time out', async () => {
    vi.useFakeTimers();
    const commands = [{ command: 'hang' }, { command: 'fail' }, { command: 'echo' }, { command: 'echo' }];
    const pending = run(commands, { stopOnError: true, parallelism: 2, timeout: 500 });
    await vi.advanceTimersByTimeAsync(500);
    expect(outcomes((await pending).results)).toEqual([false, false, 'skipped', 'skipped']);
  });

  it('aborts what runs when it is cancelled, and says so', async () => {
    const controller = new AbortController();
    let inner: AbortSignal | undefined;
    const handler = (_input: unknown, { signal }: CallContext) => {
      inner = signal;
      controller.abort();
      return new Promise<never>(() => {});
    };
    const result = await engineWith([command('slow', { handler }), echo]).batch(
      { commands: [{ command: 'slow' }, { command: 'echo' }] },
      { signal: controller.signal },
    );
    expect(outcomes(dataOf(result).results)).toEqual([false, 'skipped']);
    expect(dataOf(result).results[0]).toMatchObject({ error: { code: 'CANCELLED' } });
    expect(result.warnings).toEqual(['The batch was canceled by its caller. Send only the skipped commands again.']);
    expect(inner?.aborted).toBe(true);
  });

  it('names the timeout when an outer deadline has passed', async () => {
    const signal = AbortSignal.abort(new DOMException('late', 'TimeoutError'));
    const result = await engine.batch({ commands: [{ command: 'echo' }] }, { signal });
    expect(result.warnings?.[0]).not.toContain('undefined');
    expect(dataOf(result).summary.skipped).toBe(1);
  });

  it('passes every command through the same middleware and checks as a call', async () => {
    const seen: string[] = [];
    const watched = engineWith([echo, command('off', { enabled: false })], {
      middleware: [
        async (tool, _input, _context, next) => {
          seen.push(tool.name);
          return next();
        },
      ],
    });
    const data = dataOf(await watched.batch({ commands: [{ command: 'echo' }, { command: 'off' }] }));
    expect(seen).toEqual(['echo']);
    expect(data.results[1]).toMatchObject({ error: { code: 'COMMAND_DISABLED' } });
  });

  it.each([
    { commands: [] },
    { commands: Array(101).fill({ command: 'a' }) },
    { commands: [{ command: '' }] },
    { commands: [{ command: 'a' }], options: { parallelism: 0 } },
    { commands: [{ command: 'a' }], options: { parallelism: 21 } },
    { commands: [{ command: 'a' }], options: { timeout: 0 } },
  ])('does not accept %j', (input) => {
    expect(batchInput.safeParse(input).success).toBe(false);
  });
});
