import type { CodeRequest } from './contract.ts';
import { resolveModule } from './resolve-module.ts';
import type { LoadAnswer, LoadRequest, ToWorker } from './worker/protocol.ts';

/** The answer to a script that imports a module: its source, or why it cannot be loaded. */
export async function loadModule(modules: CodeRequest['modules'], request: LoadRequest): Promise<ToWorker> {
  const answer = await load(modules, request);
  const found = 'path' in answer;
  return { type: 'module', path: found ? answer.path : null, body: found ? answer.source : answer.problem };
}

async function load(modules: CodeRequest['modules'], { importer, specifier }: LoadRequest): Promise<LoadAnswer> {
  try {
    return await resolveModule(modules, importer, specifier);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'The module cannot be loaded' };
  }
}
