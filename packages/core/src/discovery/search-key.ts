import type { CatalogEntry } from '../catalog/catalog.ts';
import { QuickHash } from '../catalog/quick-hash.ts';
import { digestServerInSteps, type ServerDigest } from '../catalog/server-digest.ts';
import type { Tool } from '../catalog/tool.ts';
import { type ExtraWords, NO_EXTRA_WORDS } from '../search/extra-words.ts';
import type { VectorTable } from '../search/meaning/vector-table.ts';

/**
 * Cache key of a search index: a hash of the searchable tools, the category descriptions and the vector table. Much
 * faster than `Catalog.hash`, because no tool is parsed for it.
 */
export function searchKey(
  digests: Iterable<ServerDigest>,
  categoryText: (category: string) => string | undefined,
  vectors: VectorTable | undefined,
  extraWords: ExtraWords = NO_EXTRA_WORDS,
): string {
  const hash = new QuickHash();
  for (const { server, content, placements } of [...digests].sort((a, b) => (a.server < b.server ? -1 : 1))) {
    hash.add(server).add(content);
    for (const { from, category, tags } of placements) {
      hash
        .add(String(from))
        .add(category)
        .add(categoryText(category) ?? '');
      for (const tag of tags) hash.add(tag);
      hash.add('');
    }
  }
  return hash.add(vectorsKey(vectors)).add(extraWords.key).value;
}

/** Identifies a vector table in a cache key, by the embedding of a sample text. */
export function vectorsKey(vectors: VectorTable | undefined): string {
  return vectors ? vectors.embed('create a file and send a message').join() : '';
}

/** Digests of the searchable content of each server's tools, one for each server that has a tool in `entries`. Takes a step for each tool. */
export function* digestServers(entries: readonly CatalogEntry[]): Generator<void, ServerDigest[]> {
  const byServer = new Map<string, Tool[]>();
  for (const { tool } of entries) {
    const tools = byServer.get(tool.server);
    if (tools) tools.push(tool);
    else byServer.set(tool.server, [tool]);
  }
  const digests: ServerDigest[] = [];
  for (const [server, tools] of byServer) digests.push(yield* digestServerInSteps(server, tools));
  return digests;
}
