import type { CallEvent, Learning, SearchMade, UsagePrior } from '@foldout/core';
import type { FoldoutServer, ServerEvents } from '@foldout/server';
import type { Usage } from '@foldout/usage';
import type { Log } from './logging/log.ts';

/** What comes before usage is open is kept, up to so many of each kind. */
const MAX_KEPT = 1_000;
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
  #opening: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(place: string, log: Log) {
    this.#place = place;
    this.#log = log;
  }

  get usage(): Usage | undefined {
    return this.#usage;
  }

  watch(server: FoldoutServer): void {
    const { engine } = server;
    const open = (): void => {
      this.#opening ??= this.#open(calls, searches, lists, answers);
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
  ): Promise<void> {
    try {
      const { openUsage } = await import('@foldout/usage');
      const usage = openUsage(this.#place, { warn: (message) => this.#log.warn(message) });
      usage.track({ onCall: (listener) => calls.follow(listener), onSearch: (listener) => searches.follow(listener) });
      usage.account({
        on: (event: string, listener: (event: never) => void) =>
          event === 'tools:list' ? lists.follow(listener as never) : answers.follow(listener as never),
      });
      this.#usage = usage;
    } catch (error) {
      this.#log.warn(`usage is not kept: ${error instanceof Error ? error.message : error}`);
    }
  }
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
