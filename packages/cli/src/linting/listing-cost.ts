import { TOOL_STRATEGIES, type ToolStrategy } from '@foldout/server';
import { tokensOf } from '../catalog/tool-cost.ts';
import type { LintedServer } from './read-server.ts';

export interface ListingCost {
  /** `now` stands for the list that the server has. */
  readonly strategy: ToolStrategy | 'now';
  readonly tools: number;
  readonly tokens: number;
}

/** What the tool list of a server costs a model: as it is, and with every strategy. */
export function listingCosts({ listed, serverWith }: LintedServer): ListingCost[] {
  const now = { strategy: 'now' as const, tools: listed.length, tokens: tokensOf(listed) };
  return [
    now,
    ...TOOL_STRATEGIES.map((strategy) => {
      const tools = serverWith(strategy).listTools();
      return { strategy, tools: tools.length, tokens: tokensOf(tools) };
    }),
  ];
}
