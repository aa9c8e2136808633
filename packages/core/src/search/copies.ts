import type { Tool } from '../catalog/tool.ts';

/** Finds tools that are the same on several servers, such as two instances of one package. Reads tools best first. */
export class Copies {
  readonly #firsts = new Map<string, Tool[]>();
  readonly #copies = new Map<Tool, Tool[]>();

  /** True if a tool that was added before is the same one; it is then listed by `of`. */
  add(tool: Tool): boolean {
    const named = this.#firsts.get(tool.name);
    const first = named?.find((other) => isSame(other, tool));
    if (!first) {
      if (named) named.push(tool);
      else this.#firsts.set(tool.name, [tool]);
      return false;
    }
    const copies = this.#copies.get(first);
    if (copies) copies.push(tool);
    else this.#copies.set(first, [tool]);
    return true;
  }

  /** The copies of a tool, in the order in which they were added; undefined without any. */
  of(tool: Tool): readonly Tool[] | undefined {
    return this.#copies.get(tool);
  }
}

/** Same name, texts and parameters on another server. */
function isSame(one: Tool, other: Tool): boolean {
  return (
    one.server !== other.server &&
    one.description !== '' &&
    one.description === other.description &&
    one.title === other.title &&
    JSON.stringify(one.inputSchema) === JSON.stringify(other.inputSchema)
  );
}
