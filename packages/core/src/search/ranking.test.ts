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

/** The slot that is ranked first among tools with these signals. */
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

describe('the usage prior in the ranking', () => {
  it('decides between tools with almost equal scores', () => {
    const other = { lexical: 1, similarity: 0.8 };
    const close = { lexical: 0.98, similarity: 0.81 };
    expect(first(other, close)).toBe(0);
    expect(first(other, { ...close, prior: FULL_LIFT })).toBe(1);
  });

  it('lifts no tool over one that clearly contains more words of the query', () => {
    const unused = { lexical: 1, similarity: 0.8 };
    const used = { lexical: 0.93, similarity: 0.85, prior: FULL_LIFT };
    expect(first(unused, used)).toBe(0);
  });

  it('still counts when no tool contains a word of the query', () => {
    expect(first({ similarity: 0.81 }, { similarity: 0.8, prior: FULL_LIFT })).toBe(1);
  });

  it('ranks a deprecated tool below a slightly worse match', () => {
    const deprecated = { lexical: 1, similarity: 0.81, prior: -SEARCH_SETTINGS.deprecatedDrop };
    expect(first(deprecated, { lexical: 0.9, similarity: 0.8 })).toBe(1);
  });
});
