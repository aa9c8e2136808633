import type { CatalogReader } from '../catalog/catalog-reader.ts';
import { visibleTools } from './visible-tools.ts';

export interface ToolCount {
  /** Tools that callers can find and call. */
  readonly tools: number;
  /** Further tools that are disabled, for example until the operator approves them. */
  readonly withheld: number;
}

export interface ToolCounts extends ToolCount {
  of(server: string): ToolCount;
}

const NONE: ToolCount = { tools: 0, withheld: 0 };
/** Cached by catalog, because the dashboard asks twice a second. */
const cache = new WeakMap<CatalogReader, { readonly version: number; readonly counts: ToolCounts }>();

/**
 * The tools of each server, and of all servers together. Every number of tools that a person sees comes from here, so
 * that `serve`, `list`, `doctor` and the dashboard agree. `catalog` has to be the part that the configured scope allows.
 */
export function countTools(catalog: CatalogReader): ToolCounts {
  const cached = cache.get(catalog);
  if (cached?.version === catalog.version) return cached.counts;
  const counts = count(catalog);
  cache.set(catalog, { version: catalog.version, counts });
  return counts;
}

function count(catalog: CatalogReader): ToolCounts {
  const byServer = new Map<string, ToolCount>();
  const all = { tools: 0, withheld: 0 };
  for (const { server, enabled } of visibleTools({ catalog, contextual: false }, true).tools) {
    const { tools, withheld } = byServer.get(server) ?? NONE;
    byServer.set(server, enabled ? { tools: tools + 1, withheld } : { tools, withheld: withheld + 1 });
    all[enabled ? 'tools' : 'withheld'] += 1;
  }
  return { ...all, of: (server) => byServer.get(server) ?? NONE };
}
