import type { CatalogReader } from '@foldout/core';
import { callableTools } from '@foldout/core/internal';
import type { McpServerOptions, SkillFolder } from '@foldout/server';
import type { GatewayConfig } from '../config/config-schema.ts';
import { type Functions, openFunctions } from '../functions/open-functions.ts';
import type { Log } from '../logging/log.ts';
import type { SharedState } from '../state/shared-state.ts';

/** Server options for `runCode` and skills, saved functions, and a function that closes the sandboxes. */
export interface ScriptOptions {
  readonly server: Pick<McpServerOptions, 'runCode' | 'skills'>;
  /** Undefined where no scripts run. */
  readonly functions: Functions | undefined;
  close(): Promise<void>;
}

export interface ScriptParts {
  readonly config: GatewayConfig;
  readonly state: SharedState;
  readonly log: Log;
  /** Saved functions and the store, also without `runCode` in the configuration. */
  readonly functions?: boolean | undefined;
}

/** Loads the workspace package only if `runCode` or `skills` is on. The sandbox starts no thread before the first script. */
export async function scriptOptions({ config, state, log, functions: wanted }: ScriptParts): Promise<ScriptOptions> {
  const { runCode, skills } = config;
  if (!runCode && !skills && !wanted) return { server: {}, functions: undefined, close: async () => {} };
  const workspace = await import('@foldout/workspace');
  const sandbox = runCode ? new workspace.Sandbox() : undefined;
  const functions = runCode || wanted ? openFunctions({ config, state, log, workspace }) : undefined;
  return {
    server: {
      ...(sandbox && {
        runCode: workspace.codeRunner(sandbox, { journals: state.scripts, extrasOf: functions?.extrasOf }),
      }),
      ...(skills && { skills: cachedSkills(workspace.skillsFor) }),
    },
    functions,
    close: async () => {
      await Promise.all([sandbox?.close(), functions?.close()]);
    },
  };
}

/** Skills contain tool names: they are generated again when the version of the catalog changes. */
function cachedSkills(
  skillsFor: typeof import('@foldout/workspace').skillsFor,
): (catalog: CatalogReader) => readonly SkillFolder[] {
  const cache = new WeakMap<CatalogReader, { readonly version: number; readonly skills: readonly SkillFolder[] }>();
  return (catalog) => {
    const cached = cache.get(catalog);
    if (cached?.version === catalog.version) return cached.skills;
    const skills = skillsFor(callableTools(catalog), 'gateway');
    cache.set(catalog, { version: catalog.version, skills });
    return skills;
  };
}
