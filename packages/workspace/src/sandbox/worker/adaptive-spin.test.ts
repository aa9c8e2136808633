import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AdaptiveSpin } from './adaptive-spin.ts';
import { SIGNALS, type Signals, SPINNING } from './protocol.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

const newSignals = (): Signals => new Int32Array(new SharedArrayBuffer(4 * SIGNALS));

/** Simulates waits that take `spin` or `sleep` milliseconds; returns the share of waits that spun. */
function spinShare(times: { readonly spin: number; readonly sleep: number }, waits = 5_000): number {
  const adaptive = new AdaptiveSpin(newSignals());
  let spun = 0;
  for (let i = 0; i < waits; i += 1) {
    adaptive.begin();
    const strategy = adaptive.spinning ? 'spin' : 'sleep';
    if (strategy === 'spin') spun += 1;
    vi.advanceTimersByTime(times[strategy]);
    adaptive.end();
  }
  return spun / waits;
}

describe('the threads of a script and its host', () => {
  it('spin for a moment, then sleep', () => {
    const adaptive = new AdaptiveSpin(newSignals());
    adaptive.begin();
    expect(adaptive.spinning).toBe(true);
    vi.advanceTimersByTime(1);
    expect(adaptive.spinning).toBe(false);
  });

  it('spin when waking a thread takes longer than an answer', () => {
    expect(spinShare({ spin: 0.05, sleep: 0.15 })).toBeGreaterThan(0.9);
  });

  it('sleep when spinning slows down the answer', () => {
    expect(spinShare({ spin: 0.5, sleep: 0.06 })).toBeLessThan(0.1);
  });

  it('sleep when the tools are slow', () => {
    expect(spinShare({ spin: 20, sleep: 20.1 })).toBeLessThan(0.1);
  });

  it('adapt when the machine becomes busy, and idle again', () => {
    const signals = newSignals();
    const adaptive = new AdaptiveSpin(signals);
    const waitsUntil = (strategy: 0 | 1, times: readonly [sleep: number, spin: number]): number => {
      let waits = 0;
      for (let stable = 0; stable < 300 && waits < 50_000; waits += 1) {
        adaptive.begin();
        vi.advanceTimersByTime(times[adaptive.spinning ? 1 : 0]);
        adaptive.end();
        stable = signals[SPINNING] === strategy ? stable + 1 : 0;
      }
      return waits;
    };
    expect(waitsUntil(1, [0.15, 0.05])).toBeLessThan(1_000);
    expect(waitsUntil(0, [0.06, 0.5])).toBeLessThan(5_000);
    expect(waitsUntil(1, [0.15, 0.05])).toBeLessThan(5_000);
  });
});
