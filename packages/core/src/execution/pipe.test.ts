import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { command, dataOf, engineWith, errorOf } from '../../../../test/fixtures/tools.ts';
import type { CallContext } from '../catalog/call-context.ts';
import { failure, success } from '../result/result.ts';
import { type PipeInput, pipeInput } from './pipe.ts';

afterEach(() => vi.useRealTimers());

const any = z.looseObject({});
const commands = [
  command('echo', { input: any }),
  command('user', { input: any, handler: () => success({ id: 7, name: 'Ada' }, { confidence: 0.9 }) }),
  command('guess', { input: any, handler: () => success('maybe', { confidence: 0.4, warnings: ['a guess'] }) }),
  command('fail', { input: any, handler: () => failure({ code: 'NO', message: 'no luck', suggestion: 's' }) }),
  command('hang', { input: any, handler: () => new Promise<never>(() => {}) }),
];
const engine = engineWith(commands);
const pipe = (steps: PipeInput['steps'], options: PipeInput['options'] = {}, input?: unknown) =>
  engine.pipe({ steps, options, input });
const statuses = (data: { steps: readonly { status: string }[] }) => data.steps.map(({ status }) => status);

describe('afd-pipe', () => {
  it('passes data from step to step, and returns the data of the last step', async () => {
    const result = await pipe(
      [
        { command: 'user', as: 'who' },
        { command: 'echo', input: { id: '$prev.id' } },
        { command: 'echo', input: { all: '$first', name: '$steps.who.name', id: '$steps[1].id', given: '$input.x' } },
      ],
      {},
      { x: 1 },
    );
    expect(dataOf(result)).toEqual({
      data: { all: { id: 7, name: 'Ada' }, name: 'Ada', id: 7, given: 1 },
      steps: [
        { command: 'user', as: 'who', status: 'succeeded' },
        { command: 'echo', status: 'succeeded' },
        { command: 'echo', status: 'succeeded' },
      ],
    });
    expect(result.reasoning).toBe('3 of 3 steps succeeded, 0 skipped');
  });

  it('takes the first step’s input as $input where none is given', async () => {
    const result = await pipe([
      { command: 'user', input: { q: 'x' } },
      { command: 'echo', input: { q: '$input.q' } },
    ]);
    expect(dataOf(result).data).toEqual({ q: 'x' });
  });

  it('leaves prices, look-alikes and doubled dollars as text', async () => {
    const result = await pipe([
      { command: 'user' },
      { command: 'echo', input: { price: '$5.00', word: '$previous', text: '$$prev.id' } },
    ]);
    expect(dataOf(result).data).toEqual({ price: '$5.00', word: '$previous', text: '$prev.id' });
  });

  it('is as confident as its least confident step', async () => {
    expect((await pipe([{ command: 'user' }, { command: 'guess' }, { command: 'echo' }])).confidence).toBe(0.4);
    expect((await pipe([{ command: 'user' }])).confidence).toBe(0.9);
    expect((await pipe([{ command: 'echo' }])).confidence).toBeUndefined();
  });

  it('passes on the warnings of its steps', async () => {
    expect((await pipe([{ command: 'guess' }])).warnings).toEqual(['a guess']);
  });

  it('names an unresolved reference, its step and the available fields', async () => {
    const error = errorOf(await pipe([{ command: 'user' }, { command: 'echo', input: { a: { b: ['$prev.nmae'] } } }]));
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', details: { step: 1 } });
    expect(error.message).toBe(
      "Step 1 (echo): Reference '$prev.nmae' in the input of 'echo' cannot be resolved: no field 'nmae'; there are: id, name",
    );
    const inWhen = errorOf(await pipe([{ command: 'echo', when: { $eq: ['$prev.x', 1] } }]));
    expect(inWhen.message).toContain("Reference '$prev.x' in the when of 'echo'");
  });

  it('stops at the first failure: what follows is skipped, and the error says which step', async () => {
    const handler = vi.fn(() => success(1));
    const watched = engineWith([...commands, command('after', { handler })]);
    const result = await watched.pipe({ steps: [{ command: 'user' }, { command: 'fail' }, { command: 'after' }] });
    expect(errorOf(result)).toMatchObject({
      code: 'NO',
      message: 'Step 1 (fail): no luck',
      details: {
        step: 1,
        steps: [
          { command: 'user', status: 'succeeded' },
          { command: 'fail', status: 'failed' },
          { command: 'after', status: 'skipped' },
        ],
      },
    });
    expect(handler).not.toHaveBeenCalled();
  });

  it('continues after a failure with continueOnFailure; $prev is then the last step with a result', async () => {
    const result = await pipe(
      [{ command: 'user' }, { command: 'fail', as: 'bad' }, { command: 'echo', input: { id: '$prev.id' } }],
      { continueOnFailure: true },
    );
    expect(dataOf(result).data).toEqual({ id: 7 });
    expect(statuses(dataOf(result))).toEqual(['succeeded', 'failed', 'succeeded']);
    expect(dataOf(result).steps[1]).toMatchObject({ error: { code: 'NO' } });
  });

  it('fails if every step failed, also with continueOnFailure', async () => {
    const result = await pipe([{ command: 'fail' }, { command: 'nobody' }], { continueOnFailure: true });
    expect(errorOf(result)).toMatchObject({ code: 'NO', message: 'Step 0 (fail): no luck' });
  });

  it('skips a step whose condition does not hold, and goes on', async () => {
    const result = await pipe([
      { command: 'user' },
      { command: 'fail', when: { $gt: ['$prev.id', 100] } },
      { command: 'echo', input: { ran: true }, when: { $and: [{ $exists: '$prev.id' }, { $lt: ['$prev.id', 100] }] } },
    ]);
    expect(statuses(dataOf(result))).toEqual(['succeeded', 'skipped', 'succeeded']);
    expect(dataOf(result).data).toEqual({ ran: true });
    expect(result.reasoning).toBe('2 of 3 steps succeeded, 1 skipped');
  });

  it('succeeds without data if every step was skipped', async () => {
    const data = dataOf(await pipe([{ command: 'fail', when: { $eq: [1, 2] } }]));
    expect(data).toEqual({ data: undefined, steps: [{ command: 'fail', status: 'skipped' }] });
  });

  it('validates the input of every step after references are replaced', async () => {
    const strict = engineWith([...commands, command('needs', { input: z.object({ id: z.string() }) })]);
    const fine = await strict.pipe({ steps: [{ command: 'user' }, { command: 'needs', input: { id: '$prev.name' } }] });
    expect(dataOf(fine).data).toEqual({ id: 'Ada' });
    const coerced = await strict.pipe({
      steps: [{ command: 'user' }, { command: 'needs', input: { id: '$prev.id' } }],
    });
    expect(coerced.warnings).toEqual(['id: read 7 as "7"']);
    const wrong = await strict.pipe({ steps: [{ command: 'user' }, { command: 'needs', input: { id: '$prev' } }] });
    expect(errorOf(wrong).code).toBe('VALIDATION_ERROR');
  });

  it.each([false, true])(
    'fails with TIMEOUT when its time is up (continueOnFailure: %s)',
    async (continueOnFailure) => {
      vi.useFakeTimers();
      const pending = pipe(
        [
          { command: 'user' },
          { command: 'fail', when: { $eq: [1, continueOnFailure ? 1 : 2] } },
          { command: 'hang' },
          { command: 'echo' },
        ],
        {
          timeoutMs: 500,
          continueOnFailure,
        },
      );
      await vi.advanceTimersByTimeAsync(500);
      const error = errorOf(await pending);
      expect(error).toMatchObject({
        code: 'TIMEOUT',
        message:
          'The pipe did not finish within 500 ms. ' +
          `Steps: 0 (user) succeeded${continueOnFailure ? ', 1 (fail) failed' : ''}, 2 (hang) was running and may still take effect`,
        suggestion: expect.stringContaining('Do not send these steps again'),
        details: { steps: [{ command: 'user' }, { command: 'fail' }, { command: 'hang', status: 'unknown' }] },
        retryable: false,
      });
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  it('is cancelled together with the step that runs', async () => {
    const controller = new AbortController();
    let inner: AbortSignal | undefined;
    const handler = (_input: unknown, { signal }: CallContext) => {
      inner = signal;
      controller.abort();
      return new Promise<never>(() => {});
    };
    const result = await engineWith([...commands, command('slow', { handler })]).pipe(
      { steps: [{ command: 'user' }, { command: 'slow' }], options: { continueOnFailure: true } },
      { signal: controller.signal },
    );
    expect(errorOf(result).code).toBe('CANCELLED');
    expect(inner?.aborted).toBe(true);
  });

  it('names the timeout when an outer deadline has passed', async () => {
    const signal = AbortSignal.abort(new DOMException('late', 'TimeoutError'));
    const error = errorOf(await engine.pipe({ steps: [{ command: 'echo' }] }, { signal }));
    expect(error.code).toBe('TIMEOUT');
    expect(error.message).not.toContain('undefined');
  });

  it.each([
    { steps: [] },
    { steps: Array(51).fill({ command: 'a' }) },
    { steps: [{ command: 'a', as: '0' }] },
    { steps: [{ command: 'a', as: 'a.b' }] },
    { steps: [{ command: 'a', when: { $like: [1, 2] } }] },
    { steps: [{ command: 'a' }], options: { timeoutMs: 0 } },
  ])('does not accept %j', (input) => {
    expect(pipeInput.safeParse(input).success).toBe(false);
  });

  it('is not retryable after a temporary failure of a step, and says which steps ran already', async () => {
    const busy = command('busy', {
      handler: () => failure({ code: 'RATE_LIMITED', message: 'Busy', suggestion: 'Try again in 2 s.' }),
    });
    const engine = engineWith([command('charge'), busy]);
    const late = errorOf(await engine.pipe({ steps: [{ command: 'charge' }, { command: 'busy' }] }));
    expect(late).toMatchObject({ code: 'RATE_LIMITED', retryable: false });
    expect(late.suggestion).toBe('Try again in 2 s. Send only the steps that are left: 0 (charge) ran already.');
    const atOnce = errorOf(await engine.pipe({ steps: [{ command: 'busy' }, { command: 'charge' }] }));
    expect(atOnce).toMatchObject({ retryable: true, suggestion: 'Try again in 2 s.' });
  });
});
