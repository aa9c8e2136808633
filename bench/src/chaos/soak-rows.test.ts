import { expect, it } from 'vitest';
import { judgeRows } from '../targets.ts';
import type { CallRecord } from './assignment.ts';
import type { SoakResult } from './soak.ts';
import { soakRows } from './soak-rows.ts';
import { CHAOS_TARGETS } from './targets.ts';

const call = (ms: number, more: Partial<CallRecord> = {}): CallRecord => ({
  kind: 'good',
  name: 'everything/get-sum',
  outcome: 'ok',
  beganAt: 0,
  ms,
  ...more,
});

const result = (records: readonly CallRecord[], more: Partial<SoakResult> = {}): SoakResult => ({
  records,
  windows: [{ victim: 'replica', from: 5_000, to: 6_000 }],
  stuckClients: 0,
  hostileCpu: new Map([['storming', 0.5]]),
  memory: [],
  leftOver: 0,
  ...more,
});

const verdicts = (soak: SoakResult, control: SoakResult): boolean[] =>
  judgeRows(soakRows(soak, control), CHAOS_TARGETS).map(({ holds }) => holds);

it('holds if calls take as long as in the control run, kill windows apart', () => {
  const slowInWindow = call(900, { beganAt: 5_500 });
  expect(verdicts(result([call(10), slowInWindow]), result([call(10)]))).toEqual([true, true, true, true, true, true]);
});

it('fails for slow calls', () => {
  expect(verdicts(result([call(31)]), result([call(10)]))).toEqual([true, true, false, false, true, true]);
});

it('fails for lost calls, clients that never ended and processes that are left over', () => {
  const lost = call(45_000, { kind: 'hostile', outcome: 'lost' });
  const soak = result([call(10), lost], { leftOver: 1 });
  const control = result([call(10)], { stuckClients: 2 });
  expect(verdicts(soak, control)).toEqual([false, false, true, true, false, true]);
  const rows = soakRows(soak, control).filter(({ case: name }) => name === 'calls' || name === 'errors');
  expect(rows.map(({ metric, subject, value }) => [metric, subject, value])).toEqual([
    ['made', 'soak', 2],
    ['lost', 'soak', 1],
    ['hostile lost', 'soak', 1],
    ['made', 'control', 3],
    ['lost', 'control', 2],
  ]);
});
