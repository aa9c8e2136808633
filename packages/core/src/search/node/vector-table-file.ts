import { closeSync, fstatSync, openSync, read as readFile } from 'node:fs';
import { promisify } from 'node:util';
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

/** In one piece, and on its way before this returns: a start waits for it, and has other things to do meanwhile. */
async function read(path: string | URL): Promise<VectorTable> {
  const file = openSync(path, 'r');
  try {
    const bytes = new Uint8Array(Buffer.allocUnsafeSlow(fstatSync(file).size).buffer);
    const { bytesRead } = await promisify(readFile)(file, bytes, 0, bytes.length, 0);
    return VectorTable.parse(bytes.subarray(0, bytesRead));
  } finally {
    closeSync(file);
  }
}
