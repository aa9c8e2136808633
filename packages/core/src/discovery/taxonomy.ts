import type { CatalogReader } from '../catalog/catalog-reader.ts';
import { serverInstructions, shortInstructions } from './server-instructions.ts';
import { callableTools } from './visible-tools.ts';

export interface Taxonomy {
  /** Category → number of tools, the largest first. */
  readonly categories: ReadonlyMap<string, number>;
  readonly tags: ReadonlyMap<string, number>;
  /** Server → the short form of its instructions. */
  readonly said?: ReadonlyMap<string, string>;
}

const cache = new WeakMap<CatalogReader, { version: number; taxonomy: Taxonomy }>();

/** The categories and tags of all callable tools. Counted once per version of the catalog. */
export function taxonomyOf(catalog: CatalogReader): Taxonomy {
  const cached = cache.get(catalog);
  if (cached?.version === catalog.version) return cached.taxonomy;
  const categories = new Map<string, number>();
  const tags = new Map<string, number>();
  for (const tool of callableTools(catalog)) {
    categories.set(tool.category, (categories.get(tool.category) ?? 0) + 1);
    for (const tag of tool.tags) tags.set(tag, (tags.get(tag) ?? 0) + 1);
  }
  const taxonomy = { categories: largestFirst(categories), tags: largestFirst(tags) };
  cache.set(catalog, { version: catalog.version, taxonomy });
  return taxonomy;
}

/** Sets the counts that `taxonomyOf` returns until the catalog changes. For a cache that knows them before the tools are loaded. */
export function presetTaxonomy(catalog: CatalogReader, { categories, tags, said }: Taxonomy): void {
  const taxonomy = { categories: largestFirst(categories), tags: largestFirst(tags), ...(said && { said }) };
  cache.set(catalog, { version: catalog.version, taxonomy });
}

/** Server → the short form of its instructions, also before the tools are loaded. A server may change them without its tools. */
export function saidByServers(catalog: CatalogReader): ReadonlyMap<string, string> {
  const cached = cache.get(catalog);
  const preset = cached?.version === catalog.version ? cached.taxonomy.said : undefined;
  return preset ?? new Map([...serverInstructions(catalog)].map(([server, text]) => [server, shortInstructions(text)]));
}

/** The `limit` largest names, in alphabetical order. */
export function largestNames(counts: ReadonlyMap<string, number>, limit: number): string[] {
  return [...counts.keys()].slice(0, limit).sort();
}

function largestFirst(counts: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  return new Map([...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)));
}
