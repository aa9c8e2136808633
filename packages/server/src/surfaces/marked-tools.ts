import type { Tool } from '@foldout/core';
import type { SurfaceSettings } from './surface.ts';

/** Core tools: those with `core: true`, and those that the option `coreTools` names. */
export function isCore({ coreTools }: Pick<SurfaceSettings, 'coreTools'>): (tool: Tool) => boolean {
  const named = nameMatcher(coreTools);
  return (tool) => tool.core === true || named(tool);
}

/** Tools that every surface lists: those with `alwaysAvailable: true`, and those that the option names. */
export function isAlways({ alwaysAvailable }: Pick<SurfaceSettings, 'alwaysAvailable'>): (tool: Tool) => boolean {
  const named = nameMatcher(alwaysAvailable);
  return (tool) => tool.alwaysAvailable === true || named(tool);
}

/** Ignores case, like the names of a scope. */
function nameMatcher(names: readonly string[]): (tool: Tool) => boolean {
  const named = new Set(names.map((name) => name.toLowerCase()));
  if (named.size === 0) return () => false;
  return ({ name, id }) => named.has(name.toLowerCase()) || named.has(id.toLowerCase());
}
