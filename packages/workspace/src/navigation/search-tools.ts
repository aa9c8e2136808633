import { resolve } from 'node:path';
import type { DetailLevel } from './leveled-loader.ts';
import { type SearchResult, TREE_SEARCH_DEFAULTS, TreeSearch } from './tree-search.ts';

export interface SearchToolsOptions {
  /** The folder of the tree. Default: the working directory. */
  readonly root?: string;
}

/** LRU cache of searches by root, so that each tree is indexed once. */
const searches = new Map<string, TreeSearch>();
const MAX_TREES = 8;

/**
 * Searches the tools of a tree. If the query is the name of a server, returns all tools of the server. Any other query
 * is a ranked search: at most ten tools, and none that is not plausible. If nothing fits, returns the five nearest tools with
 * `lowConfidence`.
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
  if (searches.size > MAX_TREES && oldest !== undefined) searches.delete(oldest);
  return search;
}
