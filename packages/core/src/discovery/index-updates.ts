import type { CatalogChange } from '../catalog/catalog.ts';
import { inSlices } from '../catalog/slices.ts';
import type { Tool } from '../catalog/tool.ts';
import type { SearchEngine } from '../search/search-engine.ts';

/** A change of so many tools is applied at once. */
const SMALL_CHANGE = 50;
/** How long a search waits until the tools of a new server are indexed. */
const PATIENCE_MS = 3_000;
/** How long searches wait for the whole index, from the start of its load. Then they find what it has: clients do not wait for ever. */
const LOAD_PATIENCE_MS = 15_000;

/**
 * Applies changes of the catalog to the index. A small change is applied at once, a large one in slices: a server that replaces
 * thousands of tools must not block the event loop.
 */
export class IndexUpdates {
  readonly #engine: SearchEngine;
  readonly #onDone: () => void;
  /** The tools to index by id; undefined for a tool to remove. */
  readonly #pending = new Map<string, Tool | undefined>();
  /** The servers whose tools were indexed once. */
  readonly #servers: Set<string>;
  /** Until the index is loaded, nothing may be added to it. */
  #loading: Promise<void> | undefined;
  #patience: Promise<void> | undefined;
  #running: Promise<void> | undefined;
  #hasNewServer = false;

  constructor(engine: SearchEngine, servers: Iterable<string>, onDone: () => void, loading?: Promise<void>) {
    this.#engine = engine;
    this.#servers = new Set(servers);
    this.#onDone = onDone;
    if (!loading) return;
    this.#loading = loading;
    this.#patience = within(LOAD_PATIENCE_MS, loading);
    this.#patience.catch(() => {});
    this.#running = loading.then(() => {
      this.#loading = undefined;
      return this.#run();
    });
    // Each search reports it.
    this.#running.catch(() => {});
  }

  /** Whether a change is not in the index yet. */
  get isBusy(): boolean {
    return this.#running !== undefined;
  }

  /** Whether the index does not have the present definition of a tool yet. */
  isPending(id: string): boolean {
    return this.#pending.has(id);
  }

  apply({ upserted, removed }: CatalogChange): void {
    const isSmall = upserted.length + removed.length <= SMALL_CHANGE;
    for (const { id } of removed) this.#pending.set(id, undefined);
    for (const tool of upserted) {
      this.#pending.set(tool.id, tool);
      if (this.#servers.has(tool.server)) continue;
      this.#servers.add(tool.server);
      if (!isSmall) this.#hasNewServer = true;
    }
    if (isSmall && !this.#loading) {
      for (const { id } of [...removed, ...upserted]) this.#index(id);
      if (!this.#running) this.#onDone();
    } else this.#running ??= this.#run();
  }

  /**
   * Resolves when the tools of new servers are indexed. Does not wait for changes of known servers, because a server that changes its
   * tools all the time must not delay the searches of others.
   */
  async settled(): Promise<void> {
    if (this.#loading) await this.#patience;
    if (!this.#loading && this.#running && this.#hasNewServer) await within(PATIENCE_MS, this.#running);
  }

  /** Resolves when the index has all tools, however long that takes. */
  async complete(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    // The iterator of a map also visits what is added meanwhile.
    await inSlices(this.#pending.keys(), (id) => this.#index(id));
    this.#running = undefined;
    this.#hasNewServer = false;
    this.#onDone();
  }

  #index(id: string): void {
    if (!this.#pending.has(id)) return;
    const tool = this.#pending.get(id);
    this.#pending.delete(id);
    if (tool) this.#engine.upsert(tool);
    else this.#engine.remove(id);
  }
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}
