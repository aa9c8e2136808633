import { z } from 'zod';
import type { Tool } from '../catalog/tool.ts';
import { estimateTokens, takeWithin } from '../levels/tokens.ts';
import { type CommandResult, success, type TrustFields } from '../result/result.ts';
import { rankMatches, withEveryWord } from './every-word.ts';
import { FIND_DEFAULTS, findTools } from './find-tools.ts';
import { nextHint } from './learning.ts';
import { LEVELS, type ShownTool, showTool } from './show-tool.ts';
import { largestNames, taxonomyOf } from './taxonomy.ts';
import { passes } from './tool-filters.ts';
import type { ToolSearch } from './tool-search.ts';
import { type DiscoveryScope, type VisibleTools, visibleTools } from './visible-tools.ts';

export const DISCOVER_DEFAULTS = { limit: 50, maxLimit: 200, level: 'summary' } as const;
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

/**
 * Lists what can be called: all of it, or what passes the filters, a page at a time. A search that no
 * command satisfies word for word is answered by the ranked engine.
 */
export async function discover(
  search: ToolSearch,
  scope: DiscoveryScope,
  input: DiscoverInput,
  tell: (found: { found: number; confident: boolean }) => void = () => {},
): Promise<CommandResult<DiscoverResult>> {
  const started = performance.now();
  const visible = visibleTools(scope, input.includeDisabled === true);
  const { category } = input;
  const inCategory = category === undefined ? visible.tools : (visible.byCategory.get(category) ?? []);
  const candidates = input.tag === undefined ? inCategory : inCategory.filter(passes(input));
  const query = input.search?.trim() ?? '';
  const matching = query === '' ? candidates : rankMatches(withEveryWord(candidates, query), query);
  const ranked = query !== '' && matching.length === 0 && visible.tools.length > 0;
  const { data, trust, confident } = ranked
    ? await rankedAnswer(search, scope, input, visible)
    : plainAnswer(scope, input, visible, matching);
  if (query !== '') tell({ found: data.filtered, confident });
  const executionTimeMs = Math.round((performance.now() - started) * 100) / 100;
  return success(data, { ...trust, metadata: { ...trust.metadata, executionTimeMs } });
}

interface Answer {
  readonly data: DiscoverResult;
  readonly trust: TrustFields;
  readonly confident: boolean;
}

function plainAnswer(
  scope: DiscoveryScope,
  input: DiscoverInput,
  visible: VisibleTools,
  matching: readonly Tool[],
): Answer {
  const { limit = DISCOVER_DEFAULTS.limit, offset = 0, category } = input;
  const commands = showPage(scope, input, matching.slice(offset, offset + limit));
  const returned = commands.length;
  const hasMore = offset + returned < matching.length;
  const total = visible.tools.length;
  const { categories, tags } = taxonomyOf(scope.catalog);
  const reasoning = [
    `Returned ${returned} of ${matching.length} matching commands (${total} total)`,
    category === undefined ? '' : ` in category '${category}'`,
    hasMore ? `. Use offset: ${offset + returned} to see more.` : '',
    visible.elsewhere > 0 ? `. ${visible.elsewhere} more belong to other contexts; afd-context lists them.` : '',
  ].join('');
  return {
    data: {
      commands,
      total,
      filtered: matching.length,
      returned,
      hasMore,
      availableCategories: largestNames(categories, TAXONOMY_SHOWN),
      availableTags: largestNames(tags, TAXONOMY_SHOWN),
    },
    trust: { reasoning, confidence: 1 },
    confident: matching.length > 0,
  };
}

async function rankedAnswer(
  search: ToolSearch,
  scope: DiscoveryScope,
  input: DiscoverInput,
  visible: VisibleTools,
): Promise<Answer> {
  const { search: query = '', level, maxTokens = FIND_DEFAULTS.maxTokens, limit = FIND_DEFAULTS.limit } = input;
  const withMutation = input.includeMutation === true;
  const found = await findTools(search, scope, {
    query,
    limit,
    level,
    maxTokens,
    withMutation,
    filters: { category: input.category, tag: input.tag, tagMode: input.tagMode },
  });
  const { tools: commands, confident, menu } = found;
  const nearest = menu.map(({ category, count }) => `${category} (${count})`).join(', ');
  const how = confident
    ? 'No command has every word; these are the best matches by relevance'
    : `Nothing fits well; these are the nearest${nearest && `. Categories to look into: ${nearest}`}`;
  // What is left of the budget goes to the taxonomy; a list of hundreds would cost more than the answer.
  const { categories, tags } = taxonomyOf(scope.catalog);
  const spare = Math.max(0, maxTokens - found.tokens);
  return {
    data: {
      commands,
      total: visible.tools.length,
      filtered: found.found,
      returned: commands.length,
      hasMore: found.found > commands.length,
      availableCategories: withinTokens(largestNames(categories, TAXONOMY_SHOWN), spare / 2),
      availableTags: withinTokens(largestNames(tags, TAXONOMY_SHOWN), spare / 2),
    },
    trust: { reasoning: `${how}.`, confidence: commands[0]?.score ?? 0, metadata: { tokens: found.tokens } },
    confident,
  };
}

function withinTokens(names: readonly string[], budget: number): readonly string[] {
  return estimateTokens(names.join(', ')) <= budget ? names : [];
}

function showPage(scope: DiscoveryScope, input: DiscoverInput, tools: readonly Tool[]): ShownTool[] {
  const { catalog } = scope;
  const options = {
    level: input.level ?? DISCOVER_DEFAULTS.level,
    withCategory: input.category === undefined,
    withMutation: input.includeMutation === true,
  };
  const searched = Boolean(input.search?.trim()) && !input.offset;
  const shown = tools.map((tool, position) => ({
    ...showTool(catalog, tool, options),
    ...(searched && position === 0 && nextHint(scope, tool)),
  }));
  return input.maxTokens === undefined ? shown : takeWithin(shown, input.maxTokens, (tool) => JSON.stringify(tool));
}
