import type { CallEvent, Engine, Learning, SearchMade, Tool, UsagePrior } from '@foldout/core';
import type { FoldoutServer, ServerEvents } from '@foldout/server';
import type { DiscoveryCacheManager, Usage } from '@foldout/usage';
import { LRUCache } from 'lru-cache';
import type { Log } from './logging/log.ts';

/** What comes before usage is open is kept, up to so many of each kind. */
const MAX_KEPT = 1_000;
const PRELOADED_FOR_MS = 5_000;
/** Usage is opened with the first thing there is to note, or when a start is long over. */
const OPENED_AFTER_MS = 2_000;

/**
 * Learning that a start does not wait for: what is to be noted is kept until the database is open, and nothing is
 * known before. A database that cannot be opened costs the learning, and no call.
 */
export class LateUsage {
  readonly learning: Learning = {
    nextOf: (id) => this.#usage?.habits.nextOf(id),
    relatedTo: (id) => this.#usage?.habits.relatedTo(id) ?? [],
    likelyNext: (session) => this.#usage?.habits.likelyNext(session) ?? [],
  };
  readonly prior: UsagePrior = (tool) => this.#usage?.prior(tool) ?? 0;
  readonly #place: string;
  readonly #log: Log;
  readonly #ends: (() => void)[] = [];
  #usage: Usage | undefined;
  #caches: DiscoveryCacheManager | undefined;
  #opening: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(place: string, log: Log) {
    this.#place = place;
    this.#log = log;
  }

  get usage(): Usage | undefined {
    return this.#usage;
  }

  /** Definitions that are likely wanted; undefined while usage is not open. */
  get caches(): DiscoveryCacheManager | undefined {
    return this.#caches;
  }

  /** `onLikelyServer`: told which server will most likely be needed next. */
  watch(server: FoldoutServer, onLikelyServer: (name: string) => void): void {
    const { engine } = server;
    const open = (): void => {
      this.#opening ??= this.#open(calls, searches, lists, answers, { engine, onLikelyServer });
    };
    const calls = new Kept<CallEvent>((listener) => engine.onCall(listener), open);
    const searches = new Kept<SearchMade>((listener) => engine.onSearch(listener), open);
    const lists = new Kept<ServerEvents['tools:list'][0]>((listener) => server.on('tools:list', listener), open);
    const answers = new Kept<ServerEvents['discovery:answer'][0]>(
      (listener) => server.on('discovery:answer', listener),
      open,
    );
    this.#ends.push(...[calls, searches, lists, answers].map((kept) => () => kept.end()));
    this.#timer = setTimeout(open, OPENED_AFTER_MS);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#opening;
    for (const end of this.#ends) end();
    await this.#usage?.close();
  }

  async #open(
    calls: Kept<CallEvent>,
    searches: Kept<SearchMade>,
    lists: Kept<ServerEvents['tools:list'][0]>,
    answers: Kept<ServerEvents['discovery:answer'][0]>,
    { engine, onLikelyServer }: { readonly engine: Engine; readonly onLikelyServer: (name: string) => void },
  ): Promise<void> {
    try {
      const { openUsage, DiscoveryCacheManager } = await import('@foldout/usage');
      const usage = openUsage(this.#place, { warn: (message) => this.#log.warn(message) });
      usage.track({ onCall: (listener) => calls.follow(listener), onSearch: (listener) => searches.follow(listener) });
      usage.account({
        on: (event: string, listener: (event: never) => void) =>
          event === 'tools:list' ? lists.follow(listener as never) : answers.follow(listener as never),
      });
      const caches = new DiscoveryCacheManager({
        loadFromDisk: async (server, name) => definitionIn(engine, `${server}/${name}`),
        predictor: usage.habits,
        onLikelyServer,
      });
      // What follows a tool does not change from one call to the next; an agent that repeats itself asks once.
      const preloaded = new LRUCache<string, true>({ max: MAX_KEPT, ttl: PRELOADED_FOR_MS });
      usage.tracker.onUse((tool, session) => {
        if (preloaded.has(tool)) return;
        preloaded.set(tool, true);
        void caches.preloadPredicted(tool, { session_id: session });
      });
      engine.catalog.subscribe(({ upserted, removed }) => {
        for (const { server, name } of [...upserted, ...removed]) caches.forget(server, name);
      });
      this.#usage = usage;
      this.#caches = caches;
    } catch (error) {
      this.#log.warn(`usage is not kept: ${error instanceof Error ? error.message : error}`);
    }
  }
}

/** A definition whose schema has been read: one that was kept on disk is not, until somebody wants it. */
function definitionIn(engine: Engine, id: string): Tool | undefined {
  const lookup = engine.catalog.lookup(id);
  if (!lookup.found) return undefined;
  const { tool } = lookup.entry;
  void tool.inputSchema;
  return tool;
}

/** Events that somebody will follow later: kept until then, in their order. */
class Kept<Event> {
  readonly #early: Event[] = [];
  readonly #end: () => void;
  #listener: ((event: Event) => void) | undefined;

  constructor(subscribe: (listener: (event: Event) => void) => () => void, onFirst: () => void) {
    this.#end = subscribe((event) => {
      if (this.#listener) return this.#listener(event);
      if (this.#early.length < MAX_KEPT) this.#early.push(event);
      onFirst();
    });
  }

  follow(listener: (event: Event) => void): () => void {
    for (const event of this.#early.splice(0)) listener(event);
    this.#listener = listener;
    return this.#end;
  }

  end(): void {
    this.#end();
  }
}
