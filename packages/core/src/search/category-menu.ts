import type { Tool } from '../catalog/tool.ts';
import type { CategoryHint } from './search-types.ts';

/** The categories of the nearest tools, nearest first, each with how many tools it holds in all. */
export function nearestCategories(
  nearest: Iterable<Tool>,
  all: Iterable<[number, Tool]>,
  accepts: (slot: number) => boolean,
  limit: number,
): CategoryHint[] {
  const counts = new Map<string, number>();
  for (const tool of nearest) if (counts.size < limit) counts.set(tool.category, 0);
  for (const [slot, { category }] of all) {
    const count = counts.get(category);
    if (count !== undefined && accepts(slot)) counts.set(category, count + 1);
  }
  return [...counts].map(([category, count]) => ({ category, count }));
}
