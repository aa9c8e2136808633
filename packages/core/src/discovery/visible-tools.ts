import type { CatalogReader } from '../catalog/catalog-reader.ts';
import { inContext } from '../catalog/contexts.ts';
import type { Tool } from '../catalog/tool.ts';
import type { Learning } from './learning.ts';

/** What a caller is looking at: its part of the catalog, and the context it is in. */
export interface DiscoveryScope {
  readonly catalog: CatalogReader;
  /** Whether contexts are configured: without any, a tool's own are ignored. */
  readonly contextual: boolean;
  readonly activeContext?: string | undefined;
  /** What use has taught; without it, answers say nothing of what comes next. */
  readonly learning?: Learning | undefined;
}

export interface VisibleTools {
  /** In the order of the catalog. */
  readonly tools: readonly Tool[];
  readonly byCategory: ReadonlyMap<string, readonly Tool[]>;
  /** How many more there are in contexts that are not active. */
  readonly elsewhere: number;
}

const known = new WeakMap<CatalogReader, { version: number; byContext: Map<string, VisibleTools> }>();

/**
 * What discovery may show: exposed, enabled unless asked otherwise, and in the active context. Gathered
 * once for each state of the catalog: asking 10,000 tools again is most of what a discovery would cost.
 */
export function visibleTools(scope: DiscoveryScope, includeDisabled = false): VisibleTools {
  const { catalog, contextual, activeContext } = scope;
  let kept = known.get(catalog);
  if (kept?.version !== catalog.version) {
    kept = { version: catalog.version, byContext: new Map() };
    known.set(catalog, kept);
  }
  const key = JSON.stringify([includeDisabled, contextual, contextual ? activeContext : undefined]);
  const visible = kept.byContext.get(key) ?? gather(scope, includeDisabled);
  kept.byContext.set(key, visible);
  return visible;
}

function gather({ catalog, contextual, activeContext }: DiscoveryScope, includeDisabled: boolean): VisibleTools {
  const tools: Tool[] = [];
  const byCategory = new Map<string, Tool[]>();
  let elsewhere = 0;
  for (const { tool, source } of catalog.entries()) {
    if (!source.exposes(tool) || !(tool.enabled || includeDisabled)) continue;
    if (contextual && !inContext(tool, activeContext)) {
      elsewhere += 1;
      continue;
    }
    tools.push(tool);
    const members = byCategory.get(tool.category);
    if (members) members.push(tool);
    else byCategory.set(tool.category, [tool]);
  }
  return { tools, byCategory, elsewhere };
}
