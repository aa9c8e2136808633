import type { Engine, Tool } from '@foldout/core';

/** Every tool that a client may call, in the order of the catalog. */
export function callableTools({ catalog }: Engine): Tool[] {
  return catalog
    .entries()
    .filter(({ tool, source }) => tool.enabled && source.exposes(tool))
    .map(({ tool }) => tool);
}
