import { definitionHash } from '../catalog/content-hash.ts';
import { QuickHash } from '../catalog/quick-hash.ts';
import type { Tool } from '../catalog/tool.ts';
import { type JoinedEntries, postingsOf } from './lexical/saved-entries.ts';
import { sketchWords } from './meaning/query-vector.ts';
import { VectorStore } from './meaning/vector-store.ts';
import type { VectorTable } from './meaning/vector-table.ts';
import { ExactNames, type SavedNames } from './names/exact-names.ts';
import type { SavedTools, ToolIndex } from './tool-index.ts';
import type { LaterTools } from './tool-slots.ts';
import type { SavedTraits } from './tool-traits.ts';

/** Changes with the layout, and with the vector table. */
const VERSION = 8;

/** Stored in columns, one per field: thousands of objects would take longer to parse. */
interface Header {
  readonly version: number;
  /** The cache key that the snapshot was saved under. */
  readonly key?: string | undefined;
  readonly terms: readonly string[];
  readonly ids: readonly string[];
  readonly names: SavedNames;
  readonly servers: SavedTraits['servers'];
  /** Number of (tool, term) pairs. */
  readonly held: number;
  /** Length of a vector; 0 if the index had no vectors. */
  readonly dimensions: number;
}

/**
 * Layout: length of the header (uint32), the header as JSON, then the number columns in the order of `numbersIn`. Takes a step for each
 * tool; the index must not change between two steps.
 */
export function* writeSnapshot(index: ToolIndex, key?: string): Generator<void, Uint8Array> {
  // Ordered by id, like the entries of a catalog: the next start can then restore all rows at once.
  const entries = [...index.slots.entries()].sort(([, a], [, b]) => byId(a, b));
  const slots = entries.map(([slot]) => slot);
  const held = entriesOf(index, slots);
  const { servers, traits, serverIds } = index.traits.save(slots);
  yield;
  const postings = postingsOf(held, index.lexical.terms.length);
  const names = new ExactNames({ toolAt: () => undefined, isOnlyAName: () => false });
  const hashes = new Uint32Array(entries.length);
  for (const [row, [, tool]] of entries.entries()) {
    names.add(row, tool);
    hashes[row] = hashOf(index, tool);
    yield;
  }
  const savedNames = names.save();
  yield;
  const header: Header = {
    version: VERSION,
    key,
    terms: index.lexical.terms,
    ids: entries.map(([, { id }]) => id),
    names: savedNames,
    servers,
    held: held.terms.length,
    dimensions: index.vectors?.dimensions ?? 0,
  };
  yield;
  const head = new TextEncoder().encode(JSON.stringify(header));
  // The numbers are read in place and must be aligned to 4 bytes; trailing spaces are legal JSON.
  const space = new Uint8Array((4 - (head.length % 4)) % 4).fill(0x20);
  yield;
  const vectors = index.vectors?.joined(slots);
  yield;
  const columns = [hashes, traits, serverIds, held.ends, held.terms, held.weights];
  const numbers = [...columns, postings.ends, postings.slots, postings.weights];
  const ofVectors = vectors ? [vectors.scales, vectors.sketches, vectors.values] : [];
  const length = Uint32Array.of(head.length + space.length);
  return joined([new Uint8Array(length.buffer), head, space, ...[...numbers, ...ofVectors, held.fields].map(bytesOf)]);
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
  const fields = new Uint8Array(end);
  slots.forEach((slot, row) => {
    const entry = lexical.entryOf(slot);
    if (!entry) return;
    terms.set(entry.terms, ends[row - 1] ?? 0);
    weights.set(entry.weights, ends[row - 1] ?? 0);
    fields.set(entry.fields, ends[row - 1] ?? 0);
  });
  return { ends, terms, weights, fields };
}

export interface SnapshotTools {
  readonly tools: Iterable<Tool>;
  /** If the snapshot was saved under the same key, its tools are unchanged and their hashes are not compared. */
  readonly key?: string | undefined;
  /** Builds a tool on first use. With `later` and the same key, `tools` is not iterated. */
  readonly later?: LaterTools | undefined;
}

/**
 * Fills an empty index from a snapshot. Returns whether the snapshot was saved under `key`. A snapshot that cannot be
 * read is ignored: all tools are indexed again. Takes a step for each tool that is added on its own.
 */
export function* readSnapshot(
  index: ToolIndex,
  bytes: Uint8Array,
  { tools, key, later }: SnapshotTools,
  table?: VectorTable,
): Generator<void, boolean> {
  const saved = parse(bytes);
  const store = table && saved?.header.dimensions === table.dimensions ? new VectorStore(table.dimensions) : undefined;
  // Without a saved tool, every tool is embedded when it is added.
  const embedsLater = table !== undefined && !store && saved !== undefined;
  if (table && !embedsLater) index.useTable(table, store);
  if (saved) index.lexical.restoreTerms(saved.header.terms);
  const known = saved && key !== undefined && saved.header.key === key ? saved : undefined;
  if (known && later && known.ids.length === sumOf(later.categories)) index.restore(later, known);
  else {
    const all = known ? [...tools].sort(byId) : [...tools];
    if (known && hasIds(all, known.ids)) index.restore(all, known);
    else yield* addEach(index, all, saved, known !== undefined, store);
  }
  if (table && embedsLater) index.useTable(table);
  return known !== undefined;
}

function byId(a: Tool, b: Tool): number {
  return a.id < b.id ? -1 : 1;
}

/** Whether the snapshot has exactly these tools, in this order: its rows can then be restored at once. */
function hasIds(tools: readonly Tool[], ids: readonly string[]): boolean {
  return tools.length === ids.length && tools.every(({ id }, i) => id === ids[i]);
}

function sumOf(counts: ReadonlyMap<unknown, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}

/** Restores each tool that the snapshot has unchanged and indexes the others. */
function* addEach(
  index: ToolIndex,
  tools: readonly Tool[],
  saved: Saved | undefined,
  known: boolean,
  store: VectorStore | undefined,
): Generator<void> {
  const rows = new Map(saved?.ids.map((id, row) => [id, row]));
  const keys = saved ? keysByRow(saved) : [];
  for (const tool of tools) {
    yield;
    const row = rows.get(tool.id);
    if (!saved || row === undefined || (!known && saved.hashes[row] !== hashOf(index, tool))) {
      index.upsert(tool);
      continue;
    }
    const { ends, terms, weights, fields } = saved.entries;
    const slot = index.place(tool, keys[row]);
    const from = ends[row - 1] ?? 0;
    const to = ends[row];
    index.lexical.addEntry(slot, {
      terms: terms.subarray(from, to),
      weights: weights.subarray(from, to),
      fields: fields.subarray(from, to),
    });
    const { dimensions } = saved.header;
    const values = saved.vectors.values.subarray(row * dimensions, (row + 1) * dimensions);
    store?.setQuantized(slot, values, saved.vectors.scales[row] ?? 0);
  }
}

/** The name keys (`ExactNames.keysOf`) of each row. */
function keysByRow({ ids, header }: Saved): string[][] {
  const keys: string[][] = ids.map(() => []);
  for (const [key, rows] of Object.entries(header.names.byWords)) {
    for (const row of [rows].flat()) keys[row]?.push(key);
  }
  return keys;
}

interface Saved extends SavedTools {
  readonly header: Header;
  /** The `hashOf` of each row. */
  readonly hashes: Uint32Array;
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

/** Undefined if the number of bytes does not match the header. */
function numbersIn(
  { ids, servers, terms, held, dimensions }: Header,
  { buffer, byteOffset, byteLength }: Uint8Array,
): Pick<Saved, 'hashes' | 'traits' | 'entries' | 'postings' | 'vectors'> | undefined {
  let at = byteOffset;
  const start = (length: number, bytes = 4): number => {
    at += length * bytes;
    return at - length * bytes;
  };
  const integers = (length: number): Int32Array => new Int32Array(buffer, start(length), length);
  const weights = (length: number): Float32Array => new Float32Array(buffer, start(length), length);
  const hashes = new Uint32Array(buffer, start(ids.length), ids.length);
  const traits = { servers, traits: integers(ids.length), serverIds: integers(ids.length) };
  const words = { ends: integers(ids.length), terms: integers(held), weights: weights(held) };
  const postings = { ends: integers(terms.length), slots: integers(held), weights: weights(held) };
  const count = dimensions > 0 ? ids.length : 0;
  const values = count * dimensions;
  const vectors = {
    scales: weights(count),
    sketches: integers(count * sketchWords(dimensions)),
    values: new Int8Array(buffer, start(values, 1), values),
  };
  const entries = { ...words, fields: new Uint8Array(buffer, start(held, 1), held) };
  return at === byteOffset + byteLength ? { hashes, traits, entries, postings, vectors } : undefined;
}

/** Hash of everything that search reads of a tool. Uses the stored definition hash, so a lazy tool is not parsed. */
function hashOf(index: ToolIndex, tool: Tool): number {
  const { id, server, summary, category, tags, aliases } = tool;
  const hash = new QuickHash();
  for (const text of [
    id,
    server,
    definitionHash(tool),
    summary,
    category,
    index.categoryText(category),
    index.extraText(tool),
  ])
    hash.add(text);
  for (const tag of tags) hash.add(tag);
  hash.add('');
  for (const alias of aliases) hash.add(alias);
  return hash.value32;
}

function bytesOf(array: Uint32Array | Int32Array | Float32Array | Int8Array | Uint8Array): Uint8Array {
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
