import { type SearchAnswer, SearchEngine, type SearchOptions, type Tool } from '@foldout/core';
import { type ServerDigest, searchKey, type ToolSearchOptions } from '@foldout/core/internal';
import type { CachedSource } from './cached-source.ts';

/** A search over a saved index whose tools are built when they are found. */
export interface StoredSearch {
  search(query: string, options: SearchOptions): Promise<SearchAnswer>;
  flush(): Promise<void>;
}

/** Opens the saved index. Undefined unless the index was saved for exactly the tools of `sources`. */
export async function openStoredSearch(
  sources: readonly CachedSource[],
  { loadVectors, snapshots, categoryDescription, extraWords }: ToolSearchOptions,
): Promise<StoredSearch | undefined> {
  const describe = (category: string): string | undefined => categoryDescription?.(category);
  const { digests, categories, find } = summaryOf(sources);
  // If the vector table cannot be loaded, the search is lexical only.
  const vectors = await loadVectors?.().catch(() => undefined);
  const key = searchKey(digests, describe, vectors, extraWords);
  const saved = await snapshots?.load(key).catch(() => undefined);
  if (!saved) return undefined;
  const engine = SearchEngine.load(saved, [], {
    categoryDescription: describe,
    ...(vectors && { vectors }),
    ...(extraWords && { extraWords }),
    key,
    later: { categories, find },
  });
  const count = [...categories.values()].reduce((sum, tools) => sum + tools, 0);
  if (!engine.restored || engine.size !== count) return undefined;
  return { search: async (query, options) => engine.search(query, options), flush: async () => {} };
}

function summaryOf(sources: readonly CachedSource[]) {
  const categories = new Map<string, number>();
  const digests: ServerDigest[] = [];
  const byServer = new Map<string, CachedSource>();
  for (const source of sources) {
    const { count, digest } = source.digest();
    if (count === 0) continue;
    byServer.set(source.server, source);
    digests.push(digest);
    for (const { category } of digest.placements) categories.set(category, (categories.get(category) ?? 0) + count);
  }
  return { digests, categories, find: (id: string) => findTool(id, byServer) };
}

/** Tries every slash of the id: the names of servers and of tools may contain slashes. */
function findTool(id: string, sources: ReadonlyMap<string, CachedSource>): Tool | undefined {
  for (let at = id.indexOf('/'); at >= 0; at = id.indexOf('/', at + 1)) {
    const tool = sources.get(id.slice(0, at))?.tool(id.slice(at + 1));
    if (tool) return tool;
  }
  return undefined;
}
