const LINE_END = 10;

/**
 * Maps a word piece to its line number in the vocabulary file. An open-addressing hash table over the file's bytes:
 * building a `Map` of thirty thousand strings would take longer than the rest of the first search.
 */
export class Vocabulary {
  readonly #bytes: Uint8Array;
  /** End offset of each line. */
  readonly #ends: Int32Array;
  /** Hash table with linear probing. Holds line number + 1; 0 is an empty cell. */
  readonly #table: Int32Array;
  readonly #encoder = new TextEncoder();

  constructor(bytes: Uint8Array, lines: number) {
    this.#bytes = bytes;
    this.#ends = new Int32Array(lines);
    this.#table = new Int32Array(2 ** Math.ceil(Math.log2(lines * 2 + 2)));
    fillTable(bytes, this.#ends, this.#table);
  }

  lineOf(piece: string): number | undefined {
    const wanted = this.#encoder.encode(piece);
    const mask = this.#table.length - 1;
    for (let at = hashOf(wanted) & mask; this.#table[at] !== 0; at = (at + 1) & mask) {
      const line = (this.#table[at] as number) - 1;
      if (this.#lineEquals(line, wanted)) return line;
    }
    return undefined;
  }

  #lineEquals(line: number, wanted: Uint8Array): boolean {
    const start = line === 0 ? 0 : (this.#ends[line - 1] as number) + 1;
    if ((this.#ends[line] as number) - start !== wanted.length) return false;
    for (let i = 0; i < wanted.length; i++) if (this.#bytes[start + i] !== wanted[i]) return false;
    return true;
  }
}

const SEED = 0x811c9dc5;
const FACTOR = 0x01000193;

function hashOf(bytes: Uint8Array): number {
  let hash = SEED;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ (bytes[i] as number), FACTOR);
  return hash;
}

/** Hashes all lines in one pass (FNV-1a). Ignores lines beyond the expected number. */
function fillTable(bytes: Uint8Array, ends: Int32Array, table: Int32Array): void {
  const mask = table.length - 1;
  let line = 0;
  let hash = SEED;
  for (let i = 0; i <= bytes.length && line < ends.length; i++) {
    const byte = i < bytes.length ? (bytes[i] as number) : LINE_END;
    if (byte !== LINE_END) {
      hash = Math.imul(hash ^ byte, FACTOR);
      continue;
    }
    let at = hash & mask;
    while (table[at] !== 0) at = (at + 1) & mask;
    ends[line++] = i;
    table[at] = line;
    hash = SEED;
  }
}
