import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AWAKE, SIGNALS, type Signals } from './protocol.ts';
import { Wakefulness } from './wakefulness.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

const newSignals = (): Signals => new Int32Array(new SharedArrayBuffer(4 * SIGNALS));

/** Lets it wait on a machine where an answer takes so long awake, and so long asleep; tells how often it was awake. */
function live(times: { readonly awake: number; readonly asleep: number }, waits = 5_000): number {
  const wakefulness = new Wakefulness(newSignals());
  let awake = 0;
  for (let i = 0; i < waits; i += 1) {
    wakefulness.begin();
    const way = wakefulness.awake ? 'awake' : 'asleep';
    if (way === 'awake') awake += 1;
    vi.advanceTimersByTime(times[way]);
    wakefulness.end();
  }
  return awake / waits;
}

describe('the threads of a script and its host', () => {
  it('stay awake for a moment, and then sleep', () => {
    const wakefulness = new Wakefulness(newSignals());
    wakefulness.begin();
    expect(wakefulness.awake).toBe(true);
    vi.advanceTimersByTime(1);
    expect(wakefulness.awake).toBe(false);
  });

  it('stay awake where waking up takes longer than an answer', () => {
    expect(live({ awake: 0.05, asleep: 0.15 })).toBeGreaterThan(0.9);
  });

  it('sleep where staying awake keeps the answer from being made', () => {
    expect(live({ awake: 0.5, asleep: 0.06 })).toBeLessThan(0.1);
  });

  it('sleep where the tools take their time anyway', () => {
    expect(live({ awake: 20, asleep: 20.1 })).toBeLessThan(0.1);
  });

  it('notice that the machine has become busy, and idle again', () => {
    const signals = newSignals();
    const wakefulness = new Wakefulness(signals);
    const waitsUntil = (way: 0 | 1, times: readonly [asleep: number, awake: number]): number => {
      let waits = 0;
      for (let kept = 0; kept < 300 && waits < 50_000; waits += 1) {
        wakefulness.begin();
        vi.advanceTimersByTime(times[wakefulness.awake ? 1 : 0]);
        wakefulness.end();
        kept = signals[AWAKE] === way ? kept + 1 : 0;
      }
      return waits;
    };
    expect(waitsUntil(1, [0.15, 0.05])).toBeLessThan(1_000);
    expect(waitsUntil(0, [0.06, 0.5])).toBeLessThan(5_000);
    expect(waitsUntil(1, [0.15, 0.05])).toBeLessThan(5_000);
  });
});
