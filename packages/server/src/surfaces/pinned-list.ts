import type { CatalogReader, Tool, ToolScope } from '@foldout/core';
import { callableTools } from '@foldout/core/internal';
import type { ListedTool } from './surface.ts';

/** Puts the pinned tools before the list of the surface. */
export function withPinned(
  listed: readonly ListedTool[],
  pinned: ToolScope,
  catalog: CatalogReader,
  show: (tool: Tool) => ListedTool,
): readonly ListedTool[] {
  const present = new Set(listed.map((tool) => tool.name));
  const added = callableTools(catalog)
    .filter((tool) => pinned.allows(tool))
    .map(show)
    .filter((tool) => !present.has(tool.name));
  return [...added, ...listed];
}
