import { z } from 'zod';
import type { Tool } from '../catalog/tool.ts';
import { estimateTokens } from '../levels/tokens.ts';
import type { CategoryHint, SearchAnswer, SearchHit } from '../search/search-types.ts';
import { nextHint } from './learning.ts';
import { LEVELS, type Level, type ShownTool, showTool } from './show-tool.ts';
import { passes, type ToolFilters } from './tool-filters.ts';
import type { ToolSearch } from './tool-search.ts';
import { type DiscoveryScope, visibleTools } from './visible-tools.ts';

export const FIND_DEFAULTS = { limit: 10, maxTokens: 400, level: 'summary' } as const;
const MAX_LIMIT = 50;

export const findInput = z.object({
  query: z.string(),
  limit: z.int().min(1).max(MAX_LIMIT).optional(),
  level: z.enum(LEVELS).optional(),
  minScore: z.number().min(0).max(1).optional(),
  maxTokens: z.int().min(1).optional(),
});

export interface FindOptions {
  readonly limit?: number | undefined;
  readonly level?: Level | undefined;
  readonly minScore?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly filters?: ToolFilters | undefined;
  /** Only tools that pass, where `filters` cannot say it. */
  readonly filter?: ((tool: Tool) => boolean) | undefined;
  readonly withMutation?: boolean | undefined;
  /** Says of every hit where its score comes from. */
  readonly explain?: boolean | undefined;
  /** Not told to those who watch searches: it is part of one that was. */
  readonly quiet?: boolean | undefined;
}

export interface FindInput extends FindOptions {
  readonly query: string;
}

export interface FoundTools {
  readonly tools: readonly ShownTool[];
  /** The hits behind `tools`, in the same order. */
  readonly hits: readonly SearchHit[];
  /** How many were found before the budget cut the list. */
  readonly found: number;
  /** False: nothing really fits, and these are only the nearest. */
  readonly confident: boolean;
  /** Categories to look into, where nothing fits. */
  readonly menu: readonly CategoryHint[];
  /** What `tools` costs, estimated. */
  readonly tokens: number;
}

/** Finds tools from a plain sentence and shows them within a budget: the best in full, the others in a line. */
export async function findTools(search: ToolSearch, scope: DiscoveryScope, input: FindInput): Promise<FoundTools> {
  const visible = new Set(visibleTools(scope).tools);
  const isAskedFor = passes(input.filters ?? {});
  const answer = await search.search(input.query, {
    limit: input.limit ?? FIND_DEFAULTS.limit,
    minScore: input.minScore ?? 0,
    explain: input.explain === true,
    filter: (tool) => visible.has(tool) && isAskedFor(tool) && (input.filter?.(tool) ?? true),
  });
  return fit(scope, answer, input);
}

function fit(scope: DiscoveryScope, { hits, confident, menu }: SearchAnswer, input: FindInput): FoundTools {
  const budget = input.maxTokens ?? FIND_DEFAULTS.maxTokens;
  const tools: ShownTool[] = [];
  let tokens = 0;
  for (const hit of hits) {
    const best = tools.length === 0 && confident;
    const shown = { ...showHit(scope, hit, input, best), ...(best && nextHint(scope, hit.tool)) };
    const cost = estimateTokens(JSON.stringify(shown)) + 1;
    // The best hit is always shown: an answer that names nothing helps nobody.
    if (tools.length > 0 && tokens + cost > budget) break;
    tools.push(shown);
    tokens += cost;
  }
  return { tools, hits: hits.slice(0, tools.length), found: hits.length, confident, menu, tokens };
}

function showHit({ catalog }: DiscoveryScope, { tool, score }: SearchHit, input: FindInput, best: boolean): ShownTool {
  const asked = input.level ?? FIND_DEFAULTS.level;
  const level = best && asked === 'summary' ? 'signature' : asked;
  const shown = showTool(catalog, tool, { level, withMutation: input.withMutation === true });
  return { ...shown, score: Math.round(score * 100) / 100 };
}
