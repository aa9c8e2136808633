import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { command, dataOf, engineWith, errorOf, FixedSource, tool } from '../../../../test/fixtures/tools.ts';
import type { CallContext } from '../catalog/call-context.ts';
import { CommandRegistry } from '../catalog/registry.ts';
import { Engine } from '../engine.ts';
import { failure, success } from '../result/result.ts';
import type { CallEvent } from './dispatcher.ts';
import type { Middleware } from './middleware/middleware.ts';
import type { ThrownError } from './thrown-error.ts';

afterEach(() => vi.useRealTimers());

const contexts = [{ name: 'day' }, { name: 'night' }];
const hang = () => new Promise<never>(() => {});

describe('the order of a call', () => {
  it('is exposure, then enabled, then context, then risk, then validation', async () => {
    const wrong = { input: z.object({ n: z.number() }), contexts: ['night'], destructive: true };
    const registry = new CommandRegistry([command('hidden', { ...wrong, enabled: false })]);
    const exposed = [
      command('off', { ...wrong, enabled: false }),
      command('elsewhere', wrong),
      command('risky', { ...wrong, contexts: [] }),
    ];
    const engine = engineWith(exposed, { registry, contexts });
    const code = async (name: string, given: Partial<CallContext> = {}) =>
      errorOf(await engine.call({ command: name, input: { n: 'x' } }, { maxRisk: 'read', ...given })).code;
    expect(await code('hidden')).toBe('COMMAND_NOT_EXPOSED');
    expect(await code('off')).toBe('COMMAND_DISABLED');
    expect(await code('elsewhere')).toBe('CONTEXT_MISMATCH');
    expect(await code('risky')).toBe('COMMAND_NOT_EXPOSED');
    expect(await code('risky', { maxRisk: 'destructive' })).toBe('VALIDATION_ERROR');
  });

  it('lets middleware see the validated input, and nothing of a refused call', async () => {
    const seen: unknown[] = [];
    const watch: Middleware = async (_command, input, _context, next) => {
      seen.push(input);
      return next();
    };
    const input = z.object({ n: z.number().default(7), text: z.string().transform((text) => text.length) });
    const engine = engineWith([command('a', { input }), command('off', { enabled: false })], { middleware: [watch] });
    await engine.call({ command: 'a', input: { text: 'four' } });
    await engine.call({ command: 'a', input: { text: {} } });
    await engine.call({ command: 'off' });
    await engine.call({ command: 'nobody' });
    expect(seen).toEqual([{ n: 7, text: 4 }]);
  });

  it('runs middleware as an onion, the first one outermost', async () => {
    const order: string[] = [];
    const layer =
      (name: string): Middleware =>
      async (_command, _input, _context, next) => {
        order.push(`${name} in`);
        const result = await next();
        order.push(`${name} out`);
        return result;
      };
    const handler = () => {
      order.push('handler');
      return success(1);
    };
    await engineWith([command('a', { handler })], { middleware: [layer('outer'), layer('inner')] }).call({
      command: 'a',
    });
    expect(order).toEqual(['outer in', 'inner in', 'handler', 'inner out', 'outer out']);
  });

  it('lets middleware answer by itself or change the result', async () => {
    const handler = vi.fn(() => success(1));
    const answer: Middleware = async () => success('mine');
    expect(dataOf(await engineWith([command('a', { handler })], { middleware: [answer] }).call({ command: 'a' }))).toBe(
      'mine',
    );
    expect(handler).not.toHaveBeenCalled();
  });

  it('finds a tool by name or by server/name', async () => {
    const engine = engineWith([command('a', { handler: () => success('here') })]);
    expect(dataOf(await engine.call({ command: 'a' }))).toBe('here');
    expect(dataOf(await engine.call({ command: 'test/a' }))).toBe('here');
  });

  it('returns the result of a handler, with the time and the trace id of the call', async () => {
    const given = success({ a: 1 }, { confidence: 0.5, sources: ['s'], metadata: { x: 1 } });
    const stamp = { executionTimeMs: expect.any(Number), traceId: 't1' };
    const context = { traceId: 't1' };
    const answered = await engineWith([command('a', { handler: () => given })]).call({ command: 'a' }, context);
    expect(answered).toEqual({ ...given, metadata: { ...stamp, x: 1 } });
    const refused = failure({ code: 'SOLD_OUT', message: 'm', suggestion: 's' });
    const engine = engineWith([command('a', { handler: () => refused })]);
    expect(await engine.call({ command: 'a' }, context)).toEqual({ ...refused, metadata: stamp });
    for (const many of [
      engine.batch({ commands: [{ command: 'a' }] }, context),
      engine.pipe({ steps: [{ command: 'a' }] }, context),
      engine.call({ command: 'unknown' }, context),
    ])
      expect((await many).metadata).toEqual(stamp);
  });

  it('keeps a time and a trace id that the handler has set', async () => {
    const metadata = { executionTimeMs: 7, traceId: 'mine' };
    const engine = engineWith([command('a', { handler: () => success(1, { metadata }) })]);
    expect((await engine.call({ command: 'a' })).metadata).toEqual(metadata);
  });

  it('needs no timer for a synchronous handler, and awaits any thenable', async () => {
    const timer = vi.spyOn(globalThis, 'setTimeout');
    expect(dataOf(await engineWith([command('a', { handler: () => success(1) })]).call({ command: 'a' }))).toBe(1);
    expect(timer).not.toHaveBeenCalled();
    timer.mockRestore();
    const thenable = { then: (done: (value: unknown) => void) => done(success('later')) };
    const handler = (() => thenable) as never;
    expect(dataOf(await engineWith([command('a', { handler })]).call({ command: 'a' }))).toBe('later');
  });
});

describe('refusals', () => {
  it('suggest names for an unknown name, and cut a name of a megabyte', async () => {
    const engine = engineWith([command('order-cancel'), command('order-create')]);
    const error = errorOf(await engine.call({ command: 'order-cancle' }));
    expect(error).toMatchObject({
      code: 'COMMAND_NOT_FOUND',
      message: "No command named 'order-cancle'",
      suggestion: "Did you mean 'order-cancel'? Use afd-discover to list all commands.",
    });
    const byId = errorOf(await engine.call({ command: 'test/order-cancle' }));
    expect(byId.suggestion).toMatch(/^Did you mean 'test\/order-cancel'\?/);
    expect(errorOf(await engine.call({ command: 'x'.repeat(1_000_000) })).message.length).toBeLessThan(120);
  });

  it('list the candidates of an ambiguous name', async () => {
    const sources = ['a', 'b'].map((server) => new FixedSource(server, [tool('same', undefined, { server })]));
    const engine = engineWith([], { sources });
    const error = errorOf(await engine.call({ command: 'same' }));
    expect(error.code).toBe('COMMAND_NOT_FOUND');
    expect(error.suggestion).toBe("Use one of 'a/same', 'b/same'.");
    expect((await engine.call({ command: 'b/same' })).success).toBe(true);
  });

  it('name the risk and the call that takes it', async () => {
    const engine = engineWith([
      command('read', { mutation: false }),
      command('write', { mutation: true }),
      command('wipe', { destructive: true }),
    ]);
    const codes = async (maxRisk: 'read' | 'write' | 'destructive') =>
      Promise.all(
        ['read', 'write', 'wipe'].map(async (name) => (await engine.call({ command: name }, { maxRisk })).success),
      );
    expect(await codes('read')).toEqual([true, false, false]);
    expect(await codes('write')).toEqual([true, true, false]);
    expect(await codes('destructive')).toEqual([true, true, true]);
    const error = errorOf(await engine.call({ command: 'wipe' }, { maxRisk: 'write' }));
    expect(error.message).toContain("'wipe' is destructive");
    expect(error.suggestion).toBe('Run it with afd-call-destructive {"command":"wipe"}, with the same input.');
  });

  it('say that a command is disabled', async () => {
    const engine = engineWith([command('a')]);
    engine.registry.setEnabled('a', false);
    expect(errorOf(await engine.call({ command: 'a' })).code).toBe('COMMAND_DISABLED');
    engine.registry.setEnabled('a', true);
    expect((await engine.call({ command: 'a' })).success).toBe(true);
  });

  it('do not affect a deprecated command: it runs with a warning', async () => {
    const engine = engineWith([command('a', { deprecated: 'use b' }), command('c', { deprecated: true })]);
    expect(await engine.call({ command: 'a' })).toMatchObject({
      success: true,
      warnings: ["'a' is deprecated: use b"],
    });
    expect((await engine.call({ command: 'c' })).warnings).toEqual(["'c' is deprecated"]);
  });
});

describe('a handler that misbehaves', () => {
  const call = async (handler: () => unknown) =>
    errorOf(await engineWith([command('bad', { handler: handler as never })]).call({ command: 'bad' }));

  it.each([
    ['an Error', () => new Error('no disk /srv/secret')],
    ['a system error', () => Object.assign(new Error('open /srv/secret'), { code: 'ENOENT' })],
    ['a text', () => 'secret'],
    ['an object without a prototype', () => Object.create(null)],
    ['undefined', () => undefined],
    ['a symbol', () => Symbol('secret')],
  ])('and throws %s is answered with INTERNAL_ERROR, without its message', async (_what, thing) => {
    const sync = await call(() => {
      throw thing();
    });
    const later = await call(async () => {
      throw thing();
    });
    expect(sync).toMatchObject({
      code: 'INTERNAL_ERROR',
      message: expect.stringMatching(/^'bad' failed unexpectedly \(trace [\w-]+\)$/),
    });
    expect(JSON.stringify([sync, later])).not.toContain('secret');
    expect({ ...later, message: '' }).toEqual({ ...sync, message: '' });
  });

  it('and throws a CommandError is answered with it', async () => {
    const error = { code: 'NO_STOCK', message: 'none left', suggestion: 'order less', details: { left: 0 } };
    const plain = await call(() => {
      throw error;
    });
    const thrown = await call(() => {
      throw Object.assign(new Error('none left'), { ...error, retryable: true });
    });
    expect(plain).toEqual(error);
    expect(thrown).toEqual({ ...error, retryable: true });
  });

  it('and throws reaches onError with its stack and the trace id of the answer', async () => {
    const seen: ThrownError[] = [];
    const boom = new Error('boom');
    const handler = () => {
      throw boom;
    };
    const onError = (thrown: ThrownError) => {
      seen.push(thrown);
      throw new Error('in the listener');
    };
    const engine = new Engine({ name: 'test', commands: [command('bad', { handler })], onError });
    const { error } = await engine.call({ command: 'bad', input: {} }, { traceId: 't-1' });
    expect(error?.message).toBe("'bad' failed unexpectedly (trace t-1)");
    expect(seen).toMatchObject([{ error: boom, command: { name: 'bad' }, traceId: 't-1' }]);
  });

  it.each([
    ['undefined', undefined],
    ['number', 5],
    ['null', null],
    ['object', {}],
    ['object', { success: true }],
    ['object', { success: false }],
    ['object', { success: true, data: 1, warnings: 5 }],
    ['string', 'done'],
  ])('and returns %s (%j) is answered with INTERNAL_ERROR', async (type, value) => {
    const error = await call(() => value);
    expect(error).toMatchObject({
      code: 'INTERNAL_ERROR',
      message: `'bad' returned ${type} instead of a result`,
      suggestion: expect.stringContaining('success(data)'),
    });
  });

  it.each<[string, unknown, string]>([
    ['an MCP result', { content: [{ type: 'text', text: 'done' }] }, 'mcpResult({ content })'],
    ['a function', () => {}, 'logCalls(), not logCalls'],
  ])('and returns %s is told how to return it', async (_what, value, suggestion) => {
    expect((await call(() => value)).suggestion).toContain(suggestion);
  });

  it('is seen by middleware as a result', async () => {
    const codes: unknown[] = [];
    const watch: Middleware = async (_command, _input, _context, next) => {
      const result = await next();
      codes.push(result.success || result.error.code);
      return result;
    };
    const handler = () => {
      throw new Error('no');
    };
    await engineWith([command('a', { handler })], { middleware: [watch] }).call({ command: 'a' });
    expect(codes).toEqual(['INTERNAL_ERROR']);
  });

  it('has an error result also when middleware throws or returns no result', async () => {
    const broken: Middleware = async () => {
      throw new Error('layer');
    };
    const nonsense = (async () => undefined) as unknown as Middleware;
    for (const middleware of [broken, nonsense]) {
      const result = await engineWith([command('a')], { middleware: [middleware] }).call({ command: 'a' });
      expect(errorOf(result).code).toBe('INTERNAL_ERROR');
    }
  });

  it('is removed while its input is being checked', async () => {
    const registry = new CommandRegistry();
    const input = z.object({}).refine(async () => {
      registry.unregister('a');
      return true;
    });
    const engine = engineWith([command('a', { input })], { registry });
    expect(errorOf(await engine.call({ command: 'a', input: {} })).code).toBe('COMMAND_NOT_FOUND');
  });

  it('belongs to a source that throws synchronously', async () => {
    class Broken extends FixedSource {
      override exposes(): boolean {
        throw new Error('broken source');
      }
    }
    const engine = engineWith([], { sources: [new Broken('up', [tool('a')])] });
    const error = errorOf(await engine.call({ command: 'a' }));
    expect(error.code).toBe('INTERNAL_ERROR');
    expect(error.message).toContain('failed unexpectedly');
  });
});

describe('deadlines', () => {
  it('answer TIMEOUT for a handler that hangs, and abort its signal', async () => {
    vi.useFakeTimers();
    let signal: AbortSignal | undefined;
    const handler = (_input: unknown, context: CallContext) => {
      signal = context.signal;
      return hang();
    };
    const pending = engineWith([command('slow', { handler })], { callTimeoutMs: 1_000 }).call({ command: 'slow' });
    await vi.advanceTimersByTimeAsync(999);
    expect(signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(errorOf(await pending)).toMatchObject({ code: 'TIMEOUT', retryable: true });
    expect(signal?.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('are a minute by default, and ten minutes for a long-running command', async () => {
    vi.useFakeTimers();
    const engine = engineWith([
      command('slow', { handler: hang }),
      command('long', { handler: hang, executionTime: 'long-running' }),
    ]);
    const ended: string[] = [];
    const slow = engine.call({ command: 'slow' }).then(() => ended.push('slow'));
    const long = engine.call({ command: 'long' }).then(() => ended.push('long'));
    await vi.advanceTimersByTimeAsync(60_000);
    await slow;
    expect(ended).toEqual(['slow']);
    await vi.advanceTimersByTimeAsync(540_000);
    await long;
    expect(ended).toEqual(['slow', 'long']);
  });

  it('may be longer than the longest timer', async () => {
    vi.useFakeTimers();
    const engine = engineWith([command('slow', { handler: hang })], { callTimeoutMs: Number.POSITIVE_INFINITY });
    const ended = vi.fn();
    void engine.call({ command: 'slow' }).then(ended);
    await vi.advanceTimersByTimeAsync(86_400_000);
    expect(ended).not.toHaveBeenCalled();
  });

  it('clear their timer when a call ends in time', async () => {
    vi.useFakeTimers();
    await engineWith([command('a')]).call({ command: 'a' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ignore what a handler does after its time', async () => {
    vi.useFakeTimers();
    const handler = (_input: unknown, { signal }: CallContext) =>
      new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('late')));
      });
    const pending = engineWith([command('a', { handler })], { callTimeoutMs: 5 }).call({ command: 'a' });
    await vi.advanceTimersByTimeAsync(5);
    expect(errorOf(await pending).code).toBe('TIMEOUT');
  });
});

describe('cancellation', () => {
  it('answers CANCELLED at once and reaches the handler', async () => {
    const controller = new AbortController();
    let inner: AbortSignal | undefined;
    const handler = (_input: unknown, { signal }: CallContext) => {
      inner = signal;
      controller.abort();
      return hang();
    };
    const engine = engineWith([command('a', { handler })]);
    const error = errorOf(await engine.call({ command: 'a' }, { signal: controller.signal }));
    expect(error.code).toBe('CANCELLED');
    expect(error.retryable).toBeUndefined();
    expect(inner?.aborted).toBe(true);
  });

  it('before the call starts keeps the handler from running', async () => {
    const handler = vi.fn(() => success(1));
    const result = await engineWith([command('a', { handler })]).call(
      { command: 'a' },
      { signal: AbortSignal.abort() },
    );
    expect(errorOf(result).code).toBe('CANCELLED');
    expect(handler).not.toHaveBeenCalled();
  });

  it('by the caller’s own deadline is a TIMEOUT', async () => {
    const signal = AbortSignal.abort(new DOMException('late', 'TimeoutError'));
    const result = await engineWith([command('a')]).call({ command: 'a' }, { signal });
    expect(errorOf(result).code).toBe('TIMEOUT');
  });
});

describe('call events', () => {
  it('report every call: tool, outcome, trace id; never the input', async () => {
    const engine = engineWith([
      command('a'),
      command('bad', { handler: () => failure({ code: 'X', message: 'm', suggestion: 's' }) }),
    ]);
    const events: CallEvent[] = [];
    const leave = engine.onCall((event) => events.push(event));
    await engine.call({ command: 'a', input: { secret: 1 } }, { traceId: 't' });
    await engine.call({ command: 'bad' });
    await engine.call({ command: 'nobody' });
    leave();
    await engine.call({ command: 'a' });
    expect(events.map(({ address, success, code, tool }) => [address, success, code, tool?.id])).toEqual([
      ['a', true, undefined, 'test/a'],
      ['bad', false, 'X', 'test/bad'],
      ['nobody', false, 'COMMAND_NOT_FOUND', undefined],
    ]);
    expect(events[0]?.context.traceId).toBe('t');
    expect(JSON.stringify(events[0])).not.toContain('secret');
  });

  it('cannot fail a call when a listener throws', async () => {
    const engine = engineWith([command('a')]);
    engine.onCall(() => {
      throw new Error('listener');
    });
    expect((await engine.call({ command: 'a' })).success).toBe(true);
  });

  it('give every call a trace id unless its context has one', async () => {
    const traces: string[] = [];
    const handler = (_input: unknown, { traceId }: CallContext) => {
      traces.push(traceId);
      return success(1);
    };
    const engine = engineWith([command('a', { handler })]);
    await engine.call({ command: 'a' });
    await engine.call({ command: 'a' });
    await engine.call({ command: 'a' }, { traceId: 'mine' });
    expect(new Set(traces).size).toBe(3);
    expect(traces[2]).toBe('mine');
  });
});
