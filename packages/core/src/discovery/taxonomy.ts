import type { CatalogReader } from '../catalog/catalog-reader.ts';

export interface Taxonomy {
  /** Category → number of tools, largest first. */
  readonly categories: ReadonlyMap<string, number>;
  readonly tags: ReadonlyMap<string, number>;
}

const known = new WeakMap<CatalogReader, { version: number; taxonomy: Taxonomy }>();

/** The categories and tags of everything that can be called. Counted once for each state of the catalog. */
export function taxonomyOf(catalog: CatalogReader): Taxonomy {
  const { outline } = catalog;
  if (outline) return { categories: largestFirst(outline.categories), tags: largestFirst(outline.tags) };
  const cached = known.get(catalog);
  if (cached?.version === catalog.version) return cached.taxonomy;
  const categories = new Map<string, number>();
  const tags = new Map<string, number>();
  for (const { tool, source } of catalog.entries()) {
    if (!tool.enabled || !source.exposes(tool)) continue;
    categories.set(tool.category, (categories.get(tool.category) ?? 0) + 1);
    for (const tag of tool.tags) tags.set(tag, (tags.get(tag) ?? 0) + 1);
  }
  const taxonomy = { categories: largestFirst(categories), tags: largestFirst(tags) };
  known.set(catalog, { version: catalog.version, taxonomy });
  return taxonomy;
}

/** The `limit` largest names, in alphabetical order. */
export function largestNames(counts: ReadonlyMap<string, number>, limit: number): string[] {
  return [...counts.keys()].slice(0, limit).sort();
}

function largestFirst(counts: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  return new Map([...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)));
}
