import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Basis, calibrated, levelled } from './calibration.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('a calibrated score', () => {
  it('rises with the fused score, so that it never changes the order, and stays between 0 and 1', () => {
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

  it('trusts a request that is near in meaning, and a clear lead, more', () => {
    for (const basis of ['meaning', 'model'] as const) {
      const at = (likeness: number, lead: number) => calibrated({ fused: 0.9, likeness, lead }, basis);
      expect(at(0.9, 0.3)).toBeGreaterThan(at(0.4, 0.3));
      expect(at(0.6, 0.6)).toBeGreaterThan(at(0.6, 0.1));
    }
  });

  it('trusts a tool more the more surely it is named', () => {
    for (const basis of ['lexical', 'meaning', 'model'] as const) {
      const at = (naming?: 'whole' | 'written' | 'said') =>
        calibrated({ fused: 0.7, likeness: 0.6, lead: 0.2, naming }, basis);
      expect(at('whole')).toBeGreaterThan(at('written'));
      expect(at('written')).toBeGreaterThan(at('said'));
      expect(at('said')).toBeGreaterThan(at());
    }
  });
});

describe('levelled scores', () => {
  it('fall, promise as much as before, and stay as they are where they fell already', () => {
    fc.assert(
      fc.property(fc.array(share, { maxLength: 20 }), (scores) => {
        const level = levelled(scores);
        const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
        expect(level).toHaveLength(scores.length);
        expect(level.every((score, i) => i === 0 || score <= (level[i - 1] ?? 0) + 1e-12)).toBe(true);
        expect(sum(level)).toBeCloseTo(sum(scores), 6);
        const falling = [...scores].sort((a, b) => b - a);
        expect(levelled(falling)).toEqual(falling);
      }),
    );
  });
});
