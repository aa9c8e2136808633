import { inverseDocumentFrequency } from './bm25f.ts';
import type { PostingList } from './posting-list.ts';
import { PostingLists } from './posting-lists.ts';
import { type Entry, emptyEntry, type JoinedEntries, type JoinedPostings, SavedEntries } from './saved-entries.ts';

export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

/** A term of the query by its id, with its query weight times its inverse document frequency. */
export interface ResolvedTerm {
  readonly id: number;
  readonly factor: number;
  readonly documentFrequency: number;
}

/** Scores by slot, and the slots that have a score. The arrays belong to the index and are reused by the next `match`. */
export interface LexicalMatch {
  readonly scores: Float32Array;
  readonly slots: Int32Array;
  readonly count: number;
}

/** Once this many tools have a score, a common term raises their scores but adds no further tools. */
const ENOUGH_SCORED = 2_000;
/** A term is common when more than this share of the tools contain it. */
const COMMON_SHARE = 0.05;
/** A query asks for the same few inverse document frequencies several times, and a logarithm is slow. */
const CACHED_IDFS = 512;
/** Reading this many postings takes as long as one binary search for a term in an entry. */
const POSTINGS_PER_LOOKUP = 8;

/** An inverted index from terms to tools. It receives the weight of each term, and knows nothing about fields or text. */
export class LexicalIndex {
  readonly #ids = new Map<string, number>();
  #terms: string[] = [];
  readonly #postings = new PostingLists();
  /** Entries by slot. Null for an empty slot; undefined until first use when they come from a snapshot. */
  #entries: (Entry | null | undefined)[] = [];
  #saved: SavedEntries | undefined;
  #size = 0;
  #scores = new Float32Array(0);
  #touched = new Int32Array(0);
  #count = 0;
  /** Inverse document frequencies of `#idfSize` tools by document frequency; 0 for one that was not asked for. */
  readonly #idfs = new Float64Array(CACHED_IDFS);
  #idfSize = 0;

  get size(): number {
    return this.#size;
  }

  /** `fields`: the fields of the tool that contain each term, as bits. */
  add(slot: number, weights: ReadonlyMap<string, number>, fields?: ReadonlyMap<string, number>): void {
    const entry = emptyEntry(weights.size);
    let at = 0;
    for (const term of weights.keys()) entry.terms[at++] = this.#idOf(term);
    entry.terms.sort();
    for (let i = 0; i < entry.terms.length; i++) {
      const term = this.#terms[entry.terms[i] as number] ?? '';
      entry.weights[i] = weights.get(term) ?? 0;
      entry.fields[i] = fields?.get(term) ?? 0;
    }
    this.addEntry(slot, entry);
  }

  /** Adds an entry whose term ids are already known: sorted ascending, each with its weight. */
  addEntry(slot: number, entry: Entry): void {
    const { terms, weights } = entry;
    this.remove(slot);
    for (let i = 0; i < terms.length; i++) this.#postings.add(terms[i] ?? 0, slot, weights[i] ?? 0);
    this.#entries[slot] = entry;
    this.#size++;
  }

  remove(slot: number): void {
    const entry = this.entryOf(slot);
    if (!entry) return;
    for (const id of entry.terms) this.#postings.remove(id, slot);
    this.#entries[slot] = null;
    this.#size--;
  }

  entryOf(slot: number): Entry | undefined {
    let entry = this.#entries[slot];
    if (entry === undefined) {
      entry = this.#saved?.entryOf(slot) ?? null;
      if (slot < this.#entries.length) this.#entries[slot] = entry;
    }
    return entry ?? undefined;
  }

  /** All terms by id. Terms stay here after their last tool is removed. */
  get terms(): readonly string[] {
    return this.#terms;
  }

  /** Restores the term ids of a snapshot. Call it on an empty index only. */
  restoreTerms(terms: readonly string[]): void {
    this.#terms = [...terms];
    for (let id = 0; id < terms.length; id++) this.#ids.set(terms[id] as string, id);
  }

  /** Restores the entries and postings of a snapshot, starting at slot 0. Call `restoreTerms` first. */
  restoreEntries(entries: JoinedEntries, postings: JoinedPostings): void {
    this.#saved = new SavedEntries(entries, postings);
    this.#postings.restore(this.#saved);
    this.#size = this.#saved.size;
    this.#entries = new Array<Entry | undefined>(this.#size).fill(undefined);
  }

  /** Number of tools that contain a term. */
  documentFrequency(term: string): number {
    const id = this.#ids.get(term);
    return id === undefined ? 0 : this.#postings.frequencyOf(id);
  }

  /** The id of a term that some tool contains; -1 for another. */
  idOf(term: string): number {
    const id = this.#ids.get(term);
    return id === undefined || this.#postings.frequencyOf(id) === 0 ? -1 : id;
  }

  idfOf(term: string): number {
    return this.#idfOf(this.documentFrequency(term));
  }

  /** Looks up term ids and inverse document frequencies, rarest term first. Drops terms that no tool contains. */
  resolve(terms: readonly WeightedTerm[]): ResolvedTerm[] {
    const resolved: ResolvedTerm[] = [];
    for (const { term, weight } of terms) {
      const id = this.#ids.get(term);
      const documentFrequency = id === undefined ? 0 : this.#postings.frequencyOf(id);
      if (id === undefined || documentFrequency === 0) continue;
      insertRarestFirst(resolved, {
        id,
        factor: weight * this.#idfOf(documentFrequency),
        documentFrequency,
      });
    }
    return resolved;
  }

  /** The BM25F score of one tool. Unlike `match`, it never skips common terms. */
  scoreOf(slot: number, terms: readonly ResolvedTerm[]): number {
    const entry = this.entryOf(slot);
    if (!entry) return 0;
    let score = 0;
    for (let i = 0; i < terms.length; i++) {
      const { id, factor } = terms[i] as ResolvedTerm;
      const at = indexIn(entry.terms, id);
      if (at >= 0) score += factor * (entry.weights[at] as number);
    }
    return score;
  }

  /** `scoreOf` for the first `count` slots. Invalidates the result of the last `match`. */
  scoreAll(slots: Int32Array, count: number, terms: readonly ResolvedTerm[], scores: Float64Array): void {
    let postings = 0;
    for (let i = 0; i < terms.length; i++) postings += (terms[i] as ResolvedTerm).documentFrequency;
    if (postings > count * terms.length * POSTINGS_PER_LOOKUP) {
      for (let i = 0; i < count; i++) scores[i] = this.scoreOf(slots[i] as number, terms);
      return;
    }
    this.#reset();
    for (let i = 0; i < terms.length; i++) {
      const { id, factor } = terms[i] as ResolvedTerm;
      const list = this.#postings.of(id);
      if (list) this.#accumulate(list, factor);
    }
    for (let i = 0; i < count; i++) scores[i] = this.#scores[slots[i] as number] ?? 0;
  }

  holds(slot: number, term: string): boolean {
    const id = this.#ids.get(term);
    const entry = this.entryOf(slot);
    return id !== undefined && entry !== undefined && indexIn(entry.terms, id) >= 0;
  }

  /** Scores all tools that contain a term. Expects the order of `resolve`, rarest term first. */
  match(terms: readonly ResolvedTerm[]): LexicalMatch {
    this.#reset();
    const common = this.#size * COMMON_SHARE;
    for (const { id, factor, documentFrequency } of terms) {
      const list = this.#postings.of(id);
      if (!list) continue;
      if (this.#count >= ENOUGH_SCORED && documentFrequency > common) this.#raiseScored(list, factor);
      else this.#accumulate(list, factor);
    }
    return { scores: this.#scores, slots: this.#touched, count: this.#count };
  }

  #accumulate(list: PostingList, factor: number): void {
    const { slots, weights, length } = list;
    const scores = this.#scores;
    const touched = this.#touched;
    let count = this.#count;
    for (let i = 0; i < length; i++) {
      const slot = slots[i] as number;
      const before = scores[slot] as number;
      if (before === 0) touched[count++] = slot;
      scores[slot] = before + factor * (weights[i] as number);
    }
    this.#count = count;
  }

  #raiseScored(list: PostingList, factor: number): void {
    const { slots, weights, length } = list;
    const scores = this.#scores;
    for (let i = 0; i < length; i++) {
      const slot = slots[i] as number;
      const before = scores[slot] as number;
      if (before > 0) scores[slot] = before + factor * (weights[i] as number);
    }
  }

  #reset(): void {
    const capacity = this.#entries.length;
    if (this.#scores.length < capacity) {
      this.#scores = new Float32Array(Math.ceil(capacity * 1.3));
      this.#touched = new Int32Array(this.#scores.length);
    } else {
      for (let i = 0; i < this.#count; i++) this.#scores[this.#touched[i] as number] = 0;
    }
    this.#count = 0;
  }

  #idfOf(documentFrequency: number): number {
    if (documentFrequency >= this.#idfs.length) return inverseDocumentFrequency(documentFrequency, this.#size);
    if (this.#idfSize !== this.#size) {
      this.#idfs.fill(0);
      this.#idfSize = this.#size;
    }
    const known = this.#idfs[documentFrequency] as number;
    if (known > 0) return known;
    const idf = inverseDocumentFrequency(documentFrequency, this.#size);
    this.#idfs[documentFrequency] = idf;
    return idf;
  }

  #idOf(term: string): number {
    const known = this.#ids.get(term);
    if (known !== undefined) return known;
    const id = this.#terms.length;
    this.#ids.set(term, id);
    this.#terms.push(term);
    return id;
  }
}

/** Insertion sort: for the dozen terms of a query, faster than `sort` with a comparison function. */
function insertRarestFirst(terms: ResolvedTerm[], added: ResolvedTerm): void {
  let at = terms.length;
  terms.push(added);
  for (; at > 0 && (terms[at - 1] as ResolvedTerm).documentFrequency > added.documentFrequency; at--) {
    terms[at] = terms[at - 1] as ResolvedTerm;
  }
  terms[at] = added;
}

/** Binary search; -1 if absent. */
export function indexIn(sorted: Int32Array, wanted: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = sorted[middle] as number;
    if (found === wanted) return middle;
    if (found < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
