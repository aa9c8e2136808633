import { readFile } from 'node:fs/promises';
import { guardedFetch } from '../http/guarded-fetch.ts';

/** The largest document that is read: the API of GitHub is described in 13 MB. */
const MAX_BYTES = 64 * 1024 * 1024;

export interface OpenApiSource {
  readonly document: unknown;
  /** The address that the document was read from: its relative servers start there. */
  readonly url?: string;
}

/** Reads an OpenAPI document in JSON or YAML, from a file or an address. */
export async function readOpenApi(place: string, timeoutMs: number): Promise<OpenApiSource> {
  if (!/^https?:\/\//i.test(place)) return { document: await parse(await textOfFile(place), place) };
  const send = guardedFetch(place);
  const response = await send(place, timeoutMs > 0 ? { signal: AbortSignal.timeout(timeoutMs) } : {});
  if (!response.ok) throw new Error(`its OpenAPI document was answered with HTTP status ${response.status}`);
  return { document: await parse(await textOf(response), place), url: response.url || place };
}

async function textOfFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'does not exist' : 'cannot be read';
    throw new Error(`its OpenAPI document ${file} ${reason}`);
  }
}

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.byteLength;
    if (length > MAX_BYTES) throw new Error(`its OpenAPI document is longer than ${MAX_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

async function parse(text: string, place: string): Promise<unknown> {
  try {
    if (/^\s*\{/.test(text)) return JSON.parse(text) as unknown;
    const { parse: parseYaml } = await import('yaml');
    return parseYaml(text) as unknown;
  } catch {
    throw new Error(`its OpenAPI document ${place} is neither JSON nor YAML`);
  }
}
