import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadVectorTable } from './node/vector-table-file.ts';
import { SearchEngine } from './search-engine.ts';
import { OFFICE } from './tools-under-test.ts';

const engines: SearchEngine[] = [];
beforeAll(async () => {
  for (const options of [{}, { vectors: await loadVectorTable() }]) {
    const engine = new SearchEngine(options);
    for (const tool of OFFICE) engine.upsert(tool);
    engines.push(engine);
  }
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
  it('answers garbage with the nearest there is, never with nothing and never with an error', () => {
    for (const engine of engines) {
      for (const query of GARBAGE) {
        const { hits } = engine.search(query, { explain: true });
        expect(hits.length).toBeGreaterThan(0);
        for (const { score } of hits) expect(score).toSatisfy((value: number) => value >= 0 && value <= 1);
      }
    }
  });

  it('holds that for any text', () => {
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

  it('is empty where there is nothing to find', () => {
    expect(new SearchEngine().search('anything')).toEqual({ hits: [], confident: false, menu: [] });
    expect(engines[0]?.search('create issue', { filter: () => false }).hits).toEqual([]);
  });

  it('says so when nothing fits, and names the nearest categories', () => {
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

  it('offers no menu when something fits', () => {
    for (const engine of engines) {
      const { confident, menu } = engine.search('create a new issue in the repository');
      expect(confident).toBe(true);
      expect(menu).toEqual([]);
    }
  });
});
