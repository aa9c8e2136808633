import type { Catalog } from '../catalog/catalog.ts';
import { inContext } from '../catalog/contexts.ts';
import type { Tool } from '../catalog/tool.ts';

export interface ListingScope {
  readonly catalog: Catalog;
  readonly contextual: boolean;
  readonly activeContext?: string | undefined;
}

/** What discovery may show, in the order of the catalog. */
export interface Listing {
  readonly tools: readonly Tool[];
  readonly byCategory: ReadonlyMap<string, readonly Tool[]>;
  /** How many belong to other contexts. */
  readonly elsewhere: number;
}

const known = new WeakMap<Catalog, { version: number; listings: Map<string, Listing> }>();

/**
 * Exposed, enabled unless asked otherwise, and in the active context. Gathered once for each state of
 * the catalog: asking 10,000 tools again on every call is most of what a discovery would cost.
 */
export function listingOf(scope: ListingScope, includeDisabled: boolean): Listing {
  const { catalog, contextual, activeContext } = scope;
  let kept = known.get(catalog);
  if (kept?.version !== catalog.version) {
    kept = { version: catalog.version, listings: new Map() };
    known.set(catalog, kept);
  }
  const key = JSON.stringify([includeDisabled, contextual, contextual && activeContext]);
  const listing = kept.listings.get(key) ?? gather(scope, includeDisabled);
  kept.listings.set(key, listing);
  return listing;
}

function gather({ catalog, contextual, activeContext }: ListingScope, includeDisabled: boolean): Listing {
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
