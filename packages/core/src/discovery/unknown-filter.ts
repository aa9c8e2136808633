import type { CommandError } from '../result/result.ts';
import { findSimilarTools } from '../search/similarity.ts';
import { taxonomyOf } from './taxonomy.ts';
import type { ToolFilters } from './tool-filters.ts';
import type { DiscoveryScope, VisibleTools } from './visible-tools.ts';

/** How many valid values an error names, the largest first. */
const NAMED = 40;

/** The error for a category or a tag that no tool has. An empty answer would hide the mistake. */
export function unknownFilter(
  { catalog }: DiscoveryScope,
  { tools, byCategory }: VisibleTools,
  { category, tag }: Pick<ToolFilters, 'category' | 'tag'>,
): CommandError | undefined {
  if (category === undefined && tag === undefined) return undefined;
  const { categories, tags } = taxonomyOf(catalog);
  if (category !== undefined && !byCategory.has(category) && !categories.has(category))
    return problem('category', 'categories', category, [...categories.keys()]);
  for (const wanted of [tag ?? []].flat()) {
    // Disabled tools may be visible, and do not count in the taxonomy.
    if (!tags.has(wanted) && !tools.some((tool) => tool.tags.includes(wanted)))
      return problem('tag', 'tags', wanted, [...tags.keys()]);
  }
  return undefined;
}

function problem(field: string, plural: string, value: string, valid: readonly string[]): CommandError {
  const [similar] = findSimilarTools(value.slice(0, 100), valid, 1);
  const guess = similar === undefined ? '' : `Did you mean '${similar}'? `;
  const shown = valid.slice(0, NAMED);
  const rest = valid.length - shown.length;
  const list = `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  return {
    code: 'VALIDATION_ERROR',
    message: `There is no ${field} '${value.slice(0, 80)}'`,
    suggestion: `${guess}${valid.length > 0 ? `The ${plural}: ${list}.` : `No command has a ${field} here: leave it out.`}`,
    details: { field, valid: shown },
  };
}
