import type { Tool } from '../catalog/tool.ts';
import type { SearchHit } from '../search/search-types.ts';
import { RANKED_MATCHES, type RankedSearch, rankedSearch, type ToolIndex } from './ranked-search.ts';

/** A tool without every word of the query is added from this score on: it is more likely right than wrong. */
const ADDED_FROM = 0.5;
/** At most this many matches are ordered by the engine. The others follow in the order of the catalog. */
const MOST_ORDERED = 1_000;

type Match = Pick<SearchHit, 'tool' | 'score' | 'copies'>;

export interface SearchMatches {
  /** The engine's order. A tool that the engine did not rank has the score of the last one that it ranked. */
  readonly hits: readonly Match[];
  /** Number of hits that lack a word of the query. */
  readonly added: number;
  readonly confident: boolean;
}

/**
 * The tools that have every word of the query, in the order of the ranked engine, and the tools that the engine is
 * confident of. The same list for every page: the engine is asked for a fixed number of hits.
 */
export async function searchMatches(
  index: ToolIndex,
  search: Omit<RankedSearch, 'limit' | 'minScore' | 'explain'>,
  withWords: readonly Tool[],
): Promise<SearchMatches> {
  const answer = await rankedSearch(index, { ...search, limit: RANKED_MATCHES });
  const remaining = new Set(withWords);
  const firstWithWords = answer.hits.findIndex(({ tool }) => remaining.has(tool));
  const hits: Match[] = [];
  let grouped = 0;
  for (const [rank, { tool, score, tier, copies }] of answer.hits.entries()) {
    // A tool that the engine ranks before every match of the filter is kept too: one query has one order.
    const isConfident = answer.confident && (tier === 'exact' || score >= ADDED_FROM || rank < firstWithWords);
    if (!remaining.delete(tool) && !isConfident) continue;
    for (const copy of copies ?? []) if (remaining.delete(copy)) grouped++;
    hits.push({ tool, score, ...(copies && { copies }) });
  }
  const added = hits.length + grouped - (withWords.length - remaining.size);
  const lowest = answer.hits.at(-1)?.score ?? 0;
  for (const hit of await rankedRest(index, search, remaining)) {
    const { tool, score, copies } = hit;
    for (const one of [tool, ...(copies ?? [])]) remaining.delete(one);
    hits.push({ tool, score: Math.min(lowest, score), ...(copies && { copies }) });
  }
  const last = hits.at(-1)?.score ?? 0;
  for (const tool of remaining) hits.push({ tool, score: last });
  return { hits, added, confident: answer.confident };
}

/** The matches of the filter that are not among the engine's best hits, in the engine's order. */
async function rankedRest(
  index: ToolIndex,
  search: Omit<RankedSearch, 'limit'>,
  rest: ReadonlySet<Tool>,
): Promise<readonly SearchHit[]> {
  if (rest.size === 0) return [];
  const exists = (tool: Tool): boolean => rest.has(tool);
  return (await rankedSearch(index, { ...search, exists, limit: Math.min(MOST_ORDERED, rest.size) })).hits;
}
