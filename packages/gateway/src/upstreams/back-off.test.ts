import { describe, expect, it } from 'vitest';
import { BACK_OFF, BackOff } from './back-off.ts';

const NOW = 1_000_000;

describe('the pause before a server is tried again', () => {
  it('doubles with every failed start, give or take a quarter, up to a bound', () => {
    const backOff = new BackOff({ breakAfter: 100 });
    for (const even of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
      backOff.failed(undefined, NOW);
      const pause = (backOff.retryAt(NOW) as number) - NOW;
      expect(pause).toBeGreaterThanOrEqual(even * 0.75);
      expect(pause).toBeLessThanOrEqual(even * 1.25);
    }
  });

  it('is not the same for all, so that they do not come back together', () => {
    const pauses = Array.from({ length: 20 }, () => {
      const backOff = new BackOff();
      backOff.failed(undefined, NOW);
      return backOff.retryAt(NOW);
    });
    expect(new Set(pauses).size).toBeGreaterThan(10);
  });

  it('is none after the first crash of a server that ran', () => {
    const backOff = new BackOff();
    backOff.failed(10, NOW);
    expect(backOff.retryAt(NOW)).toBeUndefined();
    backOff.failed(10, NOW);
    expect(backOff.retryAt(NOW)).toBeGreaterThan(NOW);
  });

  it('is long once it keeps failing', () => {
    const backOff = new BackOff();
    for (let failure = 0; failure < BACK_OFF.breakAfter; failure += 1) backOff.failed(undefined, NOW);
    expect(backOff.isOpen).toBe(true);
    expect((backOff.retryAt(NOW) as number) - NOW).toBeGreaterThanOrEqual(BACK_OFF.openMs * 0.75);
  });

  it('starts over for a server that ran long enough', () => {
    const backOff = new BackOff();
    for (let failure = 0; failure < 4; failure += 1) backOff.failed(undefined, NOW);
    backOff.failed(BACK_OFF.steadyMs, NOW);
    expect(backOff.failures).toBe(1);
    expect(backOff.retryAt(NOW)).toBeUndefined();
  });

  it('is over when it is over', () => {
    const backOff = new BackOff();
    backOff.failed(undefined, NOW);
    expect(backOff.retryAt(NOW + 2000)).toBeUndefined();
  });
});
