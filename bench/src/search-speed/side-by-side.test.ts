import { describe, expect, it } from 'vitest';
import { sideBySide } from './side-by-side.ts';

describe('timing side by side', () => {
  const options = { warmUp: 4, warmUpMs: 1_000, rounds: 3, minRounds: 1, budgetMs: 1_000 };

  it('gives every contender the same queries, equally often, warm-up included', async () => {
    const asked: Record<string, string[]> = { a: [], b: [] };
    const contender = (subject: string) => ({ subject, search: (query: string) => asked[subject]?.push(query) });
    const times = await sideBySide([contender('a'), contender('b')], ['x', 'y'], options);
    expect(asked['a']).toEqual(asked['b']);
    expect(asked['a']).toHaveLength(4 + 3 * 2);
    expect(times.map((one) => one.length)).toEqual([2, 2]);
  });

  it('lets another contender go first each time', async () => {
    const order: string[] = [];
    const contender = (subject: string) => ({ subject, search: () => order.push(subject) });
    await sideBySide([contender('a'), contender('b')], ['x', 'y'], { ...options, warmUp: 0, rounds: 1 });
    expect(order).toEqual(['a', 'b', 'b', 'a']);
  });
});
