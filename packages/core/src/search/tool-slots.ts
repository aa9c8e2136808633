import type { Tool } from '../catalog/tool.ts';

/** Tools that are built on first use. None of them is deprecated. */
export interface LaterTools {
  /** Number of tools in each category. */
  readonly categories: ReadonlyMap<string, number>;
  find(id: string): Tool | undefined;
}

/** Assigns each tool a slot: a small integer that the indexes use as its id. Slots of removed tools are reused. */
export class ToolSlots {
  readonly #slots = new Map<string, number>();
  #tools: (Tool | undefined)[] = [];
  readonly #free: number[] = [];
  readonly #categories = new Map<string, number>();
  #deprecated = 0;
  #later: { readonly ids: readonly string[]; readonly find: LaterTools['find'] } | undefined;

  get size(): number {
    return this.#slots.size;
  }

  slotOf(id: string): number | undefined {
    return this.#slots.get(id);
  }

  toolAt(slot: number): Tool | undefined {
    return this.#tools[slot] ?? this.#buildAt(slot);
  }

  /** If false, as in most catalogs, a search need not read every candidate to check for deprecation. */
  get hasDeprecated(): boolean {
    return this.#deprecated > 0;
  }

  /** Number of tools in a category. */
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
    const tool = slot === undefined ? undefined : this.toolAt(slot);
    if (slot === undefined || !tool) return;
    this.#categories.set(tool.category, this.countIn(tool.category) - 1);
    if (tool.deprecated) this.#deprecated--;
    this.#slots.delete(id);
    this.#tools[slot] = undefined;
    this.#free.push(slot);
  }

  *entries(): Generator<[number, Tool]> {
    for (const slot of this.#slots.values()) {
      const tool = this.toolAt(slot);
      if (tool) yield [slot, tool];
    }
  }

  /** Assigns slots to tools that are built on first use, starting at 0. Call it on an empty instance only. */
  restore(ids: readonly string[], { categories, find }: LaterTools): void {
    this.#later = { ids, find };
    this.#tools = new Array<Tool | undefined>(ids.length).fill(undefined);
    for (let slot = 0; slot < ids.length; slot++) this.#slots.set(ids[slot] as string, slot);
    for (const [category, count] of categories) this.#categories.set(category, count);
  }

  #buildAt(slot: number): Tool | undefined {
    const id = this.#later?.ids[slot];
    // A tool that was removed since the restore is not built.
    if (id === undefined || this.#slots.get(id) !== slot) return undefined;
    const tool = this.#later?.find(id);
    this.#tools[slot] = tool;
    return tool;
  }
}
