import { type Catalog, contentHash, type Tool } from '@foldout/core';

const MAX_LENGTH = 64;
/** Hosts put a prefix of their own before a name: one that had to be prefixed here stays well below the limit. */
const MAX_PREFIXED = 45;
const HASH_LENGTH = 6;

/**
 * Gives every tool a name that all hosts accept (`^[a-zA-Z0-9_-]{1,64}$`) and no other tool has: its
 * own where it can be, `server__name` where two servers share it or a meta-tool has it. It depends on
 * the catalog alone, so every replica gives the same names.
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
    for (const { tool } of this.#catalog.entries()) {
      const name = this.#choose(tool);
      this.#nameById.set(tool.id, name);
      this.#idByName.set(name, tool.id);
    }
  }

  #choose(tool: Tool): string {
    const shared = this.#catalog.addressOf(tool) !== tool.name || this.#reserved(tool.name);
    const max = shared ? MAX_PREFIXED : MAX_LENGTH;
    const wanted = shared ? `${tool.server}__${tool.name}` : tool.name;
    const name = wanted.replace(/[^a-zA-Z0-9_-]/g, '_');
    if (name !== '' && name.length <= max && this.#isFree(name)) return name;
    const hash = contentHash(tool.id);
    // Longer until it is free: whoever names a tool after this one's hash must not take its place.
    for (let length = HASH_LENGTH; ; length += 1) {
      const hashed = `${name.slice(0, Math.max(0, max - length - 1))}_${hash.slice(0, length)}`.slice(0, MAX_LENGTH);
      if (this.#isFree(hashed) || length >= MAX_LENGTH) return hashed;
    }
  }

  #isFree(name: string): boolean {
    return !this.#idByName.has(name) && !this.#reserved(name);
  }
}
