import type { Tool } from '../catalog/tool.ts';

/** Gives every tool a small number that the indexes know it by. Numbers of removed tools are used again. */
export class ToolSlots {
  readonly #slots = new Map<string, number>();
  readonly #tools: (Tool | undefined)[] = [];
  readonly #free: number[] = [];

  get size(): number {
    return this.#slots.size;
  }

  slotOf(id: string): number | undefined {
    return this.#slots.get(id);
  }

  toolAt(slot: number): Tool | undefined {
    return this.#tools[slot];
  }

  put(tool: Tool): number {
    const slot = this.#slots.get(tool.id) ?? this.#free.pop() ?? this.#tools.length;
    this.#slots.set(tool.id, slot);
    this.#tools[slot] = tool;
    return slot;
  }

  remove(id: string): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
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

  *tools(): Generator<Tool> {
    for (const [, tool] of this.entries()) yield tool;
  }
}
