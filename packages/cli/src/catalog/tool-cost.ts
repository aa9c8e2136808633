import { type CatalogReader, estimateTokens, LEVELS, type Level, showTool, type Tool } from '@foldout/core';

/** What a definition costs a client that loads it whole, as its server sends it. */
export function definitionTokens(definition: unknown): number {
  return estimateTokens(JSON.stringify(definition) ?? '');
}

/** What a tool costs at every level. */
export function levelTokens(catalog: CatalogReader, tool: Tool): Readonly<Record<Level, number>> {
  const costs = LEVELS.map((level) => [level, estimateTokens(JSON.stringify(showTool(catalog, tool, { level })))]);
  return Object.fromEntries(costs) as Record<Level, number>;
}
