import type { CatalogReader } from '@foldout/core';
import { callableTools } from '@foldout/core/internal';
import type { McpServerOptions, SkillFolder } from '@foldout/server';
import type { GatewayConfig } from '../config/config-schema.ts';
import type { ScriptJournals } from '../state/script-journals.ts';

/** Server options for `runCode` and skills, and a function that closes the sandbox. */
export interface ScriptOptions {
  readonly server: Pick<McpServerOptions, 'runCode' | 'skills'>;
  close(): Promise<void>;
}

/** Loads the workspace package only if `runCode` or `skills` is on. The sandbox starts no thread before the first script. */
export async function scriptOptions(
  { runCode, skills }: Pick<GatewayConfig, 'runCode' | 'skills'>,
  journals?: ScriptJournals,
): Promise<ScriptOptions> {
  if (!runCode && !skills) return { server: {}, close: async () => {} };
  const { codeRunner, Sandbox, skillsFor } = await import('@foldout/workspace');
  const sandbox = runCode ? new Sandbox() : undefined;
  return {
    server: {
      ...(sandbox && { runCode: codeRunner(sandbox, { journals }) }),
      ...(skills && { skills: cachedSkills(skillsFor) }),
    },
    close: async () => sandbox?.close(),
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
    const skills = skillsFor(callableTools(catalog));
    cache.set(catalog, { version: catalog.version, skills });
    return skills;
  };
}
