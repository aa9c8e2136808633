import type { Tool } from '@foldout/core';
import type { SurfaceSettings } from './surface.ts';

/** A tool is core where its author marked it, or the server's options name it. */
export function isCore({ coreTools }: Pick<SurfaceSettings, 'coreTools'>): (tool: Tool) => boolean {
  const named = new Set(coreTools);
  return (tool) => tool.core === true || named.has(tool.name) || named.has(tool.id);
}

/** The same for tools that stay listed where the rest has to be searched for. */
export function isAlways({ alwaysAvailable }: Pick<SurfaceSettings, 'alwaysAvailable'>): (tool: Tool) => boolean {
  const named = new Set(alwaysAvailable);
  return (tool) => tool.alwaysAvailable === true || named.has(tool.name) || named.has(tool.id);
}
