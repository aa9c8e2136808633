import type { CatalogReader, Tool, ToolScope } from '@foldout/core';
import { callableTools } from './callable-tools.ts';
import type { ListedTool } from './surface.ts';

/** The pinned tools by themselves, before what the surface lists anyway. */
export function withPinned(
  listed: readonly ListedTool[],
  pinned: ToolScope,
  catalog: CatalogReader,
  show: (tool: Tool) => ListedTool,
): readonly ListedTool[] {
  const there = new Set(listed.map((tool) => tool.name));
  const added = callableTools(catalog)
    .filter((tool) => pinned.allows(tool))
    .map(show)
    .filter((tool) => !there.has(tool.name));
  return [...added, ...listed];
}
