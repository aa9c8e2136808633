import type { CatalogReader } from '@foldout/core';
import { environmentScope, missingSources, namesIn, type ScopeNames, unmatchedNames } from '@foldout/core/internal';
import type { McpServerOptions } from './options.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface EnvironmentSettings {
  /** Narrows the scope in the options. */
  readonly scope: ScopeNames;
  /** Options in code take precedence over these. */
  readonly options: Pick<McpServerOptions, 'alwaysAvailable' | 'toolsMode'>;
  /** Values that are not understood and have no effect. */
  readonly warnings: readonly string[];
}

const TOOLS_MODES = ['core', 'extended'] as const;

/** Reads the environment variables of a server. */
export function readEnvironment(env: Environment): EnvironmentSettings {
  const alwaysAvailable = namesIn(env['ALWAYS_AVAILABLE_TOOLS']);
  const mode = env['MCP_TOOLS_MODE']?.trim() ?? '';
  const toolsMode = TOOLS_MODES.find((known) => known === mode.toLowerCase());
  return {
    scope: environmentScope(env),
    options: { ...(alwaysAvailable && { alwaysAvailable }), ...(toolsMode && { toolsMode }) },
    warnings:
      mode === '' || toolsMode
        ? []
        : [`MCP_TOOLS_MODE is ${JSON.stringify(mode.slice(0, 80))} and is ignored. Use ${TOOLS_MODES.join(' or ')}.`],
  };
}

/**
 * Returns the warnings about names in the environment that have no effect: once, when every source has listed its tools.
 * Before that, a name may be that of a tool that is not known yet.
 */
export function nameWarnings(
  { scope, options: { alwaysAvailable: pins } }: EnvironmentSettings,
  configured: ScopeNames,
): (catalog: CatalogReader) => readonly string[] {
  let checked = !scope.toolsets && !scope.tools && !pins;
  return (catalog) => {
    if (checked || catalog.entries().length === 0 || missingSources(catalog).length > 0) return [];
    checked = true;
    return unmatchedNames({ ...scope, pins }, configured, catalog);
  };
}
