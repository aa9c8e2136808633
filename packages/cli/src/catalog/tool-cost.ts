import { type CatalogReader, estimateTokens, type Level, type Tool } from '@foldout/core';
import { LEVELS, showTool } from '@foldout/core/internal';
import { definitionTokens } from '@foldout/gateway/internal/catalog';

/** Estimated tokens of what a client puts of listed tools before its model. */
export function tokensOf(definitions: Iterable<unknown>): number {
  let tokens = 0;
  for (const definition of definitions) tokens += definitionTokens(definition);
  return tokens;
}

/** Estimated tokens of a tool at every level. */
export function levelTokens(catalog: CatalogReader, tool: Tool): Readonly<Record<Level, number>> {
  const costs = LEVELS.map((level) => [level, estimateTokens(JSON.stringify(showTool(catalog, tool, { level })))]);
  return Object.fromEntries(costs) as Record<Level, number>;
}
