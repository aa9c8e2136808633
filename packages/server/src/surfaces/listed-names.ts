import { type Catalog, contentHash, type Tool } from '@foldout/core';

const MAX_LENGTH = 64;
/** Hosts put a prefix of their own before a name: one that had to be prefixed here stays well below the limit. */
const MAX_PREFIXED = 45;
const HASH_LENGTH = 6;
const LEGAL = /^[a-zA-Z0-9_-]{1,64}$/;

/**
 * Gives every tool a name that all hosts accept (`^[a-zA-Z0-9_-]{1,64}$`) and no other tool has: its
 * own where it can be, `server__name` where two servers share it or the surface has a tool of that name.
 * It depends on the catalog alone, so every replica gives the same names.
 */
export class ListedNames {
  readonly #catalog: Catalog;
  readonly #reserved: (name: string) => boolean;
  #version = -1;
  readonly #nameById = new Map<string, string>();
  readonly #idByName = new Map<string, string>();

  constructor(catalog: Catalog, reserved: (name: string) => boolean) {
    this.#catalog = catalog;
    this.#reserved = reserved;
  }

  nameOf(tool: Tool): string {
    this.#refresh();
    return this.#nameById.get(tool.id) ?? tool.name;
  }

  /** The id of the tool that a listed name stands for. */
  idOf(name: string): string | undefined {
    this.#refresh();
    return this.#idByName.get(name);
  }

  #refresh(): void {
    if (this.#version === this.#catalog.version) return;
    this.#version = this.#catalog.version;
    this.#nameById.clear();
    this.#idByName.clear();
    const tools = this.#catalog.entries().map(({ tool }) => tool);
    // What can keep its own name does, before others look for one: a name stands first for the tool that has it.
    const others = tools.filter((tool) => {
      const keeps = LEGAL.test(tool.name) && !this.#isShared(tool);
      if (keeps) this.#give(tool, tool.name);
      return !keeps;
    });
    for (const tool of others) this.#give(tool, this.#choose(tool));
  }

  #give(tool: Tool, name: string): void {
    this.#nameById.set(tool.id, name);
    this.#idByName.set(name, tool.id);
  }

  #isShared(tool: Tool): boolean {
    return this.#catalog.addressOf(tool) !== tool.name || this.#reserved(tool.name);
  }

  #choose(tool: Tool): string {
    const shared = this.#isShared(tool);
    const max = shared ? MAX_PREFIXED : MAX_LENGTH;
    const wanted = shared ? `${tool.server}__${tool.name}` : tool.name;
    const name = wanted.replace(/[^a-zA-Z0-9_-]/g, '_');
    if (name.length <= max && this.#isFree(name)) return name;
    const hash = contentHash(tool.id);
    // A tool elsewhere may be named like this one and its hash, by chance or on purpose: then more of the hash.
    for (let length = HASH_LENGTH; ; length += 1) {
      const short = `${name.slice(0, max - length - 1)}_${hash.slice(0, length)}`;
      if (this.#isFree(short) || length === max - 1) return short;
    }
  }

  #isFree(name: string): boolean {
    return name !== '' && !this.#idByName.has(name) && !this.#reserved(name);
  }
}
