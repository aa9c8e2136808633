import type { CatalogEntry, Lookup } from './catalog.ts';
import type { SourceStatus } from './source.ts';
import type { Tool } from './tool.ts';

/** Read access to a catalog, or to the part of it that a caller may see. */
export interface CatalogReader {
  /** Increases with every change. Values derived from the catalog are cached under it. */
  readonly version: number;
  /** Every entry, ordered by id. */
  entries(): readonly CatalogEntry[];
  /** Finds a tool by `server/name`, or by its bare name if only one server has that name. */
  lookup(address: string): Lookup;
  /** The shortest address of a tool: its name, or its id if another server has that name too. */
  addressOf(tool: Tool): string;
  /** The other server that the tool's name claims to belong to, such as `github` for the `github__create_issue` of any other. */
  claimedServer(tool: Tool): string | undefined;
  /** Every bare name, or every `server/name`. Misspelled addresses are compared with these. */
  addresses(kind: 'name' | 'id'): Iterable<string>;
  /** Every source that reports a status, also those whose tools are not known yet; ordered by server. */
  sources(): readonly SourceStatus[];
}

/** Decides which tools exist for a caller. Views are cached per scope object: reuse the object for the same scope. */
export interface ToolScope {
  allows(tool: Tool): boolean;
  /** Whether the caller may know of a server before its tools are known. Absent: it may not. */
  allowsServer?(server: string, category?: string): boolean;
}

/** A view of a catalog without the tools that a scope does not allow. */
export class ScopedCatalog implements CatalogReader {
  readonly #whole: CatalogReader;
  readonly #scope: ToolScope;
  #cached: { version: number; entries: readonly CatalogEntry[] } | undefined;

  constructor(whole: CatalogReader, scope: ToolScope) {
    this.#whole = whole;
    this.#scope = scope;
  }

  get version(): number {
    return this.#whole.version;
  }

  entries(): readonly CatalogEntry[] {
    if (this.#cached?.version !== this.version) {
      const entries = this.#whole.entries().filter(({ tool }) => this.#scope.allows(tool));
      this.#cached = { version: this.version, entries };
    }
    return this.#cached.entries;
  }

  lookup(address: string): Lookup {
    const lookup = this.#whole.lookup(address);
    if (lookup.found) return this.#scope.allows(lookup.entry.tool) ? lookup : { found: false, candidates: [] };
    const visible = lookup.candidates
      .map((id) => this.#whole.lookup(id))
      .filter((candidate) => candidate.found && this.#scope.allows(candidate.entry.tool));
    const [only] = visible;
    if (only?.found && visible.length === 1) return only;
    return { found: false, candidates: visible.flatMap((match) => (match.found ? [match.entry.tool.id] : [])) };
  }

  addressOf(tool: Tool): string {
    return this.#whole.addressOf(tool);
  }

  claimedServer(tool: Tool): string | undefined {
    return this.#whole.claimedServer(tool);
  }

  addresses(kind: 'name' | 'id'): Iterable<string> {
    return this.entries().map(({ tool }) => (kind === 'id' ? tool.id : tool.name));
  }

  sources(): readonly SourceStatus[] {
    const all = this.#whole.sources();
    if (all.length === 0) return all;
    const counts = new Map<string, number>();
    for (const { tool } of this.entries()) counts.set(tool.server, (counts.get(tool.server) ?? 0) + 1);
    return all
      .filter(({ server, category }) => counts.has(server) || this.#scope.allowsServer?.(server, category) === true)
      .map((status) => ({ ...status, tools: counts.get(status.server) ?? 0 }));
  }
}
