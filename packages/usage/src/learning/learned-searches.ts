import { searchWords } from '@foldout/core/internal';

/** Searches with the same words that led to a call of one tool. */
export interface LearnedSearch {
  /** The stems of the content words, sorted. */
  readonly words: readonly string[];
  /** Number of searches, halved every `HALF_LIFE_DAYS`. */
  readonly count: number;
  /** The day of the last one, in days since 1970. */
  readonly day: number;
}

/** Tool id → the searches that led to it. */
export type LearnedSearches = Readonly<Record<string, readonly LearnedSearch[]>>;

export const LEARNED_SEARCHES_DEFAULTS = { tools: 500, searchesOfTool: 8, words: 12 } as const;
const DAY = 86_400_000;
const HALF_LIFE_DAYS = 30;
/** Two searches are alike if they share at least this part of their words. */
const LIKENESS = 0.75;
/** Less than this is forgotten. */
const LEAST_COUNT = 0.1;

/** One search that led to a tool. Empty if the query has no content words. */
export function learnSearch(query: string, toolId: string, at = Date.now()): LearnedSearches {
  const words = wordsOf(query);
  return words.length === 0 ? {} : { [toolId]: [{ words, count: 1, day: Math.floor(at / DAY) }] };
}

/** Adds the counts of like searches. The order of merging does not change the result of the same day. */
export function mergeSearches(one: LearnedSearches, other: LearnedSearches): LearnedSearches {
  const merged = new Map(Object.entries(one));
  for (const [id, added] of Object.entries(other)) {
    const byWords = new Map((merged.get(id) ?? []).map((search) => [search.words.join(' '), search]));
    for (const search of added) {
      const key = search.words.join(' ');
      const known = byWords.get(key);
      byWords.set(key, known ? addedUp(known, search) : search);
    }
    merged.set(id, [...byWords.values()]);
  }
  return Object.fromEntries(merged);
}

/** The strongest tools and searches only, without those that have faded. */
export function tidySearches(searches: LearnedSearches, at = Date.now()): LearnedSearches {
  const today = at / DAY;
  const { tools, searchesOfTool } = LEARNED_SEARCHES_DEFAULTS;
  const kept = Object.entries(searches).map(([id, all]) => {
    const strongest = all
      .map((search) => ({ search, weight: faded(search, today) }))
      .filter(({ weight }) => weight >= LEAST_COUNT)
      .sort((a, b) => b.weight - a.weight || (a.search.words.join(' ') < b.search.words.join(' ') ? -1 : 1))
      .slice(0, searchesOfTool);
    return { id, all: strongest.map(({ search }) => search), total: sumOf(strongest.map(({ weight }) => weight)) };
  });
  const strongest = kept
    .filter(({ all }) => all.length > 0)
    .sort((a, b) => b.total - a.total || (a.id < b.id ? -1 : 1));
  return Object.fromEntries(strongest.slice(0, tools).map(({ id, all }) => [id, all]));
}

/**
 * The tools that like searches led to, with a weight from 0 to 1: how alike the searches are, what share of them led to this
 * tool, and how many there were.
 */
export function liftsOf(searches: LearnedSearches, query: string, at = Date.now()): ReadonlyMap<string, number> {
  const words = wordsOf(query);
  const index = indexOf(searches);
  const shared = new Map<Posting, number>();
  for (const word of words) {
    for (const posting of index.get(word) ?? []) shared.set(posting, (shared.get(posting) ?? 0) + 1);
  }
  const found = new Map<string, { count: number; likeness: number }>();
  for (const [{ id, search }, both] of shared) {
    const likeness = both / (words.length + search.words.length - both);
    if (likeness < LIKENESS) continue;
    const known = found.get(id) ?? { count: 0, likeness: 0 };
    found.set(id, {
      count: known.count + faded(search, at / DAY),
      likeness: Math.max(known.likeness, likeness),
    });
  }
  const all = sumOf([...found.values()].map(({ count }) => count));
  return new Map([...found].map(([id, { count, likeness }]) => [id, likeness * (count / all) * (count / (count + 1))]));
}

interface Posting {
  readonly id: string;
  readonly search: LearnedSearch;
}

/** Word → the searches with it. Computed once for each version of the data. */
const indexes = new WeakMap<LearnedSearches, ReadonlyMap<string, readonly Posting[]>>();

function indexOf(searches: LearnedSearches): ReadonlyMap<string, readonly Posting[]> {
  const known = indexes.get(searches);
  if (known) return known;
  const index = new Map<string, Posting[]>();
  for (const [id, all] of Object.entries(searches)) {
    for (const search of all) {
      const posting = { id, search };
      for (const word of search.words) {
        const postings = index.get(word) ?? [];
        postings.push(posting);
        index.set(word, postings);
      }
    }
  }
  indexes.set(searches, index);
  return index;
}

function wordsOf(query: string): string[] {
  return [...new Set(searchWords(query))].slice(0, LEARNED_SEARCHES_DEFAULTS.words).sort();
}

function addedUp(one: LearnedSearch, other: LearnedSearch): LearnedSearch {
  const day = Math.max(one.day, other.day);
  return { words: one.words, count: faded(one, day) + faded(other, day), day };
}

function faded({ count, day }: LearnedSearch, today: number): number {
  return count * 2 ** (-Math.max(0, today - day) / HALF_LIFE_DAYS);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
