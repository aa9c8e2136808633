import type { CatalogReader } from '../catalog/catalog-reader.ts';
import { missingSources } from '../catalog/missing.ts';
import { mayBeMissing, missingServerError } from '../execution/missing-server.ts';
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
  if (category !== undefined && !byCategory.has(category) && !categories.has(category)) {
    // The category of a gateway's tool is its server, unless the configuration names another one.
    const owner = missingSources(catalog).find((source) => source.category === category)?.server ?? category;
    const unavailable = missingServerError(catalog, `${owner}/`);
    return unavailable ?? problem(catalog, 'category', 'categories', category, [...categories.keys()]);
  }
  for (const wanted of [tag ?? []].flat()) {
    // Disabled tools may be visible, and do not count in the taxonomy.
    if (!tags.has(wanted) && !tools.some((tool) => tool.tags.includes(wanted)))
      return problem(catalog, 'tag', 'tags', wanted, [...tags.keys()]);
  }
  return undefined;
}

function problem(
  catalog: CatalogReader,
  field: string,
  plural: string,
  value: string,
  valid: readonly string[],
): CommandError {
  const [similar] = findSimilarTools(value.slice(0, 100), valid, 1);
  const missing = mayBeMissing(catalog, field);
  const shown = valid.slice(0, NAMED);
  const rest = valid.length - shown.length;
  const list = `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  return {
    code: 'VALIDATION_ERROR',
    message: `There is no ${field} '${value.slice(0, 80)}'`,
    suggestion: [
      ...(similar === undefined ? [] : [`Did you mean '${similar}'?`]),
      valid.length > 0 ? `The ${plural}: ${list}.` : `No command has a ${field} here: leave it out.`,
      ...(missing === undefined ? [] : [missing]),
    ].join(' '),
    details: { field, valid: shown },
  };
}
