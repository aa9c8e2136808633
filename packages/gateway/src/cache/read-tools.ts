import { type Tool, toolFromDefinition } from '@foldout/core';
import { allSteps, lazyTool, type ToolPlacement } from '@foldout/core/internal';
import picomatch from 'picomatch';
import type { ServerConfig } from '../config/config-schema.ts';
import { StoredDefinition, sentDefinition } from './stored-tools.ts';

export interface ReadTools {
  readonly tools: ReadonlyMap<string, Tool>;
  /** Number of definitions without a usable name. */
  readonly dropped: number;
}

type Withheld = (tool: Tool, sent: () => unknown) => string | undefined;

/** Builds the tools of a server from its definitions, parsed or stored, and applies the configuration to them. */
export function readTools(
  server: string,
  definitions: readonly unknown[],
  config: ServerConfig,
  withheld: Withheld,
): ReadTools {
  return allSteps(readToolsInSteps(server, definitions, config, withheld));
}

/** The same with a step for each definition. */
export function* readToolsInSteps(
  server: string,
  definitions: readonly unknown[],
  config: ServerConfig,
  withheld: Withheld,
): Generator<void, ReadTools> {
  const rules = rulesOf(config);
  const tools = new Map<string, Tool>();
  let dropped = 0;
  for (const definition of definitions) {
    yield;
    const placement = rules.placementOf(nameIn(definition));
    const tool = buildTool(server, definition, placement);
    if (!tool) dropped += 1;
    else if (rules.includes(tool.name) && !tools.has(tool.name)) {
      const usable = withheld(tool, () => sentDefinition(definition)) === undefined;
      const shown = usable ? tool : buildTool(server, definition, { ...placement, enabled: false });
      tools.set(tool.name, shown ?? tool);
    }
  }
  return { tools, dropped };
}

function buildTool(server: string, definition: unknown, placement: ToolPlacement): Tool | undefined {
  return definition instanceof StoredDefinition
    ? lazyTool(server, definition, placement)
    : toolFromDefinition(server, definition, placement);
}

/** The settings of a server that concern its tools. Patterns match the tool's name. */
function rulesOf(config: ServerConfig) {
  const { include, exclude, category, tags, alwaysAvailable, core } = config;
  const included = include ? picomatch([...include]) : () => true;
  const excluded = exclude ? picomatch([...exclude]) : () => false;
  const isAlwaysAvailable = matcherOf(alwaysAvailable);
  const isCore = matcherOf(core);
  return {
    includes: (name: string): boolean => included(name) && !excluded(name),
    placementOf: (name: string): Partial<Pick<Tool, 'category' | 'tags' | 'alwaysAvailable' | 'core'>> => ({
      ...(category && { category }),
      ...(tags && { tags }),
      ...(isAlwaysAvailable(name) && { alwaysAvailable: true }),
      ...(isCore(name) && { core: true }),
    }),
  };
}

function nameIn(definition: unknown): string {
  const { name } = (definition ?? {}) as { name?: unknown };
  return typeof name === 'string' ? name : '';
}

/** A setting is true for all tools, or a list of patterns. */
function matcherOf(setting: boolean | readonly string[] | undefined): (name: string) => boolean {
  if (setting === undefined || typeof setting === 'boolean') return () => setting === true;
  return picomatch([...setting]);
}
