import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Every file below a folder, in order. */
export function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
