import type { CategoryHint } from './search-types.ts';
import type { ToolSlots } from './tool-slots.ts';

/** The categories of the nearest tools, nearest first, each with how many tools it holds in all. */
export function nearestCategories(
  nearest: Iterable<{ readonly category: string }>,
  slots: ToolSlots,
  accepts: ((slot: number) => boolean) | undefined,
  limit: number,
): CategoryHint[] {
  const categories = new Set<string>();
  for (const { category } of nearest) if (categories.size < limit) categories.add(category);
  if (!accepts) return [...categories].map((category) => ({ category, count: slots.countIn(category) }));
  // Under a filter the counts have to be made; without one they are known.
  const counts = new Map([...categories].map((category) => [category, 0]));
  for (const [slot, { category }] of slots.entries()) {
    const count = counts.get(category);
    if (count !== undefined && accepts(slot)) counts.set(category, count + 1);
  }
  return [...counts].map(([category, count]) => ({ category, count }));
}
