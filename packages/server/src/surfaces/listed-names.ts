import type { Catalog, Tool } from '@foldout/core';
import { contentHash } from '@foldout/core/internal';
import { isOwnToolOfClient, LEGAL_NAME, MAX_NAME, sameInClients } from './client-names.ts';

const HASH_LENGTH = 6;

/**
 * Gives every tool a name that all clients keep as it is, and that stays unique after their changes to names: the tool's
 * own name if possible, and `server__name` if two servers share the name, the surface has a tool of that name, or the name
 * begins with the prefix of another server. The names depend on the catalog alone, so all replicas give the same names, and
 * one name is right for every client.
 */
export class ListedNames {
  readonly #catalog: Catalog;
  readonly #reserved: (name: string) => boolean;
  #version = -1;
  readonly #nameById = new Map<string, string>();
  readonly #idByName = new Map<string, string>();
  /** The given names as `sameInClients` writes them. */
  readonly #taken = new Set<string>();

  constructor(catalog: Catalog, reserved: (name: string) => boolean) {
    this.#catalog = catalog;
    this.#reserved = reserved;
  }

  nameOf(tool: Tool): string {
    this.#refresh();
    return this.#nameById.get(tool.id) ?? tool.name;
  }

  /** The id of the tool with this listed name. */
  idOf(name: string): string | undefined {
    this.#refresh();
    return this.#idByName.get(name);
  }

  #refresh(): void {
    if (this.#version === this.#catalog.version) return;
    this.#version = this.#catalog.version;
    this.#nameById.clear();
    this.#idByName.clear();
    this.#taken.clear();
    const tools = this.#catalog.entries().map(({ tool }) => tool);
    // A disabled or withheld tool gets a name that is left: it must not change the name of a tool that can be used.
    this.#nameAll(tools.filter(({ enabled }) => enabled));
    this.#nameAll(tools.filter(({ enabled }) => !enabled));
  }

  /** First every tool that can keep its own name, then the others: an own name wins over a derived one. */
  #nameAll(tools: readonly Tool[]): void {
    const others = tools.filter((tool) => {
      const keeps = LEGAL_NAME.test(tool.name) && !this.#isShared(tool) && this.#isFree(tool.name);
      if (keeps) this.#give(tool, tool.name);
      return !keeps;
    });
    for (const tool of others) this.#give(tool, this.#choose(tool));
  }

  #give(tool: Tool, name: string): void {
    this.#nameById.set(tool.id, name);
    this.#idByName.set(name, tool.id);
    this.#taken.add(sameInClients(name));
  }

  #isShared(tool: Tool): boolean {
    return this.#catalog.addressOf(tool) !== tool.name || this.#isReserved(tool.name);
  }

  /** Whether the surface or a client has a tool of this name, also after a client's changes to names. */
  #isReserved(name: string): boolean {
    const reserved = this.#reserved;
    return (
      isOwnToolOfClient(name) ||
      reserved(name) ||
      reserved(name.replaceAll('_', '-')) ||
      reserved(name.replaceAll('-', '_'))
    );
  }

  #choose(tool: Tool): string {
    const shared = this.#isShared(tool);
    const wanted = shared ? `${tool.server}__${tool.name}` : tool.name;
    const name = wanted.replace(/[^a-zA-Z0-9_-]/g, '_');
    if (name.length <= MAX_NAME && this.#isFree(name)) return name;
    const hash = contentHash(tool.id);
    // Another tool may already have this name with the hash, by chance or on purpose: then use more of the hash.
    for (let length = HASH_LENGTH; ; length += 1) {
      const short = `${name.slice(0, MAX_NAME - length - 1)}_${hash.slice(0, length)}`;
      if (this.#isFree(short) || length === MAX_NAME - 1) return short;
    }
  }

  #isFree(name: string): boolean {
    return name !== '' && !this.#taken.has(sameInClients(name)) && !this.#isReserved(name);
  }
}
