import { describe, expect, it } from 'vitest';
import { BACK_OFF, BackOff, type BackOffSettings } from './back-off.ts';

/** A back-off whose clocks stand still until a test moves them. */
function backOffOf(settings?: Partial<BackOffSettings>) {
  const clocks = { monotonic: 1_000, wall: 1_000_000 };
  const backOff = new BackOff(settings, { monotonic: () => clocks.monotonic, wall: () => clocks.wall });
  return { backOff, clocks };
}

describe('the back-off before a server is restarted', () => {
  it('doubles with every failed start, with 25% jitter, up to a maximum', () => {
    const { backOff } = backOffOf({ breakAfter: 100 });
    for (const even of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
      backOff.failed(undefined);
      expect(backOff.waitMs).toBeGreaterThanOrEqual(even * 0.75);
      expect(backOff.waitMs).toBeLessThanOrEqual(even * 1.25);
    }
  });

  it('is random, so that servers do not restart together', () => {
    const pauses = Array.from({ length: 20 }, () => {
      const { backOff } = backOffOf();
      backOff.failed(undefined);
      return backOff.waitMs;
    });
    expect(new Set(pauses).size).toBeGreaterThan(10);
  });

  it('is zero after the first crash of a running server', () => {
    const { backOff } = backOffOf();
    backOff.failed(10);
    expect(backOff.retryAt).toBeUndefined();
    backOff.failed(10);
    expect(backOff.retryAt).toBeGreaterThan(1_000_000);
  });

  it('is long for repeated failures', () => {
    const { backOff } = backOffOf();
    for (let failure = 0; failure < BACK_OFF.breakAfter; failure += 1) backOff.failed(undefined);
    expect(backOff.isOpen).toBe(true);
    expect(backOff.waitMs).toBeGreaterThanOrEqual(BACK_OFF.openMs * 0.75);
  });

  it('is reset for a server that ran long enough', () => {
    const { backOff } = backOffOf();
    for (let failure = 0; failure < 4; failure += 1) backOff.failed(undefined);
    backOff.failed(BACK_OFF.steadyMs);
    expect(backOff.failures).toBe(1);
    expect(backOff.retryAt).toBeUndefined();
  });

  it('ends after its delay', () => {
    const { backOff, clocks } = backOffOf();
    backOff.failed(undefined);
    clocks.monotonic += 2_000;
    expect(backOff.waitMs).toBe(0);
    expect(backOff.retryAt).toBeUndefined();
  });

  it.each([-3_600_000, 3_600_000])('neither ends nor lasts longer when the clock jumps by %d ms', (jump) => {
    const { backOff, clocks } = backOffOf();
    backOff.failed(undefined);
    const before = backOff.waitMs;
    clocks.wall += jump;
    expect(backOff.waitMs).toBe(before);
    clocks.monotonic += before;
    expect(backOff.retryAt).toBeUndefined();
  });
});
