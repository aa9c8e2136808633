import type { CatalogReader, ToolScope } from './catalog-reader.ts';
import { upstreamTool } from './overlay.ts';
import type { Tool } from './tool.ts';

/** A scope as names: categories or servers (`toolsets`), and single tools. A tool in either list is in the scope. */
export interface ScopeNames {
  readonly toolsets?: readonly string[] | undefined;
  readonly tools?: readonly string[] | undefined;
}

/** Limit on the names in one header or variable: a client controls the text. */
const MAX_NAMES = 500;

/** Parses a comma-separated list from a header or an environment variable: `orders, users`. */
export function namesIn(text: string | null | undefined): readonly string[] | undefined {
  if (text === null || text === undefined || text.trim() === '') return undefined;
  return text
    .split(',')
    .slice(0, MAX_NAMES)
    .map((name) => name.trim())
    .filter(Boolean);
}

/** The scope in the environment variables TOOLSETS and TOOLS. */
export function environmentScope(env: Readonly<Record<string, string | undefined>>): ScopeNames {
  return { toolsets: namesIn(env['TOOLSETS']), tools: namesIn(env['TOOLS']) };
}

/** Whether the names limit anything. */
export function namesAnything({ toolsets, tools }: ScopeNames): boolean {
  return toolsets !== undefined || tools !== undefined;
}

/** The intersection of all parts: a part can narrow the others, never widen them. Undefined if no part limits anything. */
export function scopeFromNames(...parts: readonly ScopeNames[]): ToolScope | undefined {
  const scopes = parts.filter(namesAnything).map(scopeOfOne);
  const [only] = scopes;
  if (scopes.length <= 1) return only;
  return {
    allows: (tool) => scopes.every((scope) => scope.allows(tool)),
    allowsServer: (...server) => scopes.every((scope) => scope.allowsServer?.(...server) === true),
  };
}

function scopeOfOne({ toolsets, tools }: ScopeNames): ToolScope {
  const sets = new Set(toolsets?.map((name) => name.toLowerCase()));
  const names = new Set(tools?.map((name) => name.toLowerCase()));
  const isNamed = ({ name, id }: Tool): boolean => names.has(name.toLowerCase()) || names.has(id.toLowerCase());
  return {
    allows: (tool) =>
      sets.has(tool.category.toLowerCase()) ||
      sets.has(tool.server.toLowerCase()) ||
      isNamed(tool) ||
      // A tool that an overlay renamed is known by both names.
      isNamed(upstreamTool(tool)),
    // A tool name without a server may be a tool of any server, so it allows every server.
    allowsServer: (server, category) =>
      (category !== undefined && sets.has(category.toLowerCase())) ||
      sets.has(server.toLowerCase()) ||
      [...names].some((name) => !name.includes('/') || name.startsWith(`${server.toLowerCase()}/`)),
  };
}

/** Names in the environment. `pins` are those of ALWAYS_AVAILABLE_TOOLS. */
export interface EnvironmentNames extends ScopeNames {
  readonly pins?: readonly string[] | undefined;
}

/**
 * One sentence for each name in the environment that has no effect: no tool has it, or the configuration does not
 * allow its tools. Call it with a complete catalog: a name of a server that has not listed its tools is not wrong.
 */
export function unmatchedNames(
  environment: EnvironmentNames,
  configured: ScopeNames,
  catalog: CatalogReader,
): string[] {
  const allowed = scopeFromNames(configured);
  const check = (variable: string, kind: string, names: readonly string[] = [], one: (name: string) => ScopeNames) =>
    names.flatMap((name) => {
      const scope = scopeOfOne(one(name));
      const tools = catalog.entries().filter(({ tool }) => scope.allows(tool));
      const shown = JSON.stringify(name.slice(0, 80));
      if (tools.length === 0)
        return [`${variable} in the environment contains ${shown}, but no ${kind} has that name.`];
      if (!allowed || tools.some(({ tool }) => allowed.allows(tool))) return [];
      return [
        `${variable} in the environment contains ${shown}, but the configured scope does not allow it. ` +
          'The environment can only narrow that scope: add the name there.',
      ];
    });
  return [
    ...check('TOOLSETS', 'category or server', environment.toolsets, (name) => ({ toolsets: [name] })),
    ...check('TOOLS', 'tool', environment.tools, (name) => ({ tools: [name] })),
    ...check('ALWAYS_AVAILABLE_TOOLS', 'tool', environment.pins, (name) => ({ tools: [name] })),
  ];
}
