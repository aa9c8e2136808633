import { resolve } from 'node:path';
import type { DetailLevel } from './leveled-loader.ts';
import { type SearchResult, TREE_SEARCH_DEFAULTS, TreeSearch } from './tree-search.ts';

export interface SearchToolsOptions {
  /** Where the tree lies; the working directory unless given. */
  readonly root?: string;
}

/** One search for each tree, so that it is indexed once. */
const searches = new Map<string, TreeSearch>();
const MOST_TREES = 8;

/**
 * A server's name lists that server. Anything else is a ranked search: at most ten tools, none under 0.3; where nothing
 * fits, the nearest few, each marked `lowConfidence`.
 */
export function searchTools(
  query: string,
  level: DetailLevel = TREE_SEARCH_DEFAULTS.level,
  options: SearchToolsOptions = {},
): Promise<SearchResult[]> {
  return searchOf(resolve(options.root ?? '.')).search(query, level);
}

function searchOf(root: string): TreeSearch {
  const search = searches.get(root) ?? new TreeSearch(root);
  searches.delete(root);
  searches.set(root, search);
  const [oldest] = searches.keys();
  if (searches.size > MOST_TREES && oldest !== undefined) searches.delete(oldest);
  return search;
}
