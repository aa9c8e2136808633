import { definitionHash } from '../catalog/content-hash.ts';
import type { Tool } from '../catalog/tool.ts';
import { VectorStore } from './meaning/vector-store.ts';
import type { VectorTable } from './meaning/vector-table.ts';
import type { ToolIndex } from './tool-index.ts';

const VERSION = 3;

interface SavedTool {
  readonly id: string;
  readonly mark: number;
  /** How many terms it holds. */
  readonly terms: number;
  readonly nameKeys: readonly string[];
}

interface Header {
  readonly version: number;
  /** What the tools were called as a whole, such as the hash of their catalog. */
  readonly key?: string | undefined;
  readonly terms: readonly string[];
  readonly tools: readonly SavedTool[];
  /** 0 when the index had no vectors. */
  readonly dimensions: number;
}

/**
 * Layout: length of the header, the header as JSON, then for all tools in its order the term numbers (int32), their
 * weights (float32), and, with vectors, a scale (float32) and the vector (int8) of each.
 */
export function writeSnapshot(index: ToolIndex, key?: string): Uint8Array {
  const entries = [...index.slots.entries()];
  const { vectors } = index;
  const dimensions = vectors?.dimensions ?? 0;
  const header: Header = {
    version: VERSION,
    key,
    terms: index.lexical.terms,
    tools: entries.map(([slot, tool]) => ({
      id: tool.id,
      mark: markOf(index, tool),
      terms: index.lexical.entryOf(slot)?.terms.length ?? 0,
      nameKeys: index.names.keysOf(tool),
    })),
    dimensions,
  };
  const head = new TextEncoder().encode(JSON.stringify(header));
  const count = header.tools.reduce((sum, { terms }) => sum + terms, 0);
  const terms = new Int32Array(count);
  const weights = new Float32Array(count);
  const scales = new Float32Array(dimensions > 0 ? entries.length : 0);
  const values = new Int8Array(dimensions * entries.length);
  let at = 0;
  entries.forEach(([slot], row) => {
    const entry = index.lexical.entryOf(slot);
    if (entry) {
      terms.set(entry.terms, at);
      weights.set(entry.weights, at);
      at += entry.terms.length;
    }
    if (vectors?.has(slot)) {
      scales[row] = vectors.scaleOf(slot);
      values.set(vectors.valuesOf(slot), row * dimensions);
    }
  });
  return joined([
    new Uint8Array(Uint32Array.of(head.length).buffer),
    head,
    ...[terms, weights, scales, values].map(bytesOf),
  ]);
}

export interface SnapshotTools {
  readonly tools: Iterable<Tool>;
  /** Where the snapshot was made under the same key, its tools are known to be these, and none is looked at again. */
  readonly key?: string | undefined;
}

/**
 * Fills an empty index, and tells whether the snapshot was made under the key. One that cannot be read is no reason to
 * fail: then everything is indexed anew.
 */
export function readSnapshot(
  index: ToolIndex,
  bytes: Uint8Array,
  { tools, key }: SnapshotTools,
  table?: VectorTable,
): boolean {
  const saved = parse(bytes);
  const store = table && saved?.header.dimensions === table.dimensions ? new VectorStore(table.dimensions) : undefined;
  if (table && store) index.useTable(table, store);
  if (saved) index.lexical.restoreTerms(saved.header.terms, saved.terms);
  const known = key !== undefined && saved?.header.key === key;
  for (const tool of tools) {
    const row = saved?.rows.get(tool.id);
    if (!saved || !row || (!known && row.mark !== markOf(index, tool))) {
      index.upsert(tool);
      continue;
    }
    const slot = index.place(tool, row.nameKeys);
    index.lexical.addEntry(slot, saved.terms.subarray(row.from, row.to), saved.weights.subarray(row.from, row.to));
    const scale = saved.scales[row.row] ?? 0;
    const { dimensions } = saved.header;
    if (store && scale !== 0) {
      store.setQuantized(slot, saved.values.subarray(row.row * dimensions, (row.row + 1) * dimensions), scale);
    }
  }
  if (table && !store) index.useTable(table);
  return known;
}

function parse(bytes: Uint8Array) {
  try {
    const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true);
    const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length))) as Header;
    if (header.version !== VERSION) return undefined;
    const rows = new Map<
      string,
      { row: number; mark: number; from: number; to: number; nameKeys: readonly string[] }
    >();
    let count = 0;
    header.tools.forEach(({ id, mark, terms, nameKeys }, row) => {
      rows.set(id, { row, mark, from: count, to: count + terms, nameKeys });
      count += terms;
    });
    const vectors = header.dimensions > 0 ? header.tools.length : 0;
    // Typed arrays start at multiples of four: one copy puts the numbers where they can be read in place.
    const body = new Uint8Array(bytes.subarray(4 + length));
    if (body.length !== count * 8 + vectors * (4 + header.dimensions)) return undefined;
    return {
      header,
      rows,
      terms: new Int32Array(body.buffer, 0, count),
      weights: new Float32Array(body.buffer, count * 4, count),
      scales: new Float32Array(body.buffer, count * 8, vectors),
      values: new Int8Array(body.buffer, count * 8 + vectors * 4, vectors * header.dimensions),
    };
  } catch {
    return undefined;
  }
}

/**
 * Changes when anything that is searched changes. A quick hash: it guards against staleness, not against malice. Of a
 * tool whose definition was hashed before, no text or schema is looked at.
 */
function markOf(index: ToolIndex, tool: Tool): number {
  const { id, server, summary, category, tags, aliases } = tool;
  let mark = 0x811c9dc5;
  const mix = (text: string): void => {
    mark = hash(text, mark);
  };
  for (const text of [id, server, definitionHash(tool), summary, category, index.categoryText(category)]) mix(text);
  for (const word of tags) mix(word);
  mix('');
  for (const word of aliases) mix(word);
  return mark >>> 0;
}

function hash(text: string, seed: number): number {
  let mixed = Math.imul(seed ^ text.length, 0x01000193);
  for (let i = 0; i < text.length; i++) mixed = Math.imul(mixed ^ text.charCodeAt(i), 0x01000193);
  return mixed;
}

function bytesOf(array: Int32Array | Float32Array | Int8Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
