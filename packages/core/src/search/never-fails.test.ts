import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadVectorTable } from './node/vector-table-file.ts';
import { SearchEngine } from './search-engine.ts';
import { engineWith, OFFICE } from './tools-under-test.ts';

const engines: SearchEngine[] = [];
beforeAll(async () => {
  engines.push(engineWith(OFFICE), engineWith(OFFICE, { vectors: await loadVectorTable() }));
});

const GARBAGE = [
  '',
  '   \n\t',
  '🦄🦄🦄',
  '?!.,;:',
  '\u0000\ud800\udfff',
  "'; DROP TABLE tools; --",
  '(a+)+$ [^]*? \\1 (?<=x)',
  '__proto__ constructor toString',
  'ق عربي тест ไทย עברית',
  'a'.repeat(100_000),
  'word '.repeat(20_000),
  'and, '.repeat(20_000),
  'a_b.c/d:'.repeat(10_000),
  '漢'.repeat(50_000),
  'the of and to',
];

describe('a search', () => {
  it('returns the nearest tools for garbage, never an empty answer and never an error', () => {
    for (const engine of engines) {
      for (const query of GARBAGE) {
        const { hits } = engine.search(query, { explain: true });
        expect(hits.length).toBeGreaterThan(0);
        for (const { score } of hits) expect(score).toSatisfy((value: number) => value >= 0 && value <= 1);
      }
    }
  });

  it('returns sorted hits for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (query) => {
        for (const engine of engines) {
          const { hits } = engine.search(query);
          expect(hits.length).toBeGreaterThan(0);
          const scores = hits.map((hit) => hit.score);
          expect(scores).toEqual([...scores].sort((a, b) => b - a));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('returns no hits from an empty catalog, or when the filter rejects every tool', () => {
    expect(new SearchEngine().search('anything')).toEqual({ hits: [], confident: false, menu: [] });
    expect(engines[0]?.search('create issue', { filter: () => false }).hits).toEqual([]);
  });

  it('is not confident and lists the nearest categories when nothing fits', () => {
    for (const engine of engines) {
      const { hits, confident, menu } = engine.search('xqzt vwkp');
      expect(confident).toBe(false);
      expect(hits.every(({ tier }) => tier === 'menu')).toBe(true);
      expect(menu.length).toBeGreaterThan(0);
      expect(menu.length).toBeLessThanOrEqual(5);
      for (const { category, count } of menu) {
        expect(count).toBe(OFFICE.filter((tool) => tool.category === category).length);
      }
    }
  });

  it('lists no categories when a tool fits', () => {
    for (const engine of engines) {
      const { confident, menu } = engine.search('create a new issue in the repository');
      expect(confident).toBe(true);
      expect(menu).toEqual([]);
    }
  });
});
