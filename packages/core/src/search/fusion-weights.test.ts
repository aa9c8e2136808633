import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Candidates } from './candidates.ts';
import { fusionWeights } from './fusion-weights.ts';
import { SlotSet } from './slot-set.ts';

/** Candidates that are near the request as given, and alike in everything else. */
function near(similarities: readonly number[]): Candidates {
  const candidates = new Candidates();
  const slots = new SlotSet();
  slots.clear();
  slots.addAll(similarities.map((_, slot) => slot));
  candidates.reset(slots);
  candidates.similarity.set(similarities);
  return candidates;
}

function weightsOf(similarities: readonly number[], words = 7, hasLexical = true) {
  const request = { meaning: true, model: false, steps: false, words };
  const most = { lexical: 1, meaning: Math.max(1e-6, ...similarities), model: 1, stepLexical: 1, stepMeaning: 1 };
  return fusionWeights(request, near(similarities), most, hasLexical);
}

describe('the weights of a request', () => {
  it('add up to one, and leave out what is not there', () => {
    const similarities = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(similarities, fc.nat(60), fc.boolean(), (given, words, hasLexical) => {
        const weights = weightsOf(given, words, hasLexical);
        expect(Object.values(weights).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1);
        expect(weights.model + weights.stepLexical + weights.stepMeaning).toBe(0);
        expect(weights.lexical > 0).toBe(hasLexical);
        expect(weights.meaning).toBeGreaterThan(0);
      }),
    );
  });

  it('trust a meaning that stands out more than one of many', () => {
    const clear = weightsOf([0.8, 0.4, 0.3, 0.3, 0.3, 0.2]);
    const vague = weightsOf([0.8, 0.79, 0.78, 0.77, 0.76, 0.75]);
    expect(clear.meaning).toBeGreaterThan(vague.meaning);
    // Where the first five stand is all that counts, not in which order they come.
    expect(weightsOf([0.2, 0.3, 0.8, 0.3, 0.4, 0.3]).meaning).toBeCloseTo(clear.meaning);
  });

  it('trust words more where there are more', () => {
    const given = [0.8, 0.6, 0.5, 0.5, 0.5];
    expect(weightsOf(given, 15).lexical).toBeGreaterThan(weightsOf(given, 2).lexical);
  });
});
