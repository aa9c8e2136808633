import { isObject } from '@foldout/core/internal';
import type { Offered } from '../trust/trusted-tools.ts';
import type { ServerManifest } from './manifest.ts';
import { definitionsOf, sentDefinition, storedToolsOf } from './stored-tools.ts';

/** What a manifest offers to clients, for the comparison with its approvals. */
export function offeredIn(manifest: ServerManifest): Offered {
  const { instructions, prompts, resources, resourceTemplates, skills = [] } = manifest;
  const stored = storedToolsOf(manifest);
  let byName: ReadonlyMap<unknown, unknown> | undefined;
  return {
    instructions,
    prompts,
    // A skill is read as a resource, and approved as one.
    resources: [...resources, ...skills],
    resourceTemplates,
    isNew: stored === undefined,
    tool: (name) => {
      // The first tool of a name is the one that is served.
      byName ??= new Map([...definitionsOf(manifest)].reverse().map((entry) => [nameOf(entry), entry]));
      return sentDefinition(byName.get(name));
    },
  };
}

function nameOf(entry: unknown): unknown {
  return isObject(entry) ? entry['name'] : undefined;
}
