import type { CallEvent, DefinitionsRead, Engine, SearchMade, Tool, UsagePrior } from '@foldout/core';
import type { Learning } from '@foldout/core/internal';
import type { FoldoutServer, ServerEvents } from '@foldout/server';
import type { DiscoveryCacheManager, Usage } from '@foldout/usage';
import { LRUCache } from 'lru-cache';
import { START_SCHEDULE, scheduleOnce } from '../cache/start-schedule.ts';
import type { Log } from '../logging/log.ts';
import type { OutputShapes } from './output-shapes.ts';
import type { SearchMemory } from './search-memory.ts';

/** Events of each kind that are buffered until the usage database is open. */
const BUFFERED_EVENTS = 1_000;
const NONE: ReadonlyMap<string, number> = new Map();
const NO_SEARCHES: ReadonlyMap<string, readonly (readonly string[])[]> = new Map();
const PRELOAD = { tools: 1_000, ttlMs: 5_000 } as const;

export interface UsageHooks {
  /** Called before the buffered events are counted. Has to fill the catalog, because counting reads tools from it. */
  readonly onOpen: () => void;
  /** Called with the name of the server that is most likely needed next. */
  readonly onLikelyServer: (name: string) => void;
}

interface UsageEvents {
  readonly calls: BufferedEvents<CallEvent>;
  readonly searches: BufferedEvents<SearchMade>;
  readonly reads: BufferedEvents<DefinitionsRead>;
  readonly lists: BufferedEvents<ServerEvents['tools:list'][0]>;
  readonly answers: BufferedEvents<ServerEvents['discovery:answer'][0]>;
}

/**
 * Usage tracking that a start does not wait for: the database opens in the background, and events are buffered until
 * then. If the database cannot be opened, a warning is logged and calls go on untracked.
 */
export class DeferredUsage {
  readonly learning: Learning = {
    nextOf: (id) => this.#usage?.habits.nextOf(id),
    relatedTo: (id) => this.#usage?.habits.relatedTo(id) ?? [],
    likelyNext: (session) => this.#usage?.habits.likelyNext(session) ?? [],
    outputOf: (tool, principal) => this.#shapes?.outputOf(tool, principal),
    searchesOf: async (principal) => (await this.#searches?.searchesOf(principal)) ?? NO_SEARCHES,
    leadsTo: (query, principal) => this.#searches?.liftsOf(query, principal) ?? NONE,
  };
  readonly prior: UsagePrior = (tool) => this.#usage?.prior(tool) ?? 0;
  readonly #place: string;
  readonly #log: Log;
  readonly #shapes: OutputShapes | undefined;
  readonly #searches: SearchMemory | undefined;
  readonly #ends: (() => void)[] = [];
  #usage: Usage | undefined;
  #caches: DiscoveryCacheManager | undefined;
  #opening: Promise<void> | undefined;

  /** `place`: a database file, a PostgreSQL URL or `memory`. What is absent in `learned` is not learned. */
  constructor(place: string, log: Log, learned: { shapes?: OutputShapes; searches?: SearchMemory } = {}) {
    this.#place = place;
    this.#log = log;
    this.#shapes = learned.shapes;
    this.#searches = learned.searches;
  }

  get usage(): Usage | undefined {
    return this.#usage;
  }

  /** Definitions that are likely needed soon; undefined until the database is open. */
  get caches(): DiscoveryCacheManager | undefined {
    return this.#caches;
  }

  watch(server: FoldoutServer, hooks: UsageHooks): void {
    const { engine } = server;
    const open = (): void => {
      this.#opening ??= this.#open(events, engine, hooks);
    };
    const events: UsageEvents = {
      calls: new BufferedEvents((listener) => engine.onCall(listener), open),
      searches: new BufferedEvents((listener) => engine.onSearch(listener), open),
      reads: new BufferedEvents((listener) => engine.onRead(listener), open),
      lists: new BufferedEvents((listener) => server.on('tools:list', listener), open),
      answers: new BufferedEvents((listener) => server.on('discovery:answer', listener), open),
    };
    if (this.#searches) this.#ends.push(this.#searches.watch(engine));
    this.#ends.push(scheduleOnce(START_SCHEDULE.openUsage, open));
    for (const buffer of Object.values(events)) this.#ends.push(() => buffer.end());
  }

  async close(): Promise<void> {
    await this.#opening;
    for (const end of this.#ends) end();
    await Promise.all([this.#shapes?.documents.flush(), this.#searches?.documents.flush()]);
    await this.#usage?.close();
  }

  async #open(
    { calls, searches, reads, lists, answers }: UsageEvents,
    engine: Engine,
    hooks: UsageHooks,
  ): Promise<void> {
    try {
      const { openUsage, DiscoveryCacheManager } = await import('@foldout/usage');
      hooks.onOpen();
      const usage = openUsage(this.#place, { warn: (message) => this.#log.warn(message) });
      usage.track({
        onCall: (listener) => calls.follow(listener),
        onSearch: (listener) => searches.follow(listener),
        onRead: (listener) => reads.follow(listener),
      });
      usage.account({
        on: (event: string, listener: (event: never) => void) =>
          event === 'tools:list' ? lists.follow(listener as never) : answers.follow(listener as never),
      });
      const caches = new DiscoveryCacheManager({
        loadFromDisk: async (server, name) => parsedDefinition(engine, `${server}/${name}`),
        predictor: usage.habits,
        onLikelyServer: hooks.onLikelyServer,
      });
      // Predictions hardly change between two calls of a tool: an agent that repeats a call preloads once.
      const preloaded = new LRUCache<string, true>({ max: PRELOAD.tools, ttl: PRELOAD.ttlMs });
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
      this.#log.warn(`usage is not tracked: ${error instanceof Error ? error.message : error}`);
    }
  }
}

/** Reads the schema of a tool once, so that a lazy tool parses it now and not during the next call. */
function parsedDefinition(engine: Engine, id: string): Tool | undefined {
  const lookup = engine.catalog.lookup(id);
  if (!lookup.found) return undefined;
  const { tool } = lookup.entry;
  void tool.inputSchema;
  return tool;
}

/** Buffers events, in order, until a listener follows. */
class BufferedEvents<Event> {
  readonly #buffer: Event[] = [];
  readonly #end: () => void;
  #listener: ((event: Event) => void) | undefined;

  constructor(subscribe: (listener: (event: Event) => void) => () => void, onFirst: () => void) {
    this.#end = subscribe((event) => {
      if (this.#listener) return this.#listener(event);
      if (this.#buffer.length < BUFFERED_EVENTS) this.#buffer.push(event);
      onFirst();
    });
  }

  follow(listener: (event: Event) => void): () => void {
    for (const event of this.#buffer.splice(0)) listener(event);
    this.#listener = listener;
    return this.#end;
  }

  end(): void {
    this.#end();
  }
}
