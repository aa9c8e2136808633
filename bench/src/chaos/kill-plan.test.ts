import { describe, expect, it } from 'vitest';
import { seededRandom } from '../seeded-random.ts';
import { isInWindow, planKills, VICTIMS } from './kill-plan.ts';

describe('the plan of kills', () => {
  it.each([20, 40, 300])('has every victim in %i seconds, and PostgreSQL once', (seconds) => {
    const victims = planKills(seconds, seededRandom(3)).map(({ victim }) => victim);
    expect(new Set(victims)).toEqual(new Set(VICTIMS));
    expect(victims.filter((victim) => victim === 'postgres')).toHaveLength(1);
  });

  it('has one kill in 25 seconds of a long run, in order, all before the end', () => {
    const times = planKills(300, seededRandom(3)).map(({ atMs }) => atMs);
    expect(times).toHaveLength(12);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times.at(-1)).toBeLessThan(300_000);
  });

  it.each([
    [40, 16_000],
    [300, 20_000],
  ])('begins %i seconds with %i milliseconds without a kill', (seconds, quietMs) => {
    expect(planKills(seconds, seededRandom(3))[0]?.atMs).toBeGreaterThan(quietMs);
  });

  it('is the same for the same seed, and another for another seed', () => {
    expect(planKills(300, seededRandom(3))).toEqual(planKills(300, seededRandom(3)));
    expect(planKills(300, seededRandom(3))).not.toEqual(planKills(300, seededRandom(4)));
  });
});

describe('a call beside a kill window', () => {
  const windows = [{ victim: 'replica', from: 1_000, to: 2_000 }] as const;

  it.each([
    ['ends before it', 500, 400, false],
    ['begins after it', 2_100, 400, false],
    ['ends in it', 900, 400, true],
    ['begins in it', 1_900, 400, true],
    ['spans it', 500, 5_000, true],
  ])('that %s', (_, beganAt, ms, inside) => {
    expect(isInWindow(beganAt, ms, windows)).toBe(inside);
  });
});
