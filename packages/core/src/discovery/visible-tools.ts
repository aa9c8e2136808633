import type { CatalogReader } from '../catalog/catalog-reader.ts';
import { inContext } from '../catalog/contexts.ts';
import type { Tool } from '../catalog/tool.ts';

/** What a caller is looking at: its part of the catalog, and the context it is in. */
export interface DiscoveryScope {
  readonly catalog: CatalogReader;
  /** Whether contexts are configured: without any, a tool's own are ignored. */
  readonly contextual: boolean;
  readonly activeContext?: string | undefined;
}

export interface VisibleTools {
  readonly tools: readonly Tool[];
  /** How many more there are in contexts that are not active. */
  readonly elsewhere: number;
}

/** What discovery may show: exposed, enabled unless asked otherwise, and in the active context. */
export function visibleTools(scope: DiscoveryScope, includeDisabled = false): VisibleTools {
  const tools: Tool[] = [];
  let elsewhere = 0;
  for (const { tool, source } of scope.catalog.entries()) {
    if (!source.exposes(tool) || !(tool.enabled || includeDisabled)) continue;
    if (scope.contextual && !inContext(tool, scope.activeContext)) elsewhere += 1;
    else tools.push(tool);
  }
  return { tools, elsewhere };
}
