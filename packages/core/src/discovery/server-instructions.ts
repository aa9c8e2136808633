import type { CatalogReader } from '../catalog/catalog-reader.ts';
import { summarize } from '../catalog/summary.ts';

/** Characters of the short form. A prompt of a client has no room for more, and the cache keeps it for the next start. */
const SHORT = 400;
const HEADING = /^\s*#{1,6}\s.*$/gm;

/** The instructions of a server on one line, without headings, cut at a word. */
export function shortInstructions(text: string, max = SHORT): string {
  const plain = text.replace(HEADING, '').replace(/\s+/g, ' ').trim();
  const line = plain === '' ? text.replace(/\s+/g, ' ').trim() : plain;
  if (line.length <= max) return line;
  const end = line.lastIndexOf(' ', max - 1);
  // Without a space in the second half, cut inside of the word.
  return end > max / 2 ? `${line.slice(0, end)}…` : summarize(line, max);
}

/** Server → what it tells a model about its tools as a whole. Only servers with a tool that is enabled. */
export function serverInstructions(catalog: CatalogReader): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  // Entries are ordered by server.
  let last: unknown;
  for (const { tool, source } of catalog.entries()) {
    if (source === last || !tool.enabled) continue;
    last = source;
    const text = source.instructions?.();
    if (text) texts.set(source.server, text);
  }
  return texts;
}
