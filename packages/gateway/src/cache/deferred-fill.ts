import { namesAnything, type Taxonomy } from '@foldout/core/internal';
import type { GatewayConfig } from '../config/config-schema.ts';
import { configScope } from '../config/config-scope.ts';
import type { CatalogCache } from './catalog-cache.ts';

/** Filling a catalog of at most this many tools takes a few milliseconds: deferring it gains nothing. */
const DEFER_ABOVE = 200;
/** Surfaces whose instructions need only the tool counts. */
const COUNTED_SURFACES: ReadonlySet<string> = new Set(['auto', 'lazy', 'proxy']);

/**
 * The tool counts of a start that can answer `initialize` and the first `tools/list` before the catalog is filled.
 * Undefined if the answer needs the tools themselves (a scope, skills, always-available tools, another surface) or if the counts are not cached.
 */
export function countsToDeferWith(
  cache: CatalogCache,
  config: GatewayConfig,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Taxonomy | undefined {
  const isScoped = Object.values(configScope(config, env)).some(namesAnything);
  if (isScoped || config.skills || pinsTools(config) || !COUNTED_SURFACES.has(config.toolStrategy ?? 'auto'))
    return undefined;
  const counts = cache.toolCounts(config);
  const total = [...(counts?.categories.values() ?? [])].reduce((sum, count) => sum + count, 0);
  return total > DEFER_ABOVE ? counts : undefined;
}

/** The first `tools/list` contains the always-available tools, whatever the surface. */
function pinsTools({ mcpServers }: GatewayConfig): boolean {
  return Object.values(mcpServers).some(
    ({ alwaysAvailable }) => alwaysAvailable !== undefined && alwaysAvailable !== false,
  );
}
