import type { CatalogReader, ToolScope } from '../catalog/catalog-reader.ts';
import type { Tool } from '../catalog/tool.ts';
import type { DiscoverInput } from './discover.ts';

/** Narrows a scope to saved functions, or to everything but them. Without a kind, both are found. */
export function ofKind(
  kind: DiscoverInput['kind'],
  scope: ToolScope | undefined,
  catalog: CatalogReader,
): ToolScope | undefined {
  if (kind === undefined) return scope;
  const wanted = kind === 'function';
  const isFunction = ({ id }: Tool): boolean => {
    const lookup = catalog.lookup(id);
    return lookup.found && lookup.entry.source.kind === 'function';
  };
  return {
    allows: (tool) => isFunction(tool) === wanted && scope?.allows(tool) !== false,
    allowsServer: (server, category) => !wanted && scope?.allowsServer?.(server, category) !== false,
  };
}
