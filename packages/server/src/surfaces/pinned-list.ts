import type { CatalogReader, ToolScope } from '@foldout/core';
import { callableTools } from './callable-tools.ts';
import type { ListedNames } from './listed-names.ts';
import { listedTool } from './listed-tool.ts';
import type { ListedTool } from './surface.ts';

/** The pinned tools by themselves, before what the surface lists anyway. */
export function withPinned(
  listed: readonly ListedTool[],
  pinned: ToolScope,
  catalog: CatalogReader,
  names: ListedNames,
): readonly ListedTool[] {
  const there = new Set(listed.map((tool) => tool.name));
  const added = callableTools(catalog)
    .filter((tool) => pinned.allows(tool))
    .map((tool) => listedTool(tool, names.nameOf(tool)))
    .filter((tool) => !there.has(tool.name));
  return [...added, ...listed];
}
