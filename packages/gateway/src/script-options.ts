import type { CatalogReader } from '@foldout/core';
import type { McpServerOptions, SkillFolder } from '@foldout/server';
import type { GatewayConfig } from './config/config-schema.ts';

/** What a gateway offers to agents that write code, and what has to be closed after it. */
export interface ScriptOptions {
  readonly server: Pick<McpServerOptions, 'runCode' | 'skills'>;
  close(): Promise<void>;
}

/** Nothing of the workspace is loaded where nobody asks for it; no thread is started before the first script. */
export async function scriptOptions({ runCode, skills }: GatewayConfig): Promise<ScriptOptions> {
  if (!runCode && !skills) return { server: {}, close: async () => {} };
  const { codeRunner, Sandbox, skillsFor } = await import('@foldout/workspace');
  const sandbox = runCode ? new Sandbox() : undefined;
  return {
    server: {
      ...(sandbox && { runCode: codeRunner(sandbox) }),
      ...(skills && { skills: keptSkills(skillsFor) }),
    },
    close: async () => sandbox?.close(),
  };
}

/** The skills name tools, so they follow the catalog: made again when it has changed. */
function keptSkills(
  skillsFor: typeof import('@foldout/workspace').skillsFor,
): (catalog: CatalogReader) => readonly SkillFolder[] {
  const kept = new WeakMap<CatalogReader, { readonly version: number; readonly skills: readonly SkillFolder[] }>();
  return (catalog) => {
    const known = kept.get(catalog);
    if (known?.version === catalog.version) return known.skills;
    const callable = catalog.entries().filter(({ tool, source }) => tool.enabled && source.exposes(tool));
    const skills = skillsFor(callable.map(({ tool }) => tool));
    kept.set(catalog, { version: catalog.version, skills });
    return skills;
  };
}
