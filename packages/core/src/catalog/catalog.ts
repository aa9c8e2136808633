import { type CatalogReader, ScopedCatalog, type ToolScope } from './catalog-reader.ts';
import { contentHash, toolHash } from './content-hash.ts';
import type { ToolSource } from './source.ts';
import type { Tool } from './tool.ts';
import type { ToolsMark } from './tools-mark.ts';

export interface CatalogChange {
  readonly upserted: readonly Tool[];
  /** Tools that are gone. */
  readonly removed: readonly Tool[];
}

/** How many tools of each category, and with each tag, can be called: enough to say what is there. */
export interface CatalogOutline {
  readonly categories: ReadonlyMap<string, number>;
  readonly tags: ReadonlyMap<string, number>;
  /** Present where tools can be searched before all of them are made. None of them is deprecated then. */
  readonly tools?: OutlinedTools | undefined;
}

export interface OutlinedTools {
  /** One for each server that has a tool. */
  readonly marks: readonly ToolsMark[];
  /** Makes the one tool that is asked for. */
  find(id: string): Tool | undefined;
}

export interface CatalogEntry {
  readonly tool: Tool;
  readonly source: ToolSource;
}

export type Lookup =
  | { readonly found: true; readonly entry: CatalogEntry }
  /** `candidates` are the tools that share the name; none where nothing has it. */
  | { readonly found: false; readonly candidates: readonly string[] };

/** All tools of all sources: the single source of truth that every face reads. */
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
  #later: { readonly outline: CatalogOutline; readonly attach: () => void } | undefined;
  #settling = false;

  /** What stands for the tools while nobody has asked for one; undefined once they are there. */
  get outline(): CatalogOutline | undefined {
    return this.#entries.size === 0 ? this.#later?.outline : undefined;
  }

  /**
   * Attaches sources when somebody first asks for a tool, and not before: to say what there is takes only the
   * outline. They count as having been there all along, so nobody is told of them.
   */
  attachLater(outline: CatalogOutline, attach: () => void): void {
    this.settle();
    this.#later = { outline, attach };
  }

  /** Attaches what was to be attached later. */
  settle(): void {
    const later = this.#later;
    if (!later) return;
    this.#later = undefined;
    this.#settling = true;
    try {
      later.attach();
    } finally {
      this.#settling = false;
    }
  }

  get size(): number {
    this.settle();
    return this.#entries.size;
  }

  get version(): number {
    return this.#version;
  }

  /** The same for the same tools, whatever order they came in and on whichever machine. */
  get hash(): string {
    if (this.#hash?.version !== this.#version) {
      const parts = this.entries().map(({ tool, source }) => [tool.id, toolHash(tool), source.exposes(tool)]);
      this.#hash = { version: this.#version, value: contentHash(parts) };
    }
    return this.#hash.value;
  }

  /** Adds a source and follows its changes. Throws where a source with that server name is attached. */
  attach(source: ToolSource): void {
    for (const present of this.#subscriptions.keys()) {
      if (present.server === source.server)
        throw new Error(`A source for server '${source.server}' is attached already`);
    }
    this.#subscriptions.set(
      source,
      source.subscribe(({ upserted, removed }) => this.#apply(source, upserted, removed)),
    );
    this.#apply(source, [...source.tools()], []);
  }

  /** Removes a source and all of its tools. */
  detach(source: ToolSource): void {
    this.settle();
    this.#subscriptions.get(source)?.();
    this.#subscriptions.delete(source);
    const names = [...this.#entries.values()].filter((entry) => entry.source === source).map(({ tool }) => tool.name);
    this.#apply(source, [], names);
  }

  entries(): readonly CatalogEntry[] {
    this.settle();
    if (this.#sorted?.version !== this.#version) {
      const entries = [...this.#entries.values()].sort((a, b) => (a.tool.id < b.tool.id ? -1 : 1));
      this.#sorted = { version: this.#version, entries };
    }
    return this.#sorted.entries;
  }

  lookup(address: string): Lookup {
    this.settle();
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
    this.settle();
    return kind === 'id' ? this.#entries.keys() : this.#byName.keys();
  }

  /** What exists within a scope; everything where there is none. */
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

  #apply(source: ToolSource, upserted: readonly Tool[], removedNames: readonly string[]): void {
    const removed: Tool[] = [];
    for (const name of removedNames) {
      const tool = this.#entries.get(`${source.server}/${name}`)?.tool;
      if (!tool) continue;
      removed.push(tool);
      this.#entries.delete(tool.id);
      this.#forgetName(tool);
    }
    for (const tool of upserted) {
      this.#entries.set(tool.id, { tool, source });
      const ids = this.#byName.get(tool.name);
      if (ids) ids.add(tool.id);
      else this.#byName.set(tool.name, new Set([tool.id]));
    }
    if (upserted.length === 0 && removed.length === 0) return;
    this.#version += 1;
    if (this.#settling) return;
    for (const listener of this.#listeners) listener({ upserted, removed });
  }

  #forgetName(tool: Tool): void {
    const ids = this.#byName.get(tool.name);
    ids?.delete(tool.id);
    if (ids?.size === 0) this.#byName.delete(tool.name);
  }
}
