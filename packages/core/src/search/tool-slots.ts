import type { Tool } from '../catalog/tool.ts';

/** Gives every tool a small number that the indexes know it by. Numbers of removed tools are used again. */
export class ToolSlots {
  readonly #slots = new Map<string, number>();
  readonly #tools: (Tool | undefined)[] = [];
  readonly #free: number[] = [];
  readonly #categories = new Map<string, number>();
  #deprecated = 0;

  get size(): number {
    return this.#slots.size;
  }

  slotOf(id: string): number | undefined {
    return this.#slots.get(id);
  }

  toolAt(slot: number): Tool | undefined {
    return this.#tools[slot];
  }

  /** Mostly none: then a search need not look at every tool it considers. */
  get hasDeprecated(): boolean {
    return this.#deprecated > 0;
  }

  /** How many tools a category has. */
  countIn(category: string): number {
    return this.#categories.get(category) ?? 0;
  }

  put(tool: Tool): number {
    this.remove(tool.id);
    const slot = this.#free.pop() ?? this.#tools.length;
    this.#categories.set(tool.category, this.countIn(tool.category) + 1);
    if (tool.deprecated) this.#deprecated++;
    this.#slots.set(tool.id, slot);
    this.#tools[slot] = tool;
    return slot;
  }

  remove(id: string): void {
    const slot = this.#slots.get(id);
    const tool = slot === undefined ? undefined : this.#tools[slot];
    if (slot === undefined || !tool) return;
    this.#categories.set(tool.category, this.countIn(tool.category) - 1);
    if (tool.deprecated) this.#deprecated--;
    this.#slots.delete(id);
    this.#tools[slot] = undefined;
    this.#free.push(slot);
  }

  *entries(): Generator<[number, Tool]> {
    for (const slot of this.#slots.values()) {
      const tool = this.#tools[slot];
      if (tool) yield [slot, tool];
    }
  }
}
