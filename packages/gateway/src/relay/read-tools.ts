import { type Tool, toolFromDefinition } from '@foldout/core';
import picomatch from 'picomatch';
import type { ServerConfig } from '../config/config-schema.ts';

export interface ReadTools {
  readonly tools: ReadonlyMap<string, Tool>;
  /** How many definitions have no name that can be used. */
  readonly dropped: number;
}

/** The tools among a server's definitions, as its configuration wants them seen. */
export function readTools(
  server: string,
  definitions: readonly unknown[],
  config: ServerConfig,
  withheld: (tool: Tool) => string | undefined,
): ReadTools {
  const shape = shapeOf(config);
  const tools = new Map<string, Tool>();
  let dropped = 0;
  for (const definition of definitions) {
    const name = nameIn(definition);
    const placement = shape.placementOf(name);
    // Made without looking at what it holds: a tool that was read before is looked at when somebody wants it.
    const tool = toolFromDefinition(server, definition, placement);
    if (!tool) dropped += 1;
    else if (shape.includes(tool.name) && !tools.has(tool.name)) {
      const usable = withheld(tool) === undefined;
      const shown = usable ? tool : toolFromDefinition(server, definition, { ...placement, enabled: false });
      tools.set(tool.name, shown ?? tool);
    }
  }
  return { tools, dropped };
}

/** What a configuration says about the tools of its server. Names match as `name` and as `server/name` would. */
function shapeOf(config: ServerConfig) {
  const { include, exclude, category, tags, alwaysAvailable, core } = config;
  const included = include ? picomatch([...include]) : () => true;
  const excluded = exclude ? picomatch([...exclude]) : () => false;
  const always = markOf(alwaysAvailable);
  const isCore = markOf(core);
  return {
    includes: (name: string): boolean => included(name) && !excluded(name),
    placementOf: (name: string): Partial<Pick<Tool, 'category' | 'tags' | 'alwaysAvailable' | 'core'>> => ({
      ...(category && { category }),
      ...(tags && { tags }),
      ...(always(name) && { alwaysAvailable: true }),
      ...(isCore(name) && { core: true }),
    }),
  };
}

function nameIn(definition: unknown): string {
  const { name } = (definition ?? {}) as { name?: unknown };
  return typeof name === 'string' ? name : '';
}

function markOf(marked: boolean | readonly string[] | undefined): (name: string) => boolean {
  if (marked === undefined || typeof marked === 'boolean') return () => marked === true;
  return picomatch([...marked]);
}
