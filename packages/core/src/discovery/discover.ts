import { z } from 'zod';
import { RISKS, type Tool } from '../catalog/tool.ts';
import { estimateTokens } from '../levels/tokens.ts';
import { type CommandResult, failure, success, type TrustFields } from '../result/result.ts';
import { howToCall, META_WORDS } from '../result/words.ts';
import { withEveryWord } from './every-word.ts';
import { FIND_DEFAULTS, findTools, fitSentence, roundedScore } from './find-tools.ts';
import { inOtherContexts } from './in-other-contexts.ts';
import { inferredOutput, learnedLifts, nextHint } from './learning.ts';
import type { ToolIndex } from './ranked-search.ts';
import type { FoundBySearch } from './search-listeners.ts';
import { type SearchMatches, searchMatches } from './search-matches.ts';
import { alsoOn, LEVELS, type ShownTool, showTool } from './show-tool.ts';
import { largestNames, taxonomyOf } from './taxonomy.ts';
import { passes } from './tool-filters.ts';
import { unknownFilter } from './unknown-filter.ts';
import { type DiscoveryScope, type VisibleTools, visibleTools } from './visible-tools.ts';

const DISCOVER_DEFAULTS = { limit: 50, maxLimit: 200, level: 'summary' } as const;
/** Limit on the categories, and on the tags, in an answer. The largest are listed. */
const TAXONOMY_SHOWN = 100;

/** What can be found besides tools. Entries of the kinds on the shelf are read, not run. */
export const SHELF_KINDS = ['skill', 'resource', 'prompt'] as const;
export type ShelfKind = (typeof SHELF_KINDS)[number];
const KINDS = ['tool', 'function', ...SHELF_KINDS] as const;

/** Strict: a misspelled filter would silently list everything. */
export const discoverInput = z.strictObject({
  search: z.string().optional(),
  kind: z.enum(KINDS).optional(),
  category: z.string().optional(),
  tag: z.union([z.string(), z.array(z.string())]).optional(),
  tagMode: z.enum(['all', 'any']).optional(),
  risk: z.enum(RISKS).optional(),
  level: z.enum(LEVELS).optional(),
  limit: z.int().min(1).max(DISCOVER_DEFAULTS.maxLimit).optional(),
  offset: z.int().min(0).optional(),
  maxTokens: z.int().min(1).optional(),
  includeMutation: z.boolean().optional(),
  includeDisabled: z.boolean().optional(),
  context: z.string().optional(),
});
export type DiscoverInput = z.infer<typeof discoverInput>;

/** One command in a listing. Which fields it has depends on the level. */
export type CommandSummary = ShownTool;

export interface DiscoverResult {
  readonly commands: readonly ShownTool[];
  readonly total: number;
  /** Number of matches over all pages. */
  readonly filtered: number;
  readonly returned: number;
  /** Whether matches follow this page: at `offset` + `returned`. */
  readonly hasMore: boolean;
  /** The categories and tags of all commands, not only of those that matched. */
  readonly availableCategories: readonly string[];
  readonly availableTags: readonly string[];
}

/**
 * Lists callable tools that pass the filters, a page at a time. A search selects the tools that contain every word and those
 * that the ranked engine is confident of, in the engine's order; if no tool contains every word, ranked search answers alone.
 * Pages that follow each other by `offset` hold every match once.
 */
export async function discover(
  index: ToolIndex,
  scope: DiscoveryScope,
  input: DiscoverInput,
  onSearch: (found: FoundBySearch) => void = () => {},
): Promise<CommandResult<DiscoverResult>> {
  const started = performance.now();
  const visible = visibleTools(scope, input.includeDisabled === true);
  const problem = unknownFilter(scope, visible, input);
  if (problem) return failure(problem);
  const query = input.search?.trim() ?? '';
  const candidates = filtered(visible, input);
  const searchPage = async (text: string, tools: readonly Tool[]): Promise<Page> => {
    const withWords = withEveryWord(tools, text);
    if (withWords.length === 0 && visible.tools.length > 0) return await rankedPage(index, scope, input);
    const { category, tag, tagMode, risk } = input;
    const known = new Set(visible.tools);
    const exists = (tool: Tool): boolean => known.has(tool);
    const learned = learnedLifts(scope, text);
    const search = { query: text, exists, filters: { category, tag, tagMode, risk }, learned };
    return matchesPage(scope, input, visible, await searchMatches(index, search, withWords));
  };
  const page = query === '' ? listPage(scope, input, visible, candidates) : await searchPage(query, candidates);
  // Only the first page counts as a search: later pages continue it.
  if (query !== '' && !input.offset)
    onSearch({ found: page.matches, confident: page.confident, shown: page.shown, level: input.level });
  const { words = META_WORDS } = scope;
  const isAnswer = query !== '' && page.confident && !input.offset;
  const inOthers = query === '' ? '' : inOtherContexts(scope, visible.elsewhere, query);
  const reasoning = `${page.trust.reasoning ?? ''}${inOthers && ` ${inOthers}`}`;
  const trust = { ...page.trust, reasoning, ...(isAnswer && howToCall(page.commands[0]?.name, words)) };
  const executionTimeMs = Math.round((performance.now() - started) * 100) / 100;
  return success(dataOf(scope, input, visible, page), { ...trust, metadata: { ...trust.metadata, executionTimeMs } });
}

function filtered({ tools, byCategory }: VisibleTools, input: DiscoverInput): readonly Tool[] {
  const { category, tag, risk } = input;
  const inCategory = category === undefined ? tools : (byCategory.get(category) ?? []);
  return tag === undefined && risk === undefined ? inCategory : inCategory.filter(passes(input));
}

interface Page {
  readonly commands: readonly ShownTool[];
  /** The tools behind `commands`. */
  readonly shown: readonly Tool[];
  /** Number of matches over all pages. */
  readonly matches: number;
  readonly confident: boolean;
  readonly trust: TrustFields;
  /** Tokens that the commands leave for categories and tags. Absent: the answer has no token budget. */
  readonly spare?: number;
}

function dataOf(scope: DiscoveryScope, { offset = 0 }: DiscoverInput, { tools }: VisibleTools, page: Page) {
  const { commands, matches, spare = Number.POSITIVE_INFINITY } = page;
  const { categories, tags } = taxonomyOf(scope.catalog);
  return {
    commands,
    total: tools.length,
    filtered: matches,
    returned: commands.length,
    hasMore: offset + commands.length < matches,
    // Categories and tags share the tokens that the tools leave: hundreds of them would cost more than the tools.
    availableCategories: withinTokens(largestNames(categories, TAXONOMY_SHOWN), spare / 2),
    availableTags: withinTokens(largestNames(tags, TAXONOMY_SHOWN), spare / 2),
  };
}

/** Without a token budget, a list goes by `limit`. */
function listPage(scope: DiscoveryScope, input: DiscoverInput, visible: VisibleTools, tools: readonly Tool[]): Page {
  const { maxTokens } = input;
  const { commands, tokens } = showPage(scope, input, pageOf(tools, input), maxTokens);
  return {
    commands,
    shown: pageOf(tools, input).slice(0, commands.length),
    matches: tools.length,
    confident: tools.length > 0,
    trust: {
      reasoning: listReasoning(scope, input, visible, commands.length, tools.length, ''),
      confidence: 1,
      ...(maxTokens !== undefined && { metadata: { tokens } }),
    },
    ...(maxTokens !== undefined && { spare: Math.max(0, maxTokens - tokens) }),
  };
}

function matchesPage(scope: DiscoveryScope, input: DiscoverInput, visible: VisibleTools, found: SearchMatches): Page {
  const { maxTokens = FIND_DEFAULTS.maxTokens } = input;
  const { hits, added } = found;
  const byTool = new Map(hits.map((hit) => [hit.tool, hit]));
  const tools = hits.map(({ tool }) => tool);
  const { commands, tokens } = showPage(scope, input, pageOf(tools, input), maxTokens, byTool);
  const note = added > 0 ? `; ${added} of them lack a word and are here by relevance` : '';
  return {
    commands,
    shown: pageOf(tools, input).slice(0, commands.length),
    matches: hits.length,
    confident: hits.length > 0,
    trust: {
      reasoning: listReasoning(scope, input, visible, commands.length, hits.length, note),
      confidence: 1,
      metadata: { tokens },
    },
    spare: Math.max(0, maxTokens - tokens),
  };
}

function pageOf(
  tools: readonly Tool[],
  { limit = DISCOVER_DEFAULTS.limit, offset = 0 }: DiscoverInput,
): readonly Tool[] {
  return tools.slice(offset, offset + limit);
}

function listReasoning(
  scope: DiscoveryScope,
  { category, offset = 0 }: DiscoverInput,
  { tools, elsewhere }: VisibleTools,
  returned: number,
  matches: number,
  note: string,
): string {
  return [
    `Returned ${returned} of ${matches} matching commands (${tools.length} total)`,
    category === undefined ? '' : ` in category '${category}'`,
    note,
    nextPage(offset + returned, matches),
    elsewhere.length > 0 ? `. ${elsewhere.length} more belong to other contexts${howToList(scope)}.` : '',
  ].join('');
}

function howToList({ words = META_WORDS }: DiscoveryScope): string {
  const call = words.call('afd-context', { input: { action: 'list' } });
  return call ? `; ${call} lists them` : '';
}

async function rankedPage(index: ToolIndex, scope: DiscoveryScope, input: DiscoverInput): Promise<Page> {
  const { search: query = '', level, maxTokens = FIND_DEFAULTS.maxTokens, limit = FIND_DEFAULTS.limit } = input;
  const { offset = 0, includeDisabled, category, tag, tagMode, risk } = input;
  const withMutation = input.includeMutation === true;
  const filters = { category, tag, tagMode, risk };
  const options = { query, limit, offset, level, maxTokens, withMutation, includeDisabled, filters };
  const answer = await findTools(index, scope, options);
  const { tools: commands, found, confident, menu, bestScore, tokens } = answer;
  const nearest = menu.map((hint) => `${hint.category} (${hint.count})`).join(', ');
  const fit = fitSentence(answer);
  const how = confident
    ? `No command has every word. ${fit}`
    : `${fit}${nearest && `. Categories to look into: ${nearest}`}`;
  return {
    commands,
    shown: answer.hits.map(({ tool }) => tool),
    matches: found,
    confident,
    trust: {
      reasoning: `${how}${nextPage(offset + commands.length, found) || '.'}`,
      confidence: Math.round(bestScore * 100) / 100,
      metadata: { tokens },
    },
    spare: Math.max(0, maxTokens - tokens),
  };
}

function nextPage(offset: number, matches: number): string {
  return offset < matches ? `. Use offset: ${offset} to see more.` : '';
}

function withinTokens(names: readonly string[], budget: number): readonly string[] {
  return estimateTokens(names.join(', ')) <= budget ? names : [];
}

/** The first tool is shown whatever the budget: pages without a tool would never end. */
function showPage(
  scope: DiscoveryScope,
  input: DiscoverInput,
  tools: readonly Tool[],
  budget: number | undefined,
  matches?: ReadonlyMap<Tool, SearchMatches['hits'][number]>,
): { readonly commands: ShownTool[]; readonly tokens: number } {
  const options = {
    level: input.level ?? DISCOVER_DEFAULTS.level,
    withCategory: input.category === undefined,
    withMutation: input.includeMutation === true,
  };
  const isFirstPage = Boolean(input.search?.trim()) && !input.offset;
  const commands: ShownTool[] = [];
  let tokens = 0;
  for (const tool of tools) {
    const isBest = isFirstPage && commands.length === 0;
    // The best match has its parameters, so that a model can call it without another question.
    const level = isBest && options.level === 'summary' ? 'signature' : options.level;
    const match = matches?.get(tool);
    const shown = {
      ...showTool(scope.catalog, tool, {
        ...options,
        level,
        ...(level === 'signature' && { inferred: inferredOutput(scope, tool) }),
      }),
      ...(match && { score: roundedScore(match.score), ...alsoOn(scope.catalog, match.copies) }),
      ...(isBest && nextHint(scope, tool)),
    };
    if (budget !== undefined) {
      const cost = estimateTokens(JSON.stringify(shown)) + 1;
      if (commands.length > 0 && tokens + cost > budget) break;
      tokens += cost;
    }
    commands.push(shown);
  }
  return { commands, tokens };
}
