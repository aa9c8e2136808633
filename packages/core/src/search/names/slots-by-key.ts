const NONE: readonly number[] = [];

/** Most names belong to one tool, so a plain list is smaller and quicker than a set. */
export class SlotsByKey {
  readonly #slots = new Map<string, number[]>();

  get(key: string): readonly number[] {
    return key === '' ? NONE : (this.#slots.get(key) ?? NONE);
  }

  add(key: string, slot: number): void {
    if (key === '') return;
    const slots = this.#slots.get(key);
    if (slots) slots.push(slot);
    else this.#slots.set(key, [slot]);
  }

  remove(key: string, slot: number): void {
    const slots = this.#slots.get(key);
    const at = slots?.indexOf(slot) ?? -1;
    if (!slots || at === -1) return;
    slots.splice(at, 1);
    if (slots.length === 0) this.#slots.delete(key);
  }
}
