import type { CatalogEntry, CatalogOutline, Lookup } from './catalog.ts';
import type { Tool } from './tool.ts';

/** What can be asked of a catalog, or of the part of it that a caller may see. */
export interface CatalogReader {
  /** Rises with every change: what is derived from the catalog is kept until it does. */
  readonly version: number;
  /** What stands for its tools while nobody has asked for one. */
  readonly outline?: CatalogOutline | undefined;
  /** Every entry, ordered by id: the same order on every run. */
  entries(): readonly CatalogEntry[];
  /** Finds by `server/name`, or by a name that only one server has. */
  lookup(address: string): Lookup;
  /** The shortest address that finds this tool: its name, unless another server has that name too. */
  addressOf(tool: Tool): string;
  /** Every bare name, or every `server/name`: what a misspelt address is compared with. */
  addresses(kind: 'name' | 'id'): Iterable<string>;
}

/** The part of a catalog that exists for a caller. The same object stands for the same part. */
export interface ToolScope {
  allows(tool: Tool): boolean;
}

/** A catalog in which only what a scope allows exists. */
export class ScopedCatalog implements CatalogReader {
  readonly #whole: CatalogReader;
  readonly #scope: ToolScope;
  #kept: { version: number; entries: readonly CatalogEntry[] } | undefined;

  constructor(whole: CatalogReader, scope: ToolScope) {
    this.#whole = whole;
    this.#scope = scope;
  }

  get version(): number {
    return this.#whole.version;
  }

  entries(): readonly CatalogEntry[] {
    if (this.#kept?.version !== this.version) {
      const entries = this.#whole.entries().filter(({ tool }) => this.#scope.allows(tool));
      this.#kept = { version: this.version, entries };
    }
    return this.#kept.entries;
  }

  lookup(address: string): Lookup {
    const lookup = this.#whole.lookup(address);
    if (lookup.found) return this.#scope.allows(lookup.entry.tool) ? lookup : { found: false, candidates: [] };
    const visible = lookup.candidates
      .map((id) => this.#whole.lookup(id))
      .filter((one) => one.found && this.#scope.allows(one.entry.tool));
    const [only] = visible;
    if (only?.found && visible.length === 1) return only;
    return { found: false, candidates: visible.flatMap((one) => (one.found ? [one.entry.tool.id] : [])) };
  }

  addressOf(tool: Tool): string {
    return this.#whole.addressOf(tool);
  }

  addresses(kind: 'name' | 'id'): Iterable<string> {
    return this.entries().map(({ tool }) => (kind === 'id' ? tool.id : tool.name));
  }
}
