import { rarity } from './bm25f.ts';
import { PostingList } from './posting-list.ts';
import { type Entry, type JoinedEntries, type JoinedPostings, SavedEntries } from './saved-entries.ts';

export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

/** A term by number, with its weight in the query times its rarity. */
export interface ResolvedTerm {
  readonly id: number;
  readonly factor: number;
  readonly holders: number;
}

/** Scores by slot, and which slots have one. Belongs to the index and lasts until its next `match`. */
export interface LexicalMatch {
  readonly scores: Float32Array;
  readonly slots: Int32Array;
  readonly count: number;
}

/** Once this many tools are in play, a term that half the catalog holds brings in no new ones. */
const ENOUGH_IN_PLAY = 2_000;
const COMMON_SHARE = 0.05;
/** Reading so many postings takes as long as looking one term up in one tool. */
const POSTINGS_A_LOOKUP = 8;

/** Which tool holds which term. Knows nothing of fields or text: it is given the weight of each term. */
export class LexicalIndex {
  readonly #ids = new Map<string, number>();
  #terms: string[] = [];
  /** Those of a snapshot are not there before somebody looks at them. */
  #postings: (PostingList | undefined)[] = [];
  /** Null where there is none; those of a snapshot are not there before somebody looks at them. */
  #entries: (Entry | null | undefined)[] = [];
  #saved: SavedEntries | undefined;
  #size = 0;
  #scores = new Float32Array(0);
  #touched = new Int32Array(0);
  #count = 0;

  get size(): number {
    return this.#size;
  }

  add(slot: number, weights: ReadonlyMap<string, number>): void {
    const terms = new Int32Array(weights.size);
    let at = 0;
    for (const term of weights.keys()) terms[at++] = this.#idOf(term);
    terms.sort();
    const values = Float32Array.from(terms, (id) => weights.get(this.#terms[id] ?? '') ?? 0);
    this.addEntry(slot, terms, values);
  }

  /** What `entryOf` gave, or what a snapshot held: term numbers in rising order, each with its weight. */
  addEntry(slot: number, terms: Int32Array, weights: Float32Array): void {
    this.remove(slot);
    for (let i = 0; i < terms.length; i++) this.#listOf(terms[i] ?? 0).add(slot, weights[i] ?? 0);
    this.#entries[slot] = { terms, weights };
    this.#size++;
  }

  remove(slot: number): void {
    const entry = this.entryOf(slot);
    if (!entry) return;
    for (const id of entry.terms) this.#listOf(id).remove(slot);
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

  /** Every term ever seen, by number: what `addEntry` refers to. */
  get terms(): readonly string[] {
    return this.#terms;
  }

  /** Gives the terms of a snapshot the numbers they had in it. Only for an empty index. */
  restoreTerms(terms: readonly string[]): void {
    this.#terms = [...terms];
    this.#postings = new Array<PostingList | undefined>(terms.length).fill(undefined);
    for (let id = 0; id < terms.length; id++) this.#ids.set(terms[id] as string, id);
  }

  /** What all slots hold, from the first on. Only after `restoreTerms`. */
  restoreEntries(entries: JoinedEntries, postings: JoinedPostings): void {
    this.#saved = new SavedEntries(entries, postings);
    this.#size = this.#saved.size;
    this.#entries = new Array<Entry | undefined>(this.#size).fill(undefined);
  }

  holders(term: string): number {
    const id = this.#ids.get(term);
    return id === undefined ? 0 : this.#holdersOf(id);
  }

  rarityOf(term: string): number {
    return rarity(this.holders(term), this.#size);
  }

  /** Terms as numbers, rarest first, each with what it is worth in this catalog. Terms that no tool holds are left out. */
  resolve(terms: readonly WeightedTerm[]): ResolvedTerm[] {
    const resolved: ResolvedTerm[] = [];
    for (const { term, weight } of terms) {
      const id = this.#ids.get(term);
      const holders = id === undefined ? 0 : this.#holdersOf(id);
      if (id === undefined || holders === 0) continue;
      placeByRarity(resolved, { id, factor: weight * rarity(holders, this.#size), holders });
    }
    return resolved;
  }

  /** What `match` would give one tool, every term counted. */
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

  /** `scoreOf` for the first `count` slots. Ends what the last `match` gave. */
  scoreAll(slots: Int32Array, count: number, terms: readonly ResolvedTerm[], scores: Float64Array): void {
    let postings = 0;
    for (let i = 0; i < terms.length; i++) postings += (terms[i] as ResolvedTerm).holders;
    if (postings > count * terms.length * POSTINGS_A_LOOKUP) {
      for (let i = 0; i < count; i++) scores[i] = this.scoreOf(slots[i] as number, terms);
      return;
    }
    this.#reset();
    for (let i = 0; i < terms.length; i++) {
      const { id, factor } = terms[i] as ResolvedTerm;
      this.#accumulate(this.#listOf(id), factor);
    }
    for (let i = 0; i < count; i++) scores[i] = this.#scores[slots[i] as number] ?? 0;
  }

  holds(slot: number, term: string): boolean {
    const id = this.#ids.get(term);
    const entry = this.entryOf(slot);
    return id !== undefined && entry !== undefined && indexIn(entry.terms, id) >= 0;
  }

  /** Adds up what each term says for each tool, rarest term first, which is the order that `resolve` gives. */
  match(terms: readonly ResolvedTerm[]): LexicalMatch {
    this.#reset();
    const common = this.#size * COMMON_SHARE;
    for (const { id, factor, holders } of terms) {
      const list = this.#listOf(id);
      if (this.#count >= ENOUGH_IN_PLAY && holders > common) this.#raise(list, factor);
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

  #raise(list: PostingList, factor: number): void {
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

  #idOf(term: string): number {
    const known = this.#ids.get(term);
    if (known !== undefined) return known;
    const id = this.#terms.length;
    this.#ids.set(term, id);
    this.#terms.push(term);
    return id;
  }

  #listOf(id: number): PostingList {
    let list = this.#postings[id];
    if (!list) {
      list = this.#saved?.postingsOf(id) ?? new PostingList();
      this.#postings[id] = list;
    }
    return list;
  }

  #holdersOf(id: number): number {
    return this.#postings[id]?.length ?? this.#saved?.holdersOf(id) ?? 0;
  }
}

/** A request has a dozen terms: putting each in its place is quicker than sorting them with a comparison. */
function placeByRarity(terms: ResolvedTerm[], one: ResolvedTerm): void {
  let at = terms.length;
  terms.push(one);
  for (; at > 0 && (terms[at - 1] as ResolvedTerm).holders > one.holders; at--) {
    terms[at] = terms[at - 1] as ResolvedTerm;
  }
  terms[at] = one;
}

/** Where a number stands in a rising list, or -1. */
function indexIn(sorted: Int32Array, wanted: number): number {
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
