import type { Tool } from '../catalog/tool.ts';

/** Finds tools that are the same on several servers, such as two instances of one package. Reads tools best first. */
export class Copies {
  /** The tools that differ from each other. A list, because an answer has ten: a map would take longer to fill than to read. */
  readonly #firsts: Tool[] = [];
  #copies: Map<Tool, Tool[]> | undefined;

  /** True if a tool that was added before is the same one; it is then listed by `of`. */
  add(tool: Tool): boolean {
    for (const first of this.#firsts) {
      if (!isSame(first, tool)) continue;
      this.#copies ??= new Map();
      const copies = this.#copies.get(first);
      if (copies) copies.push(tool);
      else this.#copies.set(first, [tool]);
      return true;
    }
    this.#firsts.push(tool);
    return false;
  }

  /** The copies of a tool, in the order in which they were added; undefined without any. */
  of(tool: Tool): readonly Tool[] | undefined {
    return this.#copies?.get(tool);
  }
}

/** Same name, texts and parameters on another server. */
function isSame(one: Tool, other: Tool): boolean {
  return (
    one.name === other.name &&
    one.server !== other.server &&
    one.description !== '' &&
    one.description === other.description &&
    one.title === other.title &&
    JSON.stringify(one.inputSchema) === JSON.stringify(other.inputSchema)
  );
}
