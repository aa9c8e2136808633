import { describe, expect, it } from 'vitest';
import { BACK_OFF, BackOff } from './back-off.ts';

const NOW = 1_000_000;

describe('the back-off before a server is restarted', () => {
  it('doubles with every failed start, with 25% jitter, up to a maximum', () => {
    const backOff = new BackOff({ breakAfter: 100 });
    for (const even of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
      backOff.failed(undefined, NOW);
      const pause = (backOff.retryAt(NOW) as number) - NOW;
      expect(pause).toBeGreaterThanOrEqual(even * 0.75);
      expect(pause).toBeLessThanOrEqual(even * 1.25);
    }
  });

  it('is random, so that servers do not restart together', () => {
    const pauses = Array.from({ length: 20 }, () => {
      const backOff = new BackOff();
      backOff.failed(undefined, NOW);
      return backOff.retryAt(NOW);
    });
    expect(new Set(pauses).size).toBeGreaterThan(10);
  });

  it('is zero after the first crash of a running server', () => {
    const backOff = new BackOff();
    backOff.failed(10, NOW);
    expect(backOff.retryAt(NOW)).toBeUndefined();
    backOff.failed(10, NOW);
    expect(backOff.retryAt(NOW)).toBeGreaterThan(NOW);
  });

  it('is long for repeated failures', () => {
    const backOff = new BackOff();
    for (let failure = 0; failure < BACK_OFF.breakAfter; failure += 1) backOff.failed(undefined, NOW);
    expect(backOff.isOpen).toBe(true);
    expect((backOff.retryAt(NOW) as number) - NOW).toBeGreaterThanOrEqual(BACK_OFF.openMs * 0.75);
  });

  it('is reset for a server that ran long enough', () => {
    const backOff = new BackOff();
    for (let failure = 0; failure < 4; failure += 1) backOff.failed(undefined, NOW);
    backOff.failed(BACK_OFF.steadyMs, NOW);
    expect(backOff.failures).toBe(1);
    expect(backOff.retryAt(NOW)).toBeUndefined();
  });

  it('ends after its delay', () => {
    const backOff = new BackOff();
    backOff.failed(undefined, NOW);
    expect(backOff.retryAt(NOW + 2000)).toBeUndefined();
  });
});
