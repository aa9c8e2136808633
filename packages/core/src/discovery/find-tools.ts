import { z } from 'zod';
import { RISKS, type Tool } from '../catalog/tool.ts';
import { estimateTokens } from '../levels/tokens.ts';
import type { CategoryHint, SearchAnswer, SearchHit } from '../search/search-types.ts';
import { inferredOutput, learnedLifts, nextHint } from './learning.ts';
import { RANKED_MATCHES, rankedSearch, SEARCH_DEFAULTS, type ToolIndex } from './ranked-search.ts';
import { alsoOn, LEVELS, type Level, type ShownTool, showTool } from './show-tool.ts';
import type { ToolFilters } from './tool-filters.ts';
import { type DiscoveryScope, visibleTools } from './visible-tools.ts';

export const FIND_DEFAULTS = { limit: SEARCH_DEFAULTS.limit, maxTokens: 400, level: 'summary' } as const;
const MAX_LIMIT = 50;

export const findInput = z.object({
  query: z.string(),
  risk: z.enum(RISKS).optional(),
  limit: z.int().min(1).max(MAX_LIMIT).optional(),
  level: z.enum(LEVELS).optional(),
  minScore: z.number().min(0).max(1).optional(),
  maxTokens: z.int().min(1).optional(),
});

export interface FindOptions {
  readonly limit?: number | undefined;
  /** Skip this many matches. With an offset, 0 included, `found` counts the matches of all pages. */
  readonly offset?: number | undefined;
  readonly level?: Level | undefined;
  readonly minScore?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly filters?: ToolFilters | undefined;
  /** Keeps only tools for which it returns true; for conditions that `filters` cannot express. */
  readonly filter?: ((tool: Tool) => boolean) | undefined;
  readonly withMutation?: boolean | undefined;
  /** Also disabled tools. */
  readonly includeDisabled?: boolean | undefined;
  /** Explain the score of every hit. */
  readonly explain?: boolean | undefined;
  /** Emit no search event. */
  readonly quiet?: boolean | undefined;
}

export interface FindInput extends FindOptions {
  readonly query: string;
}

export interface FoundTools {
  readonly tools: readonly ShownTool[];
  /** The hits behind `tools`, in the same order. */
  readonly hits: readonly SearchHit[];
  /** Number of hits before the token budget cut the list; with `offset`, over all pages. */
  readonly found: number;
  /** The score of the best hit, also where `tools` is a later page. */
  readonly bestScore: number;
  /** False: no tool matches well, and `tools` are the nearest ones. */
  readonly confident: boolean;
  /** True: `confident`, and the best hit is still more likely wrong than right. */
  readonly doubtful: boolean;
  /** Categories to browse, where no tool matches well. */
  readonly menu: readonly CategoryHint[];
  /** Estimated tokens of `tools`. */
  readonly tokens: number;
}

/**
 * Finds tools from a plain sentence and shows them within a token budget: the best with its signature, the others in
 * one line each.
 */
export async function findTools(index: ToolIndex, scope: DiscoveryScope, input: FindInput): Promise<FoundTools> {
  const visible = new Set(visibleTools(scope, input.includeDisabled === true).tools);
  const { query, limit = FIND_DEFAULTS.limit, offset, minScore, filters, explain } = input;
  const exists = (tool: Tool): boolean => visible.has(tool) && (input.filter?.(tool) ?? true);
  const searched = offset === undefined ? limit : RANKED_MATCHES;
  const learned = learnedLifts(scope, query);
  const answer = await rankedSearch(index, { query, limit: searched, minScore, filters, explain, exists, learned });
  const matches = offset === undefined ? answer.hits : matchesOf(answer);
  const page = matches.slice(offset ?? 0, (offset ?? 0) + limit);
  return {
    ...fit(scope, page, input, answer.confident && !offset),
    found: matches.length,
    bestScore: matches[0]?.score ?? 0,
    confident: answer.confident,
    doubtful: answer.doubtful === true,
    menu: answer.menu,
  };
}

/** The hits that count as matches, the same for every page. */
function matchesOf({ hits, confident }: SearchAnswer): readonly SearchHit[] {
  if (!confident) return hits;
  return hits.filter(({ tier, score }) => tier === 'exact' || roundedScore(score) > 0);
}

function fit(scope: DiscoveryScope, hits: readonly SearchHit[], input: FindInput, withBest: boolean) {
  const budget = input.maxTokens ?? FIND_DEFAULTS.maxTokens;
  const tools: ShownTool[] = [];
  let tokens = 0;
  for (const hit of hits) {
    const best = tools.length === 0 && withBest;
    const shown = { ...showHit(scope, hit, input, best), ...(best && nextHint(scope, hit.tool)) };
    const cost = estimateTokens(JSON.stringify(shown)) + 1;
    // The first hit is shown whatever the budget: an empty answer would be useless.
    if (tools.length > 0 && tokens + cost > budget) break;
    tools.push(shown);
    tokens += cost;
  }
  return { tools, hits: hits.slice(0, tools.length), tokens };
}

function showHit(
  scope: DiscoveryScope,
  { tool, score, copies }: SearchHit,
  input: FindInput,
  best: boolean,
): ShownTool {
  const asked = input.level ?? FIND_DEFAULTS.level;
  const level = best && asked === 'summary' ? 'signature' : asked;
  const inferred = level === 'signature' ? inferredOutput(scope, tool) : undefined;
  const shown = showTool(scope.catalog, tool, { level, withMutation: input.withMutation === true, inferred });
  return { ...shown, score: roundedScore(score), ...alsoOn(scope.catalog, copies) };
}

/** From this score on, an answer does not ask to check its best hit. */
const SURE = 0.8;

/** How well the best hit of a search fits, as the first sentence of its answer; without a period. */
export function fitSentence({ confident, doubtful, bestScore }: Omit<FoundTools, 'tools' | 'hits'>): string {
  if (!confident) return 'Nothing fits well; these are the nearest';
  if (doubtful) return 'Perhaps nothing fits: check the first one before you call it';
  return bestScore < SURE
    ? 'Best matches by relevance: check that the first one does what you want'
    : 'Best matches by relevance';
}

/** Rounds a score to the two decimals that answers show. */
export function roundedScore(score: number): number {
  return Math.round(score * 100) / 100;
}
