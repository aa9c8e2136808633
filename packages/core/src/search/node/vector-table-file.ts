import { closeSync, fstatSync, openSync, read as readFile } from 'node:fs';
import { promisify } from 'node:util';
import { VectorTable } from '../meaning/vector-table.ts';

/** The table in this package. The relative path is the same from `src` and from `dist`. */
const SHIPPED = new URL('../../../models/words.fvt', import.meta.url);

let shipped: Promise<VectorTable> | undefined;

/** Reads the table at `path`, or the shipped one (once). Call it only when needed: 8 MB and tens of milliseconds. */
export function loadVectorTable(path?: string | URL): Promise<VectorTable> {
  if (path !== undefined) return read(path);
  shipped ??= read(SHIPPED);
  return shipped;
}

/** Starts to read the whole file before it returns, so that the read runs in parallel to other startup work. */
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
