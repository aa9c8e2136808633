import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandResult, defineCommand, Engine, failure, success } from '@foldout/core';
import { type CallLimiter, type CallRecorder, Gate, markUnsent } from '@foldout/core/internal';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { FileState } from '../state/file-state.ts';
import { answerAsk } from './answer-ask.ts';
import { PersonApprover } from './person-approver.ts';

let folder: string;
let state: FileState;
/** What the server answers, call by call. */
let answers: CommandResult[];
let ran: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foldout-approver-'));
  state = new FileState(folder);
  [answers, ran] = [[], 0];
});
afterEach(async () => {
  await state.close();
  rmSync(folder, { recursive: true, force: true });
});

/** An engine whose calls of `bank/pay` all wait for an operator. */
function bank(waitMs: number, more: { recorder?: CallRecorder; limiter?: CallLimiter } = {}): Engine {
  const approver = new PersonApprover({
    asks: state.asks,
    counts: state.quotas,
    log: { info: () => {}, warn: () => {} },
  });
  const pay = defineCommand({
    name: 'pay',
    description: 'Pays.',
    input: z.object({ amount: z.number() }),
    destructive: true,
    handler: () => {
      ran += 1;
      return answers.shift() ?? success('paid');
    },
  });
  const policy = { rules: [{ then: 'ask' as const }], ask: { waitMs } };
  return new Engine({ name: 'bank', commands: [pay], gate: new Gate({ policy, approver, ...more }) });
}

const pay = (engine: Engine) => engine.call({ command: 'pay', input: { amount: 1 } });

async function approve(): Promise<void> {
  const [ask, ...others] = await state.asks.waiting(Date.now());
  expect(others).toEqual([]);
  await answerAsk(state.asks, ask?.id ?? '', { allow: true, scope: 'once', by: 'tester' });
}

describe('an approval of one call', () => {
  it('is used by one of two calls of the same act, and the other says so', async () => {
    const open = vi.spyOn(state.asks, 'open');
    const engine = bank(20_000);
    const calls = Promise.all([pay(engine), pay(engine)]);
    await expect.poll(() => open.mock.settledResults.filter(({ type }) => type === 'fulfilled').length).toBe(2);
    await approve();
    const failed = (await calls).filter((result) => !result.success);
    expect([failed.length, ran]).toEqual([1, 1]);
    expect(failed[0]?.error).toMatchObject({
      code: 'APPROVAL_REQUIRED',
      message: expect.stringContaining('another call has used the approval'),
    });
  });

  it('still holds when the call did not reach its server', async () => {
    answers = [markUnsent(failure({ code: 'UPSTREAM_UNAVAILABLE', message: 'down', suggestion: 'Wait.' }))];
    const engine = bank(0);
    await pay(engine);
    await approve();
    expect((await pay(engine)).error?.code).toBe('UPSTREAM_UNAVAILABLE');
    expect((await pay(engine)).data).toBe('paid');
    expect((await pay(engine)).error?.code).toBe('APPROVAL_REQUIRED');
  });

  it('ends when the server got the call, whatever it answered', async () => {
    answers = [failure({ code: 'UPSTREAM_UNAVAILABLE', message: 'lost during the call', suggestion: 'Check.' })];
    const engine = bank(0);
    await pay(engine);
    await approve();
    expect((await pay(engine)).error?.code).toBe('UPSTREAM_UNAVAILABLE');
    expect((await pay(engine)).error?.code).toBe('APPROVAL_REQUIRED');
    expect(ran).toBe(1);
  });

  it('still holds when the audit log or a quota refused the call', async () => {
    const problems = ['log', 'quota'];
    const recorder: CallRecorder = {
      started: () => {
        if (problems[0] === 'log' && problems.shift()) throw new Error('the disk is full');
        return () => {};
      },
      noted: () => {},
    };
    const refusal = { code: 'RATE_LIMITED', message: 'used up', suggestion: 'Wait.' };
    const limiter: CallLimiter = {
      enter: async () => (problems[0] === 'quota' && problems.shift() ? refusal : undefined),
    };
    const engine = bank(0, { recorder, limiter });
    await pay(engine);
    await approve();
    expect((await pay(engine)).error?.message).toContain('the disk is full');
    expect((await pay(engine)).error?.code).toBe('RATE_LIMITED');
    expect((await pay(engine)).data).toBe('paid');
    expect(ran).toBe(1);
  });
});
