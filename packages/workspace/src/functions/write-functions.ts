import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type FunctionFile, functionFiles } from './function-modules.ts';

/** Writes functions to the folder `functions` of a root. Existing files of the same name are replaced. */
export async function writeFunctions(functions: readonly FunctionFile[], root: string): Promise<void> {
  for (const { path, text } of functionFiles(functions)) {
    const file = join(root, ...path.split('/'));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text());
  }
}
