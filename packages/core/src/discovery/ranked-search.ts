import type { Tool } from '../catalog/tool.ts';
import { SEARCH_SETTINGS } from '../search/search-settings.ts';
import type { SearchAnswer, SearchHit, SearchOptions } from '../search/search-types.ts';
import { type LearnedLifts, LIFTED_FROM, liftLearned } from './lift-learned.ts';
import { passes, type ToolFilters } from './tool-filters.ts';

export const SEARCH_DEFAULTS = { limit: 10, minScore: 0 } as const;

/** Where nothing fits, so many of the nearest tools are shown: more would be noise that a model pays for. */
const NEAREST = 5;
/** The fourth and fifth only from this score on: less is shown as 0. */
const NEAREST_AT_LEAST = 3;
const MORE_THAN_ZERO = 0.005;

/**
 * Matches of a ranked answer over all pages. Up to this limit the engine collects the same candidates whatever the limit
 * is, so the order is the same for every page size.
 */
export const RANKED_MATCHES = Math.min(SEARCH_SETTINGS.candidates.lexical, SEARCH_SETTINGS.candidates.meaning);

/** An index over tools: the `ToolSearch` of a catalog, or a wrapped `SearchEngine`. */
export interface ToolIndex {
  search(query: string, options: SearchOptions): Promise<SearchAnswer>;
}

export interface RankedSearch {
  readonly query: string;
  readonly limit?: number | undefined;
  readonly minScore?: number | undefined;
  readonly filters?: ToolFilters | undefined;
  /** Explain the score of every hit. */
  readonly explain?: boolean | undefined;
  /** The tools that like searches of the caller have led to. */
  readonly learned?: LearnedLifts | undefined;
  /** Whether a tool exists for the caller. Absent: all tools exist, and the index loads only its hits. */
  readonly exists?: ((tool: Tool) => boolean) | undefined;
}

/**
 * The one entrance to ranked search. MCP, scripts, the command line, the dashboard and the workspace all call it, so the
 * same query over the same tools has the same hits in the same order everywhere.
 */
export async function rankedSearch(index: ToolIndex, search: RankedSearch): Promise<SearchAnswer> {
  const { query, limit = SEARCH_DEFAULTS.limit, minScore = SEARCH_DEFAULTS.minScore, explain = false } = search;
  const filter = filterOf(search);
  const { learned } = search;
  const lifts = learned !== undefined && learned.size > 0;
  const searched = lifts ? Math.max(limit, LIFTED_FROM) : limit;
  const found = await index.search(query, { limit: searched, minScore, explain, ...(filter && { filter }) });
  const answer = lifts ? { ...found, hits: liftLearned(found.hits, learned).slice(0, limit) } : found;
  return answer.confident ? answer : { ...answer, hits: nearest(answer.hits) };
}

function nearest(hits: readonly SearchHit[]): readonly SearchHit[] {
  return hits.slice(0, NEAREST).filter(({ score }, rank) => rank < NEAREST_AT_LEAST || score >= MORE_THAN_ZERO);
}

function filterOf({ filters, exists }: RankedSearch): SearchOptions['filter'] {
  if (!filters) return exists;
  const isWanted = passes(filters);
  return exists ? (tool) => exists(tool) && isWanted(tool) : isWanted;
}
