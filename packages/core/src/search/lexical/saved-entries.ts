import { PostingList } from './posting-list.ts';

/** The terms of one tool: term ids sorted ascending, each with its weight and the fields that contain it (as bits). */
export interface Entry {
  readonly terms: Int32Array;
  readonly weights: Float32Array;
  readonly fields: Uint8Array;
}

/** An entry of `size` terms. Its three arrays share a buffer, because each buffer takes some two hundred bytes of its own. */
export function emptyEntry(size: number): Entry {
  const buffer = new ArrayBuffer(size * (4 + 4 + 1));
  return {
    terms: new Int32Array(buffer, 0, size),
    weights: new Float32Array(buffer, size * 4, size),
    fields: new Uint8Array(buffer, size * 8, size),
  };
}

/** The entries of many tools in one pair of arrays. `ends[slot]` is the end of a slot's entry. */
export interface JoinedEntries extends Entry {
  readonly ends: Int32Array;
}

/** The posting lists of many terms in one pair of arrays. `ends[term]` is the end of a term's list. */
export interface JoinedPostings {
  readonly ends: Int32Array;
  readonly slots: Int32Array;
  readonly weights: Float32Array;
}

/**
 * The entries and posting lists of a snapshot. They stay in their joined arrays, and a view is created on first use: a
 * query reads a few terms of many thousands.
 */
export class SavedEntries {
  readonly #entries: JoinedEntries;
  readonly #postings: JoinedPostings;

  constructor(entries: JoinedEntries, postings: JoinedPostings) {
    this.#entries = entries;
    this.#postings = postings;
  }

  get size(): number {
    return this.#entries.ends.length;
  }

  entryOf(slot: number): Entry | undefined {
    const { ends, terms, weights, fields } = this.#entries;
    const end = ends[slot];
    if (end === undefined) return undefined;
    const from = ends[slot - 1] ?? 0;
    return {
      terms: terms.subarray(from, end),
      weights: weights.subarray(from, end),
      fields: fields.subarray(from, end),
    };
  }

  documentFrequencyOf(term: number): number {
    const { ends } = this.#postings;
    return (ends[term] ?? 0) - (term < ends.length ? (ends[term - 1] ?? 0) : 0);
  }

  /** Undefined for a term that was added after the snapshot. */
  postingsOf(term: number): PostingList | undefined {
    const { ends, slots, weights } = this.#postings;
    const end = ends[term];
    if (end === undefined) return undefined;
    const from = ends[term - 1] ?? 0;
    return PostingList.over(slots.subarray(from, end), weights.subarray(from, end));
  }
}

/** Inverts the entries: the posting list of each of the `count` terms. */
export function postingsOf(
  { ends, terms, weights }: Pick<JoinedEntries, 'ends' | 'terms' | 'weights'>,
  count: number,
): JoinedPostings {
  const postings = {
    ends: new Int32Array(count),
    slots: new Int32Array(terms.length),
    weights: new Float32Array(terms.length),
  };
  for (const term of terms) postings.ends[term] = (postings.ends[term] ?? 0) + 1;
  for (let term = 1; term < count; term++)
    postings.ends[term] = (postings.ends[term] ?? 0) + (postings.ends[term - 1] ?? 0);
  const next = Int32Array.from(postings.ends, (_, term) => postings.ends[term - 1] ?? 0);
  let slot = 0;
  for (let i = 0; i < terms.length; i++) {
    while (i >= (ends[slot] ?? terms.length)) slot++;
    const term = terms[i] ?? 0;
    const at = next[term] ?? 0;
    next[term] = at + 1;
    postings.slots[at] = slot;
    postings.weights[at] = weights[i] ?? 0;
  }
  return postings;
}
