const NONE: readonly number[] = [];

/** One or several slots by key, as plain data. */
export type SavedSlots = Record<string, number | number[]>;

/** A multimap from keys to slots. Most keys have one slot, so an array is smaller and faster than a set. */
export class SlotsByKey {
  readonly #slots = new Map<string, number[]>();
  /** Restored entries that were not read yet. */
  #saved: SavedSlots = {};

  get(key: string): readonly number[] {
    return key === '' ? NONE : (this.#listOf(key) ?? NONE);
  }

  add(key: string, slot: number): void {
    if (key === '') return;
    const slots = this.#listOf(key);
    if (slots) slots.push(slot);
    else this.#slots.set(key, [slot]);
  }

  remove(key: string, slot: number): void {
    const slots = this.#listOf(key);
    const at = slots?.indexOf(slot) ?? -1;
    if (!slots || at === -1) return;
    slots.splice(at, 1);
    if (slots.length === 0) this.#slots.delete(key);
  }

  /** Plain data, for `restore`. */
  save(): SavedSlots {
    const all = [...this.#slots].map(([key, slots]) => [key, slots.length === 1 ? slots[0] : slots]);
    return { ...this.#saved, ...Object.fromEntries(all) };
  }

  /** Restores the result of `save`. Call it only before anything was added. */
  restore(saved: SavedSlots): void {
    this.#saved = saved;
  }

  #listOf(key: string): number[] | undefined {
    const known = this.#slots.get(key);
    if (known || !Object.hasOwn(this.#saved, key)) return known;
    const slots = [this.#saved[key] ?? []].flat();
    delete this.#saved[key];
    this.#slots.set(key, slots);
    return slots;
  }
}
