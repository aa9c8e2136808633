import type { CatalogReader, Tool } from '@foldout/core';

/** Every tool that a client may call, in the order of the catalog. */
export function callableTools(catalog: CatalogReader): Tool[] {
  return catalog
    .entries()
    .filter(({ tool, source }) => tool.enabled && source.exposes(tool))
    .map(({ tool }) => tool);
}
