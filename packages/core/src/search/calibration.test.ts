import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Basis, calibrated, isotonicRegression } from './calibration.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('a calibrated score', () => {
  it('grows with the fused score and stays between 0 and 1', () => {
    fc.assert(
      fc.property(
        share,
        share,
        share,
        share,
        fc.constantFrom<Basis>('lexical', 'meaning', 'model'),
        (a, b, likeness, lead, basis) => {
          const [low, high] = [Math.min(a, b), Math.max(a, b)];
          const below = calibrated({ fused: low, likeness, lead }, basis);
          const above = calibrated({ fused: high, likeness, lead }, basis);
          expect(above).toBeGreaterThanOrEqual(below);
          expect(below).toBeGreaterThanOrEqual(0);
          expect(above).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it('is higher when the query is near in meaning and when the first hit has a clear lead', () => {
    for (const basis of ['meaning', 'model'] as const) {
      const at = (likeness: number, lead: number) => calibrated({ fused: 0.9, likeness, lead }, basis);
      expect(at(0.9, 0.3)).toBeGreaterThan(at(0.4, 0.3));
      expect(at(0.6, 0.6)).toBeGreaterThan(at(0.6, 0.1));
    }
  });

  it('is higher the more explicitly the query names the tool', () => {
    for (const basis of ['lexical', 'meaning', 'model'] as const) {
      const at = (naming?: 'whole' | 'written' | 'said') =>
        calibrated({ fused: 0.7, likeness: 0.6, lead: 0.2, naming }, basis);
      expect(at('whole')).toBeGreaterThan(at('written'));
      expect(at('written')).toBeGreaterThan(at('said'));
      expect(at('said')).toBeGreaterThan(at());
    }
  });
});

describe('isotonic regression of scores', () => {
  it('returns non-increasing scores with the same sum, and leaves sorted scores unchanged', () => {
    fc.assert(
      fc.property(fc.array(share, { maxLength: 20 }), (scores) => {
        const level = isotonicRegression(scores);
        const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
        expect(level).toHaveLength(scores.length);
        expect(level.every((score, i) => i === 0 || score <= (level[i - 1] ?? 0) + 1e-12)).toBe(true);
        expect(sum(level)).toBeCloseTo(sum(scores), 6);
        const falling = [...scores].sort((a, b) => b - a);
        expect(isotonicRegression(falling)).toEqual(falling);
      }),
    );
  });
});
