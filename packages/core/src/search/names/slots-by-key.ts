const NONE: readonly number[] = [];

/** One or several slots by key, as plain data. */
export type SavedSlots = Record<string, number | number[]>;

/** A multimap from keys to slots. Most keys have one slot, which needs no list. */
export class SlotsByKey {
  readonly #slots = new Map<string, number | number[]>();
  /** Restored entries that were not read yet; undefined without any. */
  #saved: SavedSlots | undefined;

  get(key: string): readonly number[] {
    const found = this.#find(key);
    return found === undefined ? NONE : typeof found === 'number' ? [found] : found;
  }

  add(key: string, slot: number): void {
    if (key === '') return;
    const found = this.#find(key);
    if (found === undefined) this.#slots.set(key, slot);
    else if (typeof found === 'number') this.#slots.set(key, [found, slot]);
    else found.push(slot);
  }

  remove(key: string, slot: number): void {
    const found = this.#find(key);
    if (found === slot) this.#slots.delete(key);
    if (typeof found !== 'object') return;
    const at = found.indexOf(slot);
    if (at !== -1) found.splice(at, 1);
    if (found.length === 0) this.#slots.delete(key);
  }

  /** Plain data, for `restore`. */
  save(): SavedSlots {
    return { ...this.#saved, ...Object.fromEntries(this.#slots) };
  }

  /** Restores the result of `save`. Call it only before anything was added. */
  restore(saved: SavedSlots): void {
    this.#saved = saved;
  }

  #find(key: string): number | number[] | undefined {
    const known = this.#slots.get(key);
    if (known !== undefined || this.#saved === undefined || !Object.hasOwn(this.#saved, key)) return known;
    const slots = this.#saved[key] ?? [];
    delete this.#saved[key];
    this.#slots.set(key, slots);
    return slots;
  }
}
