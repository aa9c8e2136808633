import { type Tool, toolFromDefinition } from '@foldout/core';
import {
  allSteps,
  lazyTool,
  overlayOf,
  overlayTool,
  type ToolOverlay,
  type ToolPlacement,
} from '@foldout/core/internal';
import picomatch from 'picomatch';
import type { ServerConfig } from '../config/config-schema.ts';
import type { ServerOverlays } from '../config/overlays.ts';
import { StoredDefinition, sentDefinition } from './stored-tools.ts';

export interface ReadTools {
  readonly tools: ReadonlyMap<string, Tool>;
  /** Number of definitions without a usable name. */
  readonly dropped: number;
  /** Parts of the overlays that have no effect, or need another look: the address of the tool, then a sentence. */
  readonly problems: readonly string[];
}

type Withheld = (tool: Tool, sent: () => unknown) => string | undefined;

/** How the configuration changes the tools of a server. */
export interface ToolSettings {
  readonly config: ServerConfig;
  readonly overlays?: ServerOverlays | undefined;
}

/** Builds the tools of a server from its definitions, parsed or stored, and applies the configuration to them. */
export function readTools(
  server: string,
  definitions: readonly unknown[],
  settings: ToolSettings,
  withheld: Withheld,
): ReadTools {
  return allSteps(readToolsInSteps(server, definitions, settings, withheld));
}

/** The same with a step for each definition. */
export function* readToolsInSteps(
  server: string,
  definitions: readonly unknown[],
  { config, overlays }: ToolSettings,
  withheld: Withheld,
): Generator<void, ReadTools> {
  const rules = rulesOf(config, overlays?.server);
  const names = overlays && new Set(definitions.map(nameIn));
  const newNames = names && overlays ? newNamesIn(overlays, names) : undefined;
  const tools = new Map<string, Tool>();
  const problems: string[] = [];
  const seen = new Set<string>();
  let dropped = 0;
  for (const definition of definitions) {
    yield;
    const placement = rules.placementOf(nameIn(definition));
    const tool = buildTool(server, definition, placement);
    if (!tool) {
      dropped += 1;
      continue;
    }
    if (!rules.includes(tool.name) || seen.has(tool.name)) continue;
    seen.add(tool.name);
    const owner = newNames?.get(tool.name);
    if (owner !== undefined && owner !== tool.name) {
      problems.push(`${tool.id}: it is left out, because the overlay of ${server}/${owner} gives that tool this name`);
      continue;
    }
    const usable = withheld(tool, () => sentDefinition(definition)) === undefined;
    const shown = usable ? tool : (buildTool(server, definition, { ...placement, enabled: false }) ?? tool);
    const changed = overlays ? withOverlay(shown, overlays) : shown;
    for (const problem of overlayOf(changed)?.problems ?? []) problems.push(`overlay of ${tool.id}: ${problem}`);
    tools.set(changed.name, changed);
  }
  for (const name of overlays?.tools.keys() ?? []) {
    if (definitions.length > 0 && !names?.has(name))
      problems.push(`overlay of ${server}/${name}: the server has no such tool`);
  }
  return { tools, dropped, problems };
}

/** New name → the server's own name of the tool, for the tools that the server has. */
function newNamesIn({ tools }: ServerOverlays, names: ReadonlySet<string>): ReadonlyMap<string, string> {
  return new Map(
    [...tools].flatMap(([name, overlay]) => (overlay.name && names.has(name) ? [[overlay.name, name] as const] : [])),
  );
}

function withOverlay(tool: Tool, { server, tools }: ServerOverlays): Tool {
  const own = tools.get(tool.name);
  // Category, tags and the like of the whole server are part of the placement, which does not parse a lazy tool.
  const risk = own?.risk ?? server?.risk;
  const overlay: ToolOverlay | undefined = own || risk ? { ...own, ...(risk && { risk }) } : undefined;
  return overlay ? overlayTool(tool, overlay) : tool;
}

function buildTool(server: string, definition: unknown, placement: ToolPlacement): Tool | undefined {
  return definition instanceof StoredDefinition
    ? lazyTool(server, definition, placement)
    : toolFromDefinition(server, definition, placement);
}

/** The settings of a server that concern its tools. Patterns match the tool's name. */
function rulesOf(config: ServerConfig, overlay: ToolOverlay | undefined) {
  const { include, exclude, alwaysAvailable, core } = config;
  const category = overlay?.category ?? config.category;
  const tags = config.tags || overlay?.tags ? [...(config.tags ?? []), ...(overlay?.tags ?? [])] : undefined;
  const included = include ? picomatch([...include]) : () => true;
  const excluded = exclude ? picomatch([...exclude]) : () => false;
  const isAlwaysAvailable = matcherOf(overlay?.alwaysAvailable ?? alwaysAvailable);
  const isCore = matcherOf(core);
  return {
    includes: (name: string): boolean => included(name) && !excluded(name),
    placementOf: (name: string): Partial<Pick<Tool, 'category' | 'tags' | 'alwaysAvailable' | 'core' | 'enabled'>> => ({
      ...(category && { category }),
      ...(tags && { tags }),
      ...(isAlwaysAvailable(name) && { alwaysAvailable: true }),
      ...(isCore(name) && { core: true }),
      ...(overlay?.hidden && { enabled: false }),
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
