import { describe, expect, it } from 'vitest';
import {
  LEARNED_SEARCHES_DEFAULTS,
  type LearnedSearches,
  learnSearch,
  liftsOf,
  mergeSearches,
  tidySearches,
} from './learned-searches.ts';

const DAY = 86_400_000;
const NOW = 20_000 * DAY;
const learn = (...all: [query: string, tool: string, at?: number][]): LearnedSearches =>
  all.reduce<LearnedSearches>(
    (known, [query, tool, at = NOW]) => mergeSearches(known, learnSearch(query, tool, at)),
    {},
  );
const lift = (known: LearnedSearches, query: string, tool: string): number => liftsOf(known, query, NOW).get(tool) ?? 0;

describe('learned searches', () => {
  it('lift the tool for the same and for like requests, and for no others', () => {
    const known = learn(['file a bug report', 'github/create_issue']);
    expect(lift(known, 'file a bug report', 'github/create_issue')).toBe(0.5);
    expect(lift(known, 'Please file the bug reports!', 'github/create_issue')).toBe(0.5);
    expect(lift(known, 'file a bug report now', 'github/create_issue')).toBeGreaterThan(0);
    expect(liftsOf(known, 'list the branches', NOW).size).toBe(0);
    expect(liftsOf(known, 'read a file', NOW).size).toBe(0);
  });

  it('weigh by how often, and by what share of the searches led to the tool', () => {
    const known = learn(['bug', 'a/one'], ['bug', 'a/one'], ['bug', 'a/one'], ['bug', 'b/two']);
    expect(lift(known, 'bug', 'a/one')).toBeGreaterThan(lift(known, 'bug', 'b/two') * 2);
    expect(lift(known, 'bug', 'a/one')).toBeLessThan(1);
  });

  it('fade: after a month they count half', () => {
    const known = learn(['bug', 'a/one', NOW - 30 * DAY]);
    expect(lift(known, 'bug', 'a/one')).toBeCloseTo(0.5 / 1.5);
    expect(tidySearches(learn(['bug', 'a/one', NOW - 200 * DAY]), NOW)).toEqual({});
  });

  it('merge to the same in any order', () => {
    const [one, two] = [learn(['bug', 'a/one']), learn(['bug', 'a/one', NOW - DAY], ['tree', 'a/two'])];
    expect(liftsOf(mergeSearches(one, two), 'bug', NOW)).toEqual(liftsOf(mergeSearches(two, one), 'bug', NOW));
  });

  it('keep the stems of few words, and nothing that looks like a value', () => {
    const query = 'Cancel order 4711 of ann@example.com '.concat('a1 '.repeat(50), 'x'.repeat(100));
    const [search] = learnSearch(query, 'shop/cancel')['shop/cancel'] ?? [];
    expect(search?.words).toEqual(['cancel', 'order']);
    expect(learnSearch('4711', 'shop/cancel')).toEqual({});
  });

  it('are bounded: the strongest stay', () => {
    const many = Array.from({ length: 30 }, (_, i): [string, string] => [
      `word${'abcdefghij'[i % 10]}${'xyz'[i % 3]}`,
      'a/one',
    ]);
    const known = tidySearches(learn(['strong', 'a/one'], ['strong', 'a/one'], ...many), NOW);
    expect(known['a/one']).toHaveLength(LEARNED_SEARCHES_DEFAULTS.searchesOfTool);
    expect(known['a/one']?.[0]?.words).toEqual(['strong']);
  });
});
