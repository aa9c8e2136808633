import { type CatalogReader, ScopedCatalog, type ToolScope } from './catalog-reader.ts';
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
    const ids = this.#byName.get(address);
    if (!ids) return { found: false, candidates: [] };
    const [id = ''] = ids;
    const only = ids.size === 1 ? this.#entries.get(id) : undefined;
    return only ? { found: true, entry: only } : { found: false, candidates: [...ids].sort() };
  }

  addressOf(tool: Tool): string {
    const shared = (this.#byName.get(tool.name)?.size ?? 0) > 1 || this.#entries.has(tool.name);
    return shared ? tool.id : tool.name;
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

  #apply(source: ToolSource, upserted: readonly Tool[], removedNames: readonly string[], notify = true): void {
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
