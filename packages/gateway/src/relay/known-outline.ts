import type { CatalogOutline, Tool, ToolsMark } from '@foldout/core';
import type { KnownSource } from './known-source.ts';

/** What is behind servers that nobody has asked for a tool yet. */
export function knownOutline(sources: readonly KnownSource[]): CatalogOutline {
  const categories = new Map<string, number>();
  const tags = new Map<string, number>();
  const marks: ToolsMark[] = [];
  const byServer = new Map<string, KnownSource>();
  for (const source of sources) {
    const { count, mark } = source.outline;
    if (count === 0) continue;
    byServer.set(source.server, source);
    marks.push(mark);
    for (const place of mark.places) {
      categories.set(place.category, (categories.get(place.category) ?? 0) + count);
      for (const tag of place.tags) tags.set(tag, (tags.get(tag) ?? 0) + count);
    }
  }
  return { categories, tags, tools: { marks, find: (id) => toolOf(id, byServer) } };
}

/** Both names may have a slash in them. */
function toolOf(id: string, sources: ReadonlyMap<string, KnownSource>): Tool | undefined {
  for (let at = id.indexOf('/'); at >= 0; at = id.indexOf('/', at + 1)) {
    const tool = sources.get(id.slice(0, at))?.tool(id.slice(at + 1));
    if (tool) return tool;
  }
  return undefined;
}
