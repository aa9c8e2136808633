import { definitionHash } from '../catalog/content-hash.ts';
import type { Tool } from '../catalog/tool.ts';
import { type JoinedEntries, postingsOf } from './lexical/saved-entries.ts';
import { sketchWords } from './meaning/query-vector.ts';
import { VectorStore } from './meaning/vector-store.ts';
import type { VectorTable } from './meaning/vector-table.ts';
import { ExactNames, type KeptNames } from './names/exact-names.ts';
import type { KeptTools, ToolIndex } from './tool-index.ts';
import type { LaterTools } from './tool-slots.ts';

const VERSION = 4;

/** A column for each thing that is kept of a tool: thousands of objects would take longer to read. */
interface Header {
  readonly version: number;
  /** What the tools were called as a whole, such as the hash of their catalog. */
  readonly key?: string | undefined;
  readonly terms: readonly string[];
  readonly ids: readonly string[];
  readonly names: KeptNames;
  /** How many terms all tools hold together. */
  readonly held: number;
  /** 0 when the index had no vectors. */
  readonly dimensions: number;
}

/**
 * Layout: length of the header, the header as JSON, then, for all tools in its order, what `numbersIn` names, one list
 * after the other.
 */
export function writeSnapshot(index: ToolIndex, key?: string): Uint8Array {
  // As a catalog orders them: whatever came and went before, the next start finds them in its own order.
  const entries = [...index.slots.entries()].sort(([, a], [, b]) => byId(a, b));
  const held = entriesOf(
    index,
    entries.map(([slot]) => slot),
  );
  const postings = postingsOf(held, index.lexical.terms.length);
  const names = new ExactNames({ toolAt: () => undefined, isOnlyAName: () => false });
  for (const [row, [, tool]] of entries.entries()) names.add(row, tool);
  const header: Header = {
    version: VERSION,
    key,
    terms: index.lexical.terms,
    ids: entries.map(([, { id }]) => id),
    names: names.kept(),
    held: held.terms.length,
    dimensions: index.vectors?.dimensions ?? 0,
  };
  const head = new TextEncoder().encode(JSON.stringify(header));
  // Numbers are read where they stand, at a multiple of four; JSON may end in spaces.
  const space = new Uint8Array((4 - (head.length % 4)) % 4).fill(0x20);
  const vectors = index.vectors?.joined(entries.map(([slot]) => slot));
  const marks = Uint32Array.from(entries, ([, tool]) => markOf(index, tool));
  const numbers = [marks, held.ends, held.terms, held.weights, postings.ends, postings.slots, postings.weights];
  const ofVectors = vectors ? [vectors.scales, vectors.sketches, vectors.values] : [];
  const length = Uint32Array.of(head.length + space.length);
  return joined([new Uint8Array(length.buffer), head, space, ...[...numbers, ...ofVectors].map(bytesOf)]);
}

function entriesOf({ lexical }: ToolIndex, slots: readonly number[]): JoinedEntries {
  const ends = new Int32Array(slots.length);
  let end = 0;
  slots.forEach((slot, row) => {
    end += lexical.entryOf(slot)?.terms.length ?? 0;
    ends[row] = end;
  });
  const terms = new Int32Array(end);
  const weights = new Float32Array(end);
  slots.forEach((slot, row) => {
    const entry = lexical.entryOf(slot);
    if (!entry) return;
    terms.set(entry.terms, ends[row - 1] ?? 0);
    weights.set(entry.weights, ends[row - 1] ?? 0);
  });
  return { ends, terms, weights };
}

export interface SnapshotTools {
  readonly tools: Iterable<Tool>;
  /** Where the snapshot was made under the same key, its tools are known to be these, and none is looked at again. */
  readonly key?: string | undefined;
  /** The same tools in the order of their ids: where all are as they were, none has to be made. */
  readonly later?: LaterTools | undefined;
}

/**
 * Fills an empty index, and tells whether the snapshot was made under the key. One that cannot be read is no reason to
 * fail: then everything is indexed anew.
 */
export function readSnapshot(
  index: ToolIndex,
  bytes: Uint8Array,
  { tools, key, later }: SnapshotTools,
  table?: VectorTable,
): boolean {
  const saved = parse(bytes);
  const store = table && saved?.header.dimensions === table.dimensions ? new VectorStore(table.dimensions) : undefined;
  if (table && store) index.useTable(table, store);
  if (saved) index.lexical.restoreTerms(saved.header.terms);
  const known = saved && key !== undefined && saved.header.key === key ? saved : undefined;
  if (known && later && known.ids.length === sumOf(later.categories)) index.restore(later, known);
  else {
    const all = known ? [...tools].sort(byId) : [...tools];
    if (known && hasIds(all, known.ids)) index.restore(all, known);
    else addEach(index, all, saved, known !== undefined, store);
  }
  if (table && !store) index.useTable(table);
  return known !== undefined;
}

function byId(a: Tool, b: Tool): number {
  return a.id < b.id ? -1 : 1;
}

/** Whether tools are those of the snapshot, in its order: then everything can be taken over as it is. */
function hasIds(tools: readonly Tool[], ids: readonly string[]): boolean {
  return tools.length === ids.length && tools.every(({ id }, i) => id === ids[i]);
}

function sumOf(counts: ReadonlyMap<unknown, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}

/** One by one: what the snapshot knows of a tool is taken from it, the others are indexed. */
function addEach(
  index: ToolIndex,
  tools: readonly Tool[],
  saved: Saved | undefined,
  known: boolean,
  store: VectorStore | undefined,
): void {
  const rows = new Map(saved?.ids.map((id, row) => [id, row]));
  const keys = saved ? keysByRow(saved) : [];
  for (const tool of tools) {
    const row = rows.get(tool.id);
    if (!saved || row === undefined || (!known && saved.marks[row] !== markOf(index, tool))) {
      index.upsert(tool);
      continue;
    }
    const { ends, terms, weights } = saved.entries;
    const slot = index.place(tool, keys[row]);
    const from = ends[row - 1] ?? 0;
    index.lexical.addEntry(slot, terms.subarray(from, ends[row]), weights.subarray(from, ends[row]));
    const { dimensions } = saved.header;
    const values = saved.vectors.values.subarray(row * dimensions, (row + 1) * dimensions);
    store?.setQuantized(slot, values, saved.vectors.scales[row] ?? 0);
  }
}

/** What `keysOf` said of the names of each tool. */
function keysByRow({ ids, header }: Saved): string[][] {
  const keys: string[][] = ids.map(() => []);
  for (const [key, rows] of Object.entries(header.names.byWords)) {
    for (const row of [rows].flat()) keys[row]?.push(key);
  }
  return keys;
}

interface Saved extends KeptTools {
  readonly header: Header;
  /** What `markOf` said of each tool. */
  readonly marks: Uint32Array;
}

function parse(bytes: Uint8Array): Saved | undefined {
  try {
    const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true);
    const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length))) as Header;
    if (header.version !== VERSION) return undefined;
    const inPlace = bytes.subarray(4 + length);
    const numbers = numbersIn(header, inPlace.byteOffset % 4 === 0 ? inPlace : new Uint8Array(inPlace));
    return numbers && { header, ids: header.ids, names: header.names, ...numbers };
  } catch {
    return undefined;
  }
}

/** Undefined where there are more or less of them than the header says. */
function numbersIn(
  { ids, terms, held, dimensions }: Header,
  { buffer, byteOffset, byteLength }: Uint8Array,
): Pick<Saved, 'marks' | 'entries' | 'postings' | 'vectors'> | undefined {
  let at = byteOffset;
  const start = (length: number, bytes = 4): number => {
    at += length * bytes;
    return at - length * bytes;
  };
  const integers = (length: number): Int32Array => new Int32Array(buffer, start(length), length);
  const weights = (length: number): Float32Array => new Float32Array(buffer, start(length), length);
  const marks = new Uint32Array(buffer, start(ids.length), ids.length);
  const entries = { ends: integers(ids.length), terms: integers(held), weights: weights(held) };
  const postings = { ends: integers(terms.length), slots: integers(held), weights: weights(held) };
  const count = dimensions > 0 ? ids.length : 0;
  const values = count * dimensions;
  const vectors = {
    scales: weights(count),
    sketches: integers(count * sketchWords(dimensions)),
    values: new Int8Array(buffer, start(values, 1), values),
  };
  return at === byteOffset + byteLength ? { marks, entries, postings, vectors } : undefined;
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

function bytesOf(array: Uint32Array | Int32Array | Float32Array | Int8Array): Uint8Array {
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
