import { describe, expect, it } from 'vitest';
import { measure, quantile } from './measure.ts';

const EXACT = { warmUp: 0, budgetMs: 60_000 };

describe('measure', () => {
  it('alternates the subjects and starts each round with another one', async () => {
    const order: string[] = [];
    const subject = (name: string) => ({ name, run: () => order.push(name) });
    await measure([subject('a'), subject('b')], { ...EXACT, rounds: 3 });
    expect(order.join('')).toBe('abbaab');
  });

  it('runs every subject in every round, and not always after the same one', async () => {
    const order: string[] = [];
    const subject = (name: string) => ({ name, run: () => order.push(name) });
    await measure(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(subject), { ...EXACT, rounds: 32 });
    for (let round = 0; round < 32; round += 1) {
      expect(new Set(order.slice(round * 8, round * 8 + 8)).size).toBe(8);
    }
    const before = order.flatMap((name, at) => (name === 'a' && at > 0 ? [order[at - 1]] : []));
    expect(new Set(before).size).toBeGreaterThan(3);
  });

  it('counts every round of every subject, and no warm-up', async () => {
    let runs = 0;
    const timings = await measure([{ name: 'a', run: () => runs++ }], { warmUp: 4, rounds: 10, budgetMs: 60_000 });
    expect(timings[0]?.rounds).toBe(10);
    expect(runs).toBe(14);
  });

  it('lets a subject run several times in its turn, and counts each', async () => {
    const order: string[] = [];
    const subject = (name: string) => ({ name, run: () => order.push(name) });
    const timings = await measure([subject('a'), subject('b')], { ...EXACT, rounds: 2, perTurn: 2 });
    expect(order.join('')).toBe('aabbbbaa');
    expect(timings.map(({ rounds }) => rounds)).toEqual([4, 4]);
  });

  it('stops when the time is spent, but not before the smallest number of rounds', async () => {
    const [timing] = await measure([{ name: 'a', run: () => {} }], {
      ...EXACT,
      rounds: 1_000,
      budgetMs: 0,
      minRounds: 7,
    });
    expect(timing?.rounds).toBe(7);
  });

  it('waits for asynchronous subjects', async () => {
    let done = 0;
    const run = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      done += 1;
    };
    await measure([{ name: 'a', run }], { ...EXACT, rounds: 5 });
    expect(done).toBe(5);
  });
});

describe('quantile', () => {
  it('interpolates, whatever the order of the samples', () => {
    expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
    expect(quantile([5, 1, 3], 0.5)).toBe(3);
    expect(quantile([1, 2, 3, 4, 5], 1)).toBe(5);
  });

  it('is not a number without samples', () => {
    expect(quantile([], 0.5)).toBeNaN();
  });
});
