import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Wakefulness } from './wakefulness.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

describe('a thread', () => {
  it('stays awake for a moment, and then sleeps', () => {
    const wakefulness = new Wakefulness();
    wakefulness.waits();
    expect(wakefulness.awake).toBe(true);
    vi.advanceTimersByTime(1);
    expect(wakefulness.awake).toBe(false);
  });

  it('sleeps at once after a long wait, until a wait was short again', () => {
    const wakefulness = new Wakefulness();
    wakefulness.waits();
    vi.advanceTimersByTime(20);
    wakefulness.waited();
    wakefulness.waits();
    expect(wakefulness.awake).toBe(false);
    wakefulness.waited();
    wakefulness.waits();
    expect(wakefulness.awake).toBe(true);
  });
});
