import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calibrated, type Evidence, LITTLE_SHARED, probabilityOf } from './calibration.ts';

const hits = fc
  .array(fc.record({ odds: fc.double({ min: -8, max: 8, noNaN: true }), littleShared: fc.boolean() }), {
    minLength: 1,
    maxLength: 20,
  })
  .map((all): Evidence[] => all.sort((a, b) => b.odds - a.odds));
const named = fc.constantFrom(1, 0.97, 0.4);

describe('calibrated scores', () => {
  it('fall along the list, and are equal only where the odds are equal', () => {
    fc.assert(
      fc.property(hits, named, (all, before) => {
        const scores = calibrated(all, before);
        for (let i = 1; i < scores.length; i++) {
          const [better, worse] = [scores[i - 1] as number, scores[i] as number];
          expect(worse).toBeLessThanOrEqual(better);
          if ((all[i - 1] as Evidence).odds - (all[i] as Evidence).odds > 1e-6) expect(worse).toBeLessThan(better);
          if (all[i]?.odds === all[i - 1]?.odds && all[i]?.littleShared === all[i - 1]?.littleShared)
            expect(worse).toBeCloseTo(better, 12);
        }
        expect(scores.every((score) => score > 0 && score < 1)).toBe(true);
      }),
    );
  });

  it('never exceed the bound from the first hit on that shares too little with the request', () => {
    fc.assert(
      fc.property(hits, named, (all, before) => {
        const from = all.findIndex(({ littleShared }) => littleShared);
        if (from < 0) return;
        for (const score of calibrated(all, before).slice(from)) expect(score).toBeLessThan(LITTLE_SHARED);
      }),
    );
  });

  it('are at most 1/n for n hits of equal odds, however well they fit', () => {
    for (const n of [2, 3, 5]) {
      const equal = Array.from({ length: n }, () => ({ odds: 4, littleShared: false }));
      for (const score of calibrated(equal, 1)) expect(score).toBeCloseTo(1 / n, 12);
    }
    const [first] = calibrated(
      [4, 1].map((odds) => ({ odds, littleShared: false })),
      1,
    );
    expect(first).toBeCloseTo(probabilityOf(4), 12);
  });

  it('are as the odds say where the bound is far away', () => {
    const hits = [-1.5, -2, -4].map((odds) => ({ odds, littleShared: true }));
    expect(calibrated(hits, 1)).toEqual(hits.map(({ odds }) => expect.closeTo(probabilityOf(odds), 12)));
  });

  it('stay below the score of a tool that the query names', () => {
    fc.assert(
      fc.property(hits, named, (all, before) => {
        for (const score of calibrated(all, before)) expect(score).toBeLessThan(before);
      }),
    );
  });
});
