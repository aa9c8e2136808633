import { describe, expect, it } from 'vitest';
import { type Candidate, rank } from './ranking.ts';
import { SEARCH_SETTINGS } from './search-settings.ts';

const FULL_LIFT = SEARCH_SETTINGS.priorLift;

function first(...candidates: Partial<Candidate>[]): number | undefined {
  const none = { lexical: 0, similarity: 0, modelSimilarity: 0, stepLexical: 0, stepSimilarity: 0, prior: 0 };
  const all = candidates.map((candidate, slot) => ({ ...none, slot, ...candidate }));
  return rank(all, { meaning: true, model: false, steps: false }, 5, new Map()).fused[0]?.candidate.slot;
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
