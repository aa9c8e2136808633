import { afterEach, describe, expect, it, vi } from 'vitest';
import { command, dataOf, engineWith, errorOf } from '../../../../../test/fixtures/tools.ts';
import { type CommandResult, failure, success } from '../../result/result.ts';
import { defaultMiddleware } from './default-middleware.ts';
import { limitRate } from './limit-rate.ts';
import { type CallLog, logCalls } from './log-calls.ts';
import type { Middleware } from './middleware.ts';
import { retryCalls } from './retry-calls.ts';
import { timeCalls } from './time-calls.ts';
import { traceCalls } from './trace-calls.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const sold = failure({ code: 'SOLD_OUT', message: 'm', suggestion: 's' });
const busy = failure({ code: 'UPSTREAM_UNAVAILABLE', message: 'm', suggestion: 's' });

describe('next', () => {
  it('gives the inner layers and the handler another input or context', async () => {
    const seen: unknown[] = [];
    const double: Middleware = (_command, input, context, next) =>
      next({ input: { n: (input as { n: number }).n * 2 }, context: { ...context, traceId: 'mine' } });
    const watch: Middleware = (_command, input, { traceId }, next) => {
      seen.push([input, traceId]);
      return next();
    };
    const engine = engineWith([command('echo')], { middleware: [double, watch] });
    expect(dataOf(await engine.call({ command: 'echo', input: { n: 2 } }))).toEqual({ n: 4 });
    expect(seen).toEqual([[{ n: 4 }, 'mine']]);
  });
});

describe('logCalls', () => {
  it('does not fail a call because it could not be logged', async () => {
    const write = () => {
      throw new Error('disk full');
    };
    const result = await engineWith([command('a')], { middleware: [logCalls({ write })] }).call({ command: 'a' });
    expect(result.success).toBe(true);
  });

  it('writes one entry for each call, without input or result', async () => {
    const entries: CallLog[] = [];
    const middleware = [logCalls({ write: (entry) => entries.push(entry) })];
    const engine = engineWith([command('a'), command('b', { handler: () => sold })], { middleware });
    await engine.call({ command: 'a', input: { secret: 1 } }, { traceId: 't1' });
    await engine.call({ command: 'b' }, { traceId: 't2' });
    expect(entries).toEqual([
      { event: 'call', command: 'test/a', traceId: 't1', success: true, durationMs: expect.any(Number) },
      {
        event: 'call',
        command: 'test/b',
        traceId: 't2',
        success: false,
        code: 'SOLD_OUT',
        durationMs: expect.any(Number),
      },
    ]);
  });

  it('writes JSON to stderr by default and nothing to stdout', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const log = vi.spyOn(process.stdout, 'write');
    await engineWith([command('a')], { middleware: [logCalls()] }).call({ command: 'a' });
    expect(JSON.parse(String(error.mock.calls[0]?.[0]))).toMatchObject({ event: 'call', command: 'test/a' });
    expect(log).not.toHaveBeenCalled();
  });
});

describe('timeCalls and traceCalls', () => {
  it('add time and trace id to the metadata of every result', async () => {
    const handler = () => success(1, { metadata: { mine: true } });
    const middleware = [traceCalls(), timeCalls()];
    const engine = engineWith([command('a', { handler }), command('b', { handler: () => sold })], { middleware });
    expect((await engine.call({ command: 'a' }, { traceId: 't' })).metadata).toEqual({
      mine: true,
      traceId: 't',
      executionTimeMs: expect.any(Number),
    });
    expect((await engine.call({ command: 'b' }, { traceId: 't' })).metadata).toHaveProperty('traceId', 't');
  });
});

describe('defaultMiddleware', () => {
  it('logs, times and traces', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const engine = engineWith([command('a')], { middleware: defaultMiddleware() });
    const { metadata } = await engine.call({ command: 'a' });
    expect(metadata).toEqual({ traceId: expect.any(String), executionTimeMs: expect.any(Number) });
    expect(error).toHaveBeenCalledTimes(1);
  });
});

describe('limitRate', () => {
  function limited(options: Partial<Parameters<typeof limitRate>[0]> = {}) {
    const clock = { now: 1_000_000 };
    const middleware = [limitRate({ limit: 2, windowMs: 10_000, now: () => clock.now, ...options })];
    const engine = engineWith([command('a'), command('b')], { middleware });
    const call = (name = 'a', sessionId?: string) => engine.call({ command: name }, sessionId ? { sessionId } : {});
    return { clock, call };
  }

  it('refuses what is over the limit and says when to try again', async () => {
    const { clock, call } = limited();
    await call();
    clock.now += 4_000;
    await call('b');
    const error = errorOf(await call());
    expect(error).toMatchObject({
      code: 'RATE_LIMITED',
      retryable: true,
      message: "'a' was refused: the limit of 2 calls per 10 s is reached",
      suggestion: 'Try again in 6 s.',
      details: { retryAfterMs: 6_000 },
    });
  });

  it('opens a new window when the old one has ended, and not before', async () => {
    const { clock, call } = limited();
    await call();
    await call();
    clock.now += 9_999;
    expect((await call()).success).toBe(false);
    clock.now += 1;
    expect((await call()).success).toBe(true);
    expect((await call()).success).toBe(true);
    expect((await call()).success).toBe(false);
  });

  it('counts each session apart, and all callers without one together', async () => {
    const { call } = limited({ limit: 1 });
    expect((await call('a', 'one')).success).toBe(true);
    expect((await call('a', 'two')).success).toBe(true);
    expect((await call('a', 'one')).success).toBe(false);
    expect((await call()).success).toBe(true);
    expect((await call()).success).toBe(false);
  });

  it('counts by the key of the options', async () => {
    const { call } = limited({ limit: 1, key: (command) => command.name });
    expect((await call('a')).success).toBe(true);
    expect((await call('b')).success).toBe(true);
    expect((await call('a')).success).toBe(false);
  });

  it('keeps current windows when it deletes expired ones', async () => {
    const { clock, call } = limited({ limit: 1 });
    for (let index = 0; index < 1_001; index += 1) await call('a', `old${index}`);
    clock.now += 9_000;
    await call('a', 'current');
    clock.now += 1_000;
    expect((await call('a', 'current')).success).toBe(false);
    expect((await call('a', 'old0')).success).toBe(true);
  });
});

describe('retryCalls', () => {
  /** Answers with each result in turn, then with the last one. */
  function answering(...results: CommandResult[]) {
    const handler = vi.fn(() => results[Math.min(handler.mock.calls.length, results.length) - 1] as CommandResult);
    return handler;
  }

  async function run(middleware: Middleware, handler: () => CommandResult, options = {}) {
    vi.useFakeTimers();
    const pending = engineWith([command('a', { handler, mutation: false, ...options })], {
      middleware: [middleware],
    }).call({
      command: 'a',
    });
    await vi.runAllTimersAsync();
    return pending;
  }

  it('tries again after a retryable error and says how often', async () => {
    const handler = answering(busy, busy, success('at last'));
    const result = await run(retryCalls(), handler);
    expect(dataOf(result)).toBe('at last');
    expect(handler).toHaveBeenCalledTimes(3);
    expect(result.metadata).toMatchObject({ retries: 2 });
  });

  it('gives up after the last retry with the last error', async () => {
    const handler = answering(busy);
    expect(errorOf(await run(retryCalls({ retries: 1 }), handler)).code).toBe('UPSTREAM_UNAVAILABLE');
    expect(handler).toHaveBeenCalledTimes(2);
  });

  it('tries an error that is not retryable once, and a success once', async () => {
    const failing = answering(sold);
    await run(retryCalls(), failing);
    expect(failing).toHaveBeenCalledTimes(1);
    const fine = answering(success(1));
    expect((await run(retryCalls(), fine)).metadata).not.toHaveProperty('retries');
    expect(fine).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['a mutation', { mutation: true }, 1],
    ['a command that declares nothing', { mutation: undefined }, 1],
    [
      'a command whose annotations say that it only reads',
      { mutation: undefined, annotations: { readOnlyHint: true } },
      3,
    ],
    ['a destructive command', { destructive: true }, 1],
    ['a destructive command that says it changes nothing', { destructive: true, mutation: false }, 1],
    ['an idempotent mutation', { mutation: true, annotations: { idempotentHint: true } }, 3],
  ])('tries %s as often as is safe', async (_what, options, times) => {
    const handler = answering(busy);
    await run(retryCalls(), handler, options);
    expect(handler).toHaveBeenCalledTimes(times);
  });

  it('stops waiting when the call is cancelled', async () => {
    const controller = new AbortController();
    const handler = answering(busy);
    const layer = retryCalls({ delayMs: 1_000_000 });
    const watch: Middleware = async (given, input, context, next) => {
      const pending = layer(given, input, context, next);
      controller.abort();
      return pending;
    };
    const engine = engineWith([command('a', { handler })], { middleware: [watch] });
    const result = await engine.call({ command: 'a' }, { signal: controller.signal });
    expect(errorOf(result).code).toBe('CANCELLED');
    expect(handler).toHaveBeenCalledTimes(1);
  });
});
