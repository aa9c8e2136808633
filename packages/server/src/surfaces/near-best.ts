import { estimateTokens, type FoundTools, type SearchHit, type Tool } from '@foldout/core';
import type { ListedTool } from './surface.ts';

/** What one search of `dynamic` adds to a session's tool list. */
export interface DynamicOptions {
  /** Tokens of the tools, as they are listed, that one search may add. The best match is added even if it is larger. */
  readonly tokens?: number;
}

export const DYNAMIC_DEFAULTS = { tokens: 1_500 } as const satisfies Required<DynamicOptions>;

/** At most this many tools, even if more fit into the token budget. */
const MAX_TOOLS = 20;
/**
 * The score of a tool near the best hit, as a share of the best score. Measured on six sets of requests: this share keeps
 * about nine of ten right tools that twenty hits contain, in four to nine tools.
 */
const NEAR = 0.03;

/** The estimate of a tool's tokens can be 9% too low; the budget is a bound. */
const ESTIMATE_MARGIN = 1.09;

/** Names by which a query can mean exactly one tool. */
type NamesOf = (tool: Tool) => readonly string[];

/** The hits that a search should enable: those near the best one, or only the tool that the query names. */
export function nearBest({ hits, confident }: FoundTools, query: string, namesOf: NamesOf): readonly Tool[] {
  const wanted = query.trim().toLowerCase();
  const named = hits.filter(({ tool }) => namesOf(tool).some((name) => name.toLowerCase() === wanted));
  const near = named.length > 0 ? named : confident ? nearHits(hits) : [];
  return near.slice(0, MAX_TOOLS).map(({ tool }) => tool);
}

function nearHits(hits: readonly SearchHit[]): readonly SearchHit[] {
  const least = (hits[0]?.score ?? 0) * NEAR;
  return hits.filter(({ score }) => score >= least);
}

/** Takes the tools that fit into a token budget, the first one always. A tool that is too large does not end the list. */
export class TokenBudget {
  readonly #tokens: number;
  readonly #listed: (tool: Tool) => ListedTool;
  readonly #costs = new WeakMap<Tool, number>();

  constructor(tokens: number, listed: (tool: Tool) => ListedTool) {
    this.#tokens = tokens;
    this.#listed = listed;
  }

  take(tools: Iterable<Tool>): Tool[] {
    const taken = new Set<Tool>();
    let left = this.#tokens;
    for (const tool of tools) {
      const cost = this.#costOf(tool);
      if (taken.has(tool) || (taken.size > 0 && cost > left)) continue;
      taken.add(tool);
      left -= cost;
    }
    return [...taken];
  }

  #costOf(tool: Tool): number {
    const cost = this.#costs.get(tool) ?? estimateTokens(JSON.stringify(this.#listed(tool))) * ESTIMATE_MARGIN;
    this.#costs.set(tool, cost);
    return cost;
  }
}
