import type { Catalog } from '@foldout/core';

/** Computes something from the catalog when it is first asked for, and again only after a change. */
export function perCatalog<T>(catalog: Catalog, compute: () => T): () => T {
  let kept: { version: number; value: T } | undefined;
  return () => {
    if (kept?.version !== catalog.version) kept = { version: catalog.version, value: compute() };
    return kept.value;
  };
}
