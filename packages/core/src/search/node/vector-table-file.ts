import { open } from 'node:fs/promises';
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
  const file = await open(path);
  try {
    // In one piece: a start waits for this, and `readFile` comes back to the event loop for each half megabyte.
    const bytes = new Uint8Array(Buffer.allocUnsafeSlow((await file.stat()).size).buffer);
    const { bytesRead } = await file.read(bytes);
    return VectorTable.parse(bytes.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}
