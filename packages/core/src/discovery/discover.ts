import { z } from 'zod';
import { matchesTags } from '../catalog/registry.ts';
import type { Tool } from '../catalog/tool.ts';
import { takeWithin } from '../levels/tokens.ts';
import { type CommandResult, success } from '../result/result.ts';
import { everyWord } from './every-word.ts';
import { type ListingScope, listingOf } from './listing.ts';
import { LEVELS, type ShownTool, showTool } from './show-tool.ts';
import { largestNames, taxonomyOf } from './taxonomy.ts';

export const DISCOVER_DEFAULTS = { limit: 50, maxLimit: 200, level: 'summary', maxTokens: 400 } as const;
/** Categories and tags listed with every answer; a catalog with more of them shows the largest. */
const TAXONOMY_SHOWN = 100;

export const discoverInput = z.object({
  search: z.string().optional(),
  category: z.string().optional(),
  tag: z.union([z.string(), z.array(z.string())]).optional(),
  tagMode: z.enum(['all', 'any']).optional(),
  level: z.enum(LEVELS).optional(),
  limit: z.int().min(1).max(DISCOVER_DEFAULTS.maxLimit).optional(),
  offset: z.int().min(0).optional(),
  maxTokens: z.int().min(1).optional(),
  includeMutation: z.boolean().optional(),
  includeDisabled: z.boolean().optional(),
  context: z.string().optional(),
});
export type DiscoverInput = z.infer<typeof discoverInput>;

export interface DiscoverResult {
  readonly commands: readonly ShownTool[];
  readonly total: number;
  readonly filtered: number;
  readonly returned: number;
  readonly hasMore: boolean;
  /** Of all commands, not only of those that matched. */
  readonly availableCategories: readonly string[];
  readonly availableTags: readonly string[];
}

/** Lists what can be called: all of it, or what passes the filters, a page at a time. */
export function discover(scope: ListingScope, input: DiscoverInput): CommandResult<DiscoverResult> {
  const started = performance.now();
  const { limit = DISCOVER_DEFAULTS.limit, offset = 0 } = input;
  const { tools: listed, byCategory, elsewhere } = listingOf(scope, input.includeDisabled === true);
  const candidates = input.category === undefined ? listed : (byCategory.get(input.category) ?? []);
  const matching = candidates.filter(filterOf(input));
  const page = showPage(scope, input, matching.slice(offset, offset + limit));
  const hasMore = offset + page.length < matching.length;
  const { categories, tags } = taxonomyOf(scope.catalog);
  const reasoning = [
    `Returned ${page.length} of ${matching.length} matching commands (${listed.length} total)`,
    input.category === undefined ? '' : ` in category '${input.category}'`,
    hasMore ? `. Use offset: ${offset + page.length} to see more.` : '',
    elsewhere > 0 ? `. ${elsewhere} more belong to other contexts; afd-context lists them.` : '',
  ].join('');
  const data = {
    commands: page,
    total: listed.length,
    filtered: matching.length,
    returned: page.length,
    hasMore,
    availableCategories: largestNames(categories, TAXONOMY_SHOWN),
    availableTags: largestNames(tags, TAXONOMY_SHOWN),
  };
  const executionTimeMs = Math.round((performance.now() - started) * 100) / 100;
  return success(data, { reasoning, confidence: 1, metadata: { executionTimeMs } });
}

function filterOf({ tag, tagMode = 'any', search }: DiscoverInput): (tool: Tool) => boolean {
  const wanted = tag === undefined ? [] : [tag].flat();
  const matches = everyWord(search ?? '');
  if (wanted.length === 0) return matches;
  return (tool) => matchesTags(tool.tags, wanted, tagMode) && matches(tool);
}

function showPage({ catalog }: ListingScope, input: DiscoverInput, tools: readonly Tool[]): ShownTool[] {
  const options = {
    level: input.level ?? DISCOVER_DEFAULTS.level,
    withCategory: input.category === undefined,
    withMutation: input.includeMutation === true,
  };
  const shown = tools.map((tool) => showTool(tool, catalog.addressOf(tool), options));
  return input.maxTokens === undefined ? shown : takeWithin(shown, input.maxTokens, (tool) => JSON.stringify(tool));
}
