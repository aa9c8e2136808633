import type { CatalogReader } from '@foldout/core';

/** Computes something from a catalog, or a part of one, when first asked for and again only after a change. */
export function perCatalog<T>(compute: (catalog: CatalogReader) => T): (viewer: { catalog: CatalogReader }) => T {
  const kept = new WeakMap<CatalogReader, { version: number; value: T }>();
  return ({ catalog }) => {
    const known = kept.get(catalog);
    if (known?.version === catalog.version) return known.value;
    const value = compute(catalog);
    kept.set(catalog, { version: catalog.version, value });
    return value;
  };
}
