import { describe, expect, it } from 'vitest';
import { Candidates } from './candidates.ts';
import { rank } from './ranking.ts';
import { SEARCH_SETTINGS } from './search-settings.ts';

const FULL_LIFT = SEARCH_SETTINGS.priorLift;

interface Measured {
  readonly lexical?: number;
  readonly similarity?: number;
  readonly prior?: number;
}

/** The slot that comes first of tools measured so. */
function first(...measured: Measured[]): number | undefined {
  const column = (values: number[]) => Float64Array.from(values);
  const zeros = measured.map(() => 0);
  const candidates = Object.assign(new Candidates(), {
    count: measured.length,
    slots: Int32Array.from(measured.map((_, slot) => slot)),
    lexical: column(measured.map(({ lexical = 0 }) => lexical)),
    similarity: column(measured.map(({ similarity = 0 }) => similarity)),
    prior: column(measured.map(({ prior = 0 }) => prior)),
    modelSimilarity: column(zeros),
    stepLexical: column(zeros),
    stepSimilarity: column(zeros),
    values: column(zeros),
  });
  return rank(candidates, { meaning: true, model: false, steps: false, words: 3 }, 5, new Map()).fused[0]?.slot;
}

describe('use in the ranking', () => {
  it('settles a close call', () => {
    const other = { lexical: 1, similarity: 0.8 };
    const close = { lexical: 0.98, similarity: 0.81 };
    expect(first(other, close)).toBe(0);
    expect(first(other, { ...close, prior: FULL_LIFT })).toBe(1);
  });

  it('lifts nothing over a tool that holds clearly more of the words of the request', () => {
    const unused = { lexical: 1, similarity: 0.8 };
    const used = { lexical: 0.93, similarity: 0.85, prior: FULL_LIFT };
    expect(first(unused, used)).toBe(0);
  });

  it('still counts where no tool holds a word of the request', () => {
    expect(first({ similarity: 0.81 }, { similarity: 0.8, prior: FULL_LIFT })).toBe(1);
  });

  it('is no shelter from deprecation', () => {
    const deprecated = { lexical: 1, similarity: 0.81, prior: -SEARCH_SETTINGS.deprecatedDrop };
    expect(first(deprecated, { lexical: 0.9, similarity: 0.8 })).toBe(1);
  });
});
