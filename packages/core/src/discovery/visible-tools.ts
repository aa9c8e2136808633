import type { CatalogEntry } from '../catalog/catalog.ts';
import type { CatalogReader } from '../catalog/catalog-reader.ts';
import { inContext } from '../catalog/contexts.ts';
import type { Tool } from '../catalog/tool.ts';
import type { Words } from '../result/words.ts';
import type { Learning } from './learning.ts';

/** What a caller can see: its part of the catalog, and the active context. */
export interface DiscoveryScope {
  readonly catalog: CatalogReader;
  /** Whether contexts are configured. Without any, the contexts of a tool are ignored. */
  readonly contextual: boolean;
  readonly activeContext?: string | undefined;
  /** Usage statistics. Without them, answers have no `next`. */
  readonly learning?: Learning | undefined;
  readonly words?: Words | undefined;
  /** Who asks. Absent: the user who started this process. */
  readonly principal?: string | undefined;
}

export interface VisibleTools {
  /** Ordered like the entries of the catalog. */
  readonly tools: readonly Tool[];
  readonly byCategory: ReadonlyMap<string, readonly Tool[]>;
  /** Further tools, of contexts that are not active. */
  readonly elsewhere: readonly Tool[];
}

const cache = new WeakMap<CatalogReader, { version: number; byContext: Map<string, VisibleTools> }>();

/** Whether a tool is enabled, exposed and not for pages of apps alone. The caller's scope and context are checked elsewhere. */
export function isCallable({ tool, source }: CatalogEntry): boolean {
  return isServed({ tool, source }) && tool.app !== 'page-only';
}

/** Callable tools and those that only pages of apps call, in catalog order: what a client that lists everything gets. */
export function servedTools(catalog: CatalogReader): readonly Tool[] {
  return catalog
    .entries()
    .filter(isServed)
    .map(({ tool }) => tool);
}

function isServed({ tool, source }: CatalogEntry): boolean {
  return tool.enabled && source.exposes(tool);
}

/** Every callable tool, whatever its context, in catalog order. */
export function callableTools(catalog: CatalogReader): readonly Tool[] {
  return visibleTools({ catalog, contextual: false }).tools;
}

/**
 * The tools that discovery may show: exposed, in the active context, and enabled unless `includeDisabled`. Cached per
 * version of the catalog: checking 10,000 tools again would be most of the cost of a discovery.
 */
export function visibleTools(scope: DiscoveryScope, includeDisabled = false): VisibleTools {
  const { catalog, contextual, activeContext } = scope;
  let cached = cache.get(catalog);
  if (cached?.version !== catalog.version) {
    cached = { version: catalog.version, byContext: new Map() };
    cache.set(catalog, cached);
  }
  const key = JSON.stringify([includeDisabled, contextual, contextual ? activeContext : undefined]);
  const visible = cached.byContext.get(key) ?? gather(scope, includeDisabled);
  cached.byContext.set(key, visible);
  return visible;
}

function gather({ catalog, contextual, activeContext }: DiscoveryScope, includeDisabled: boolean): VisibleTools {
  const tools: Tool[] = [];
  const byCategory = new Map<string, Tool[]>();
  const elsewhere: Tool[] = [];
  for (const { tool, source } of catalog.entries()) {
    if (!source.exposes(tool) || !(tool.enabled || includeDisabled) || tool.app === 'page-only') continue;
    if (contextual && !inContext(tool, activeContext)) {
      elsewhere.push(tool);
      continue;
    }
    tools.push(tool);
    const members = byCategory.get(tool.category);
    if (members) members.push(tool);
    else byCategory.set(tool.category, [tool]);
  }
  return { tools, byCategory, elsewhere };
}
