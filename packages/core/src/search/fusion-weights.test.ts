import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Candidates } from './candidates.ts';
import { fusionWeights } from './fusion-weights.ts';
import { SlotSet } from './slot-set.ts';

/** Candidates with these similarities to the query and equal in every other signal. */
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

describe('the fusion weights of a request', () => {
  it('add up to 1, and are 0 for signals that the request does not have', () => {
    const similarities = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(similarities, fc.nat(60), fc.boolean(), (values, words, hasLexical) => {
        const weights = weightsOf(values, words, hasLexical);
        expect(Object.values(weights).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1);
        expect(weights.model + weights.stepLexical + weights.stepMeaning).toBe(0);
        expect(weights.lexical > 0).toBe(hasLexical);
        expect(weights.meaning).toBeGreaterThan(0);
      }),
    );
  });

  it('are higher for meaning when the nearest tool has a clear lead', () => {
    const clear = weightsOf([0.8, 0.4, 0.3, 0.3, 0.3, 0.2]);
    const vague = weightsOf([0.8, 0.79, 0.78, 0.77, 0.76, 0.75]);
    expect(clear.meaning).toBeGreaterThan(vague.meaning);
    // The order of the candidates does not matter.
    expect(weightsOf([0.2, 0.3, 0.8, 0.3, 0.4, 0.3]).meaning).toBeCloseTo(clear.meaning);
  });

  it('are higher for words in a longer request', () => {
    const similarities = [0.8, 0.6, 0.5, 0.5, 0.5];
    expect(weightsOf(similarities, 15).lexical).toBeGreaterThan(weightsOf(similarities, 2).lexical);
  });
});
