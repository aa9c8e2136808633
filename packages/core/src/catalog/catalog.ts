import { type CatalogReader, ScopedCatalog, type ToolScope } from './catalog-reader.ts';
import { claimedServer } from './claimed-server.ts';
import { contentHash, toolHash } from './content-hash.ts';
import type { SourceStatus, ToolSource } from './source.ts';
import type { Tool } from './tool.ts';

export interface CatalogChange {
  readonly upserted: readonly Tool[];
  readonly removed: readonly Tool[];
}

export interface CatalogEntry {
  readonly tool: Tool;
  readonly source: ToolSource;
}

export type Lookup =
  | { readonly found: true; readonly entry: CatalogEntry }
  /** `candidates`: ids of the tools that share the name; empty if no tool has it. */
  | { readonly found: false; readonly candidates: readonly string[] };

/** All tools of all sources, as plain data: reading it never loads, attaches or starts anything. */
export class Catalog implements CatalogReader {
  readonly #entries = new Map<string, CatalogEntry>();
  /** Name → ids. More than one id makes the bare name ambiguous. */
  readonly #byName = new Map<string, Set<string>>();
  readonly #subscriptions = new Map<ToolSource, () => void>();
  readonly #listeners = new Set<(change: CatalogChange) => void>();
  readonly #views = new WeakMap<ToolScope, CatalogReader>();
  /** Bare names that were looked up and found, until the next change: a call looks its name up several times. */
  readonly #found = new Map<string, Lookup>();
  #version = 0;
  #sorted: { version: number; entries: readonly CatalogEntry[] } | undefined;
  #hash: { version: number; value: string } | undefined;

  get size(): number {
    return this.#entries.size;
  }

  get version(): number {
    return this.#version;
  }

  /** Content hash: equal for equal tools, independent of their order and of the machine. */
  get hash(): string {
    if (this.#hash?.version !== this.#version) {
      const parts = this.entries().map(({ tool, source }) => [tool.id, toolHash(tool), source.exposes(tool)]);
      this.#hash = { version: this.#version, value: contentHash(parts) };
    }
    return this.#hash.value;
  }

  /**
   * Adds a source and follows its changes. Throws if a source with that server name is attached.
   * `notify: false`: no event for the source's current tools, because clients already know them (a warm start).
   */
  attach(source: ToolSource, { notify = true }: { readonly notify?: boolean } = {}): void {
    for (const present of this.#subscriptions.keys()) {
      if (present.server === source.server)
        throw new Error(`A source for server '${source.server}' is attached already. Detach it first.`);
    }
    this.#subscriptions.set(
      source,
      source.subscribe(({ upserted, removed }) => this.#apply(source, upserted, removed)),
    );
    this.#apply(source, [...source.tools()], [], notify);
  }

  /** Removes a source and all of its tools. */
  detach(source: ToolSource): void {
    this.#subscriptions.get(source)?.();
    this.#subscriptions.delete(source);
    const names = [...this.#entries.values()].filter((entry) => entry.source === source).map(({ tool }) => tool.name);
    this.#apply(source, [], names);
  }

  entries(): readonly CatalogEntry[] {
    if (this.#sorted?.version !== this.#version) {
      const entries = [...this.#entries.values()].sort((a, b) => (a.tool.id < b.tool.id ? -1 : 1));
      this.#sorted = { version: this.#version, entries };
    }
    return this.#sorted.entries;
  }

  lookup(address: string): Lookup {
    const direct = this.#entries.get(address);
    if (direct) return { found: true, entry: direct };
    const known = this.#found.get(address);
    if (known) return known;
    const [entry, ...others] = this.#named(address);
    if (entry && others.length === 0) {
      const lookup: Lookup = { found: true, entry };
      this.#found.set(address, lookup);
      return lookup;
    }
    const candidates = entry ? [entry, ...others].map(({ tool }) => tool.id) : [];
    return { found: false, candidates: candidates.sort() };
  }

  claimedServer({ name, server }: Tool): string | undefined {
    return claimedServer(name, server, this.#servers());
  }

  addressOf(tool: Tool): string {
    if (this.#entries.has(tool.name)) return tool.id;
    const lookup = this.lookup(tool.name);
    return lookup.found && lookup.entry.tool.id === tool.id ? tool.name : tool.id;
  }

  addresses(kind: 'name' | 'id'): Iterable<string> {
    return kind === 'id' ? this.#entries.keys() : this.#byName.keys();
  }

  sources(): readonly SourceStatus[] {
    const statuses = [...this.#subscriptions.keys()].flatMap((source) => source.status?.() ?? []);
    return statuses.sort((a, b) => (a.server < b.server ? -1 : 1));
  }

  /** The attached source of a server. */
  source(server: string): ToolSource | undefined {
    for (const source of this.#subscriptions.keys()) if (source.server === server) return source;
    return undefined;
  }

  /** The part of the catalog that a scope allows; the whole catalog without a scope. */
  view(scope: ToolScope | undefined): CatalogReader {
    if (!scope) return this;
    let view = this.#views.get(scope);
    if (!view) {
      view = new ScopedCatalog(this, scope);
      this.#views.set(scope, view);
    }
    return view;
  }

  subscribe(listener: (change: CatalogChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The entries that a bare name may mean. A disabled or withheld tool has no claim to a name that another tool has. */
  #named(name: string): readonly CatalogEntry[] {
    const entries: CatalogEntry[] = [];
    for (const id of this.#byName.get(name) ?? []) {
      const entry = this.#entries.get(id);
      if (entry && this.claimedServer(entry.tool) === undefined) entries.push(entry);
    }
    if (entries.length < 2) return entries;
    const enabled = entries.filter(({ tool }) => tool.enabled);
    return enabled.length > 0 ? enabled : entries;
  }

  *#servers(): Iterable<string> {
    for (const { server } of this.#subscriptions.keys()) yield server;
  }

  #apply(source: ToolSource, upserted: readonly Tool[], removedNames: readonly string[], notify = true): void {
    // Also without a change of tools: the name of an attached server decides what a bare name may mean.
    this.#found.clear();
    const removed: Tool[] = [];
    for (const name of removedNames) {
      const tool = this.#entries.get(`${source.server}/${name}`)?.tool;
      if (!tool) continue;
      removed.push(tool);
      this.#entries.delete(tool.id);
      this.#removeName(tool);
    }
    for (const tool of upserted) {
      this.#entries.set(tool.id, { tool, source });
      const ids = this.#byName.get(tool.name);
      if (ids) ids.add(tool.id);
      else this.#byName.set(tool.name, new Set([tool.id]));
    }
    if (upserted.length === 0 && removed.length === 0) return;
    this.#version += 1;
    if (!notify) return;
    for (const listener of this.#listeners) listener({ upserted, removed });
  }

  #removeName(tool: Tool): void {
    const ids = this.#byName.get(tool.name);
    ids?.delete(tool.id);
    if (ids?.size === 0) this.#byName.delete(tool.name);
  }
}
