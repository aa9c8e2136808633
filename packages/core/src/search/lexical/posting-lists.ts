import { PostingList } from './posting-list.ts';
import type { SavedEntries } from './saved-entries.ts';

/**
 * The posting lists of all terms, by term id. Half of the terms are in one tool only: those have no list of their own, because two
 * typed arrays take four hundred bytes.
 */
export class PostingLists {
  /** Undefined for a term with one tool or none, and until first use for a list of a snapshot. */
  readonly #lists: (PostingList | undefined)[] = [];
  /** By term: the only tool that contains it, as slot + 1, and the weight; 0 for none. */
  #only = new Int32Array(0);
  #weights = new Float32Array(0);
  /** Scratch list of a term with one tool. */
  readonly #single = PostingList.over(new Int32Array(1), new Float32Array(1));
  #saved: SavedEntries | undefined;

  /** Restores the lists of a snapshot. Call it before anything was added. */
  restore(saved: SavedEntries): void {
    this.#saved = saved;
  }

  add(id: number, slot: number, weight: number): void {
    const list = this.#known(id);
    if (list) {
      list.add(slot, weight);
      return;
    }
    if (id >= this.#only.length) this.#grow(id + 1);
    const other = this.#only[id] as number;
    if (other === 0) {
      this.#only[id] = slot + 1;
      this.#weights[id] = weight;
      return;
    }
    const both = new PostingList();
    both.add(other - 1, this.#weights[id] as number);
    both.add(slot, weight);
    this.#put(id, both);
    this.#only[id] = 0;
  }

  remove(id: number, slot: number): void {
    const list = this.#known(id);
    if (list) list.remove(slot);
    else if (this.#only[id] === slot + 1) this.#only[id] = 0;
  }

  /** The tools of a term; valid until the next call. Undefined if there are none. */
  of(id: number): PostingList | undefined {
    const list = this.#known(id);
    if (list) return list;
    const only = this.#only[id] ?? 0;
    if (only === 0) return undefined;
    this.#single.slots[0] = only - 1;
    this.#single.weights[0] = this.#weights[id] as number;
    return this.#single;
  }

  /** Number of tools that contain a term. */
  frequencyOf(id: number): number {
    const list = this.#lists[id];
    if (list) return list.length;
    return (this.#only[id] ?? 0) !== 0 ? 1 : (this.#saved?.documentFrequencyOf(id) ?? 0);
  }

  #known(id: number): PostingList | undefined {
    const list = this.#lists[id];
    if (list || !this.#saved) return list;
    const saved = this.#saved.postingsOf(id);
    if (saved) this.#put(id, saved);
    return saved;
  }

  /** Without gaps: V8 keeps an array with large gaps as a slow dictionary. */
  #put(id: number, list: PostingList): void {
    while (this.#lists.length <= id) this.#lists.push(undefined);
    this.#lists[id] = list;
  }

  #grow(least: number): void {
    const capacity = Math.ceil(least * 1.3) + 64;
    const only = new Int32Array(capacity);
    only.set(this.#only);
    const weights = new Float32Array(capacity);
    weights.set(this.#weights);
    this.#only = only;
    this.#weights = weights;
  }
}
