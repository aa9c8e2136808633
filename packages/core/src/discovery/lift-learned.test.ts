import { describe, expect, it } from 'vitest';
import type { Tool } from '../catalog/tool.ts';
import type { SearchHit } from '../search/search-types.ts';
import { liftLearned } from './lift-learned.ts';

const hit = (id: string, score: number, tier: SearchHit['tier'] = 'lexical'): SearchHit => ({
  tool: { id } as Tool,
  score,
  tier,
});
const order = (hits: readonly SearchHit[]) => hits.map(({ tool, score }) => [tool.id, score]);

describe('a learned tool', () => {
  it('passes hits that are a little better, with their score', () => {
    const hits = [hit('a', 0.5), hit('b', 0.45), hit('c', 0.4)];
    expect(order(liftLearned(hits, new Map([['c', 1]])))).toEqual([
      ['c', 0.5],
      ['a', 0.5],
      ['b', 0.45],
    ]);
  });

  it('passes no hit that is much better, and none by a weak lift', () => {
    const hits = [hit('a', 0.9), hit('b', 0.5), hit('c', 0.4)];
    expect(order(liftLearned(hits, new Map([['c', 1]]))).map(([id]) => id)).toEqual(['a', 'c', 'b']);
    expect(liftLearned(hits, new Map([['c', 0.3]]))).toEqual(hits);
  });

  it('never passes an exact match', () => {
    const hits = [hit('a', 0.5, 'exact'), hit('b', 0.5)];
    expect(liftLearned(hits, new Map([['b', 100]]))).toEqual(hits);
  });
});
