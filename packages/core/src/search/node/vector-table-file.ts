import { readFile } from 'node:fs/promises';
import { VectorTable } from '../meaning/vector-table.ts';

/** The table that ships with the package; this file sits equally deep in `src` and in `dist`. */
const SHIPPED = new URL('../../../models/words.fvt', import.meta.url);

let shipped: Promise<VectorTable> | undefined;

/** Reads the shipped table once, or the one at `path`. About 8 MB and a few tens of milliseconds: not before it is needed. */
export function loadVectorTable(path?: string | URL): Promise<VectorTable> {
  if (path !== undefined) return read(path);
  shipped ??= read(SHIPPED);
  return shipped;
}

async function read(path: string | URL): Promise<VectorTable> {
  const bytes = await readFile(path);
  return VectorTable.parse(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}
