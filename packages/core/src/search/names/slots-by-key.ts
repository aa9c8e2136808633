const NONE: readonly number[] = [];

/** A slot, or several, by key. */
export type KeptSlots = Record<string, number | number[]>;

/** Most names belong to one tool, so a plain list is smaller and quicker than a set. */
export class SlotsByKey {
  readonly #slots = new Map<string, number[]>();
  /** What was restored and nobody has asked for yet. */
  #kept: KeptSlots = {};

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
  kept(): KeptSlots {
    const all = [...this.#slots].map(([key, slots]) => [key, slots.length === 1 ? slots[0] : slots]);
    return { ...this.#kept, ...Object.fromEntries(all) };
  }

  /** Takes over what `kept` gave. Only where nothing was added yet. */
  restore(kept: KeptSlots): void {
    this.#kept = kept;
  }

  #listOf(key: string): number[] | undefined {
    const known = this.#slots.get(key);
    if (known || !Object.hasOwn(this.#kept, key)) return known;
    const slots = [this.#kept[key] ?? []].flat();
    delete this.#kept[key];
    this.#slots.set(key, slots);
    return slots;
  }
}
