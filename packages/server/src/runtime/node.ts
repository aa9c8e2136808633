// What a server needs of Node, Bun and Deno. `worker.ts` replaces this file in Workers, which have none of it.
import { fstatSync } from 'node:fs';
import type { VectorTable } from '@foldout/core';

export { serveStdio } from '@modelcontextprotocol/server/stdio';

export const environment: Readonly<Record<string, string | undefined>> = process.env;

/** Called by the first search, so that a start does not load the word vectors and their reader. */
export const loadVectors: (() => Promise<VectorTable>) | undefined = async () => {
  const { loadVectorTable } = await import('@foldout/core/node');
  return loadVectorTable();
};

/** Imported on demand: a server over stdio does not need the HTTP code. */
export async function httpListener(): Promise<typeof import('../protocol/http-listener.ts')> {
  return import('../protocol/http-listener.ts');
}

/** Pipes on stdin mean that an MCP client has started the process. */
export function isStdinPiped(): boolean {
  try {
    const stdin = fstatSync(0);
    return stdin.isFIFO() || stdin.isSocket();
  } catch {
    return false;
  }
}
