import { describe, expect, it } from 'vitest';
import { MAX_COMMANDS, syntheticCommands, toFoldout } from './commands.ts';

const outline = (count: number) =>
  syntheticCommands(count).map(({ name, description, sample }) => ({ name, description, sample }));

describe('synthetic commands', () => {
  it.each([1, 5, 80, 500, 1_000, 5_000])(
    'are exactly %i, each with a name of its own that all hosts accept',
    (count) => {
      const names = syntheticCommands(count).map(({ name }) => name);
      expect(new Set(names).size).toBe(count);
      for (const name of names) expect(name).toMatch(/^[a-z-]{1,64}$/);
    },
  );

  it('are the same on every run', () => {
    expect(outline(500)).toEqual(outline(500));
  });

  it('share no objects between two sets', () => {
    const [one] = syntheticCommands(5);
    const [other] = syntheticCommands(5);
    expect(one?.input).not.toBe(other?.input);
    expect(one?.sample).not.toBe(other?.sample);
  });

  it('take two to eight parameters and accept their sample', () => {
    const counts = new Set<number>();
    for (const { input, sample } of syntheticCommands(1_000)) {
      counts.add(Object.keys(input.shape).length);
      expect(input.safeParse(sample).success).toBe(true);
    }
    expect([Math.min(...counts), Math.max(...counts)]).toEqual([2, 8]);
  });

  it('have few categories on small servers and many on large ones', () => {
    const categories = (count: number) => new Set(syntheticCommands(count).map(({ category }) => category)).size;
    expect([5, 80, 1_000].map(categories)).toEqual([1, 10, 50]);
  });

  it('are accepted by Foldout', () => {
    expect(toFoldout(syntheticCommands(80))).toHaveLength(80);
  });

  it.each([0, 1.5, MAX_COMMANDS + 1])('refuse a count of %d', (count) => {
    expect(() => syntheticCommands(count)).toThrow(RangeError);
  });
});
