import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { ImportMemory } from '../import/merge-into-config.ts';
import { writePrivateFile } from '../state/private-files.ts';

const memorySchema = z.record(z.string(), z.record(z.string(), z.object({ as: z.string(), hash: z.string() })));

/** What earlier imports wrote, for each configuration file. Kept in the state folder. */
export function readImportMemory(stateFolder: string, configFile: string): ImportMemory {
  return readAll(stateFolder)[configFile] ?? {};
}

export async function writeImportMemory(stateFolder: string, configFile: string, memory: ImportMemory): Promise<void> {
  const all = { ...readAll(stateFolder), [configFile]: memory };
  await writePrivateFile(join(stateFolder, FILE), `${JSON.stringify(all, null, 2)}\n`);
}

const FILE = 'imports.json';

/** A file that is missing or broken counts as empty: then a second import recognizes servers by their meaning alone. */
function readAll(stateFolder: string): z.infer<typeof memorySchema> {
  try {
    return memorySchema.parse(JSON.parse(readFileSync(join(stateFolder, FILE), 'utf8')));
  } catch {
    return {};
  }
}
