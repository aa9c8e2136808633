import type { CatalogEntry } from '../catalog/catalog.ts';
import { QuickHash } from '../catalog/quick-hash.ts';
import type { Tool } from '../catalog/tool.ts';
import { markTools, type ToolsMark } from '../catalog/tools-mark.ts';
import type { VectorTable } from '../search/meaning/vector-table.ts';

/** Any words will do: another table puts them elsewhere. */
const PROBE = 'create a file and send a message';

/**
 * Names what an index was made of: the tools as they are searched, what is said of their categories, and the vectors.
 * Like the hash of the catalog, and many times quicker.
 */
export function searchKey(
  marks: Iterable<ToolsMark>,
  categoryText: (category: string) => string | undefined,
  vectors: VectorTable | undefined,
): string {
  const hash = new QuickHash();
  for (const { server, content, places } of [...marks].sort((a, b) => (a.server < b.server ? -1 : 1))) {
    hash.add(server).add(content);
    for (const { from, category, tags } of places) {
      hash
        .add(String(from))
        .add(category)
        .add(categoryText(category) ?? '');
      for (const tag of tags) hash.add(tag);
      hash.add('');
    }
  }
  return hash.add(vectors ? vectors.embed(PROBE).join() : '').value;
}

/** The marks of all servers that have a tool in a catalog. */
export function marksOf(entries: readonly CatalogEntry[]): ToolsMark[] {
  const byServer = new Map<string, Tool[]>();
  for (const { tool } of entries) {
    const tools = byServer.get(tool.server);
    if (tools) tools.push(tool);
    else byServer.set(tool.server, [tool]);
  }
  return [...byServer].map(([server, tools]) => markTools(server, tools));
}
