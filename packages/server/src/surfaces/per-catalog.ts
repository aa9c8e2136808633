import type { CatalogReader } from '@foldout/core';

/** Caches a value that is computed from a catalog, until the version of the catalog changes. */
export function perCatalog<T>(compute: (catalog: CatalogReader) => T): (viewer: { catalog: CatalogReader }) => T {
  const cache = new WeakMap<CatalogReader, { version: number; value: T }>();
  return ({ catalog }) => {
    const cached = cache.get(catalog);
    if (cached?.version === catalog.version) return cached.value;
    const value = compute(catalog);
    cache.set(catalog, { version: catalog.version, value });
    return value;
  };
}
