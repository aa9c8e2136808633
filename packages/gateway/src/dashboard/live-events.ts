import { countWaiting } from './approval-list.ts';
import type { DashboardSources } from './sources.ts';
import { stateOf } from './upstream-list.ts';

export const LIVE_DEFAULTS = {
  /** How often it is looked at what has changed. */
  everyMs: 500,
  /** A comment in a silent stream, so that nobody in between takes it for dead. */
  heartbeatMs: 15_000,
  /** Pages that may watch at the same time. */
  most: 64,
  /** A stream ends after so long, and the page opens another: with a token that has to be good then. */
  lastsMs: 600_000,
} as const;

export type LiveOptions = { readonly [K in keyof typeof LIVE_DEFAULTS]: number };

/** Unread bytes after which a page is told nothing more until it reads on. */
const MOST_UNREAD = 65_536;
const CALLS_OVER_MS = 1_000;
const ENCODER = new TextEncoder();

interface Watcher {
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  readonly endsAt: number;
  heardAt: number;
  /** Kinds of events that it was not told of because it did not read. */
  readonly missed: Set<string>;
}

/**
 * Tells pages what is going on. An event holds the state it speaks of, whole: a page that was not told of one
 * misses nothing once it is told of the next, so nothing is ever queued for it. Without watchers, nothing is done.
 */
export class LiveEvents {
  readonly #sources: DashboardSources;
  readonly #options: LiveOptions;
  readonly #watchers = new Set<Watcher>();
  readonly #latest = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;
  #unsubscribe: (() => void) | undefined;
  #calls = { made: 0, failed: 0, since: 0 };

  constructor(sources: DashboardSources, options: Partial<LiveOptions> = {}) {
    this.#sources = sources;
    this.#options = { ...LIVE_DEFAULTS, ...options };
  }

  get watching(): number {
    return this.#watchers.size;
  }

  /** Undefined where there is no room for another. */
  open(): ReadableStream<Uint8Array> | undefined {
    if (this.#watchers.size >= this.#options.most) return undefined;
    let watcher: Watcher | undefined;
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          const now = performance.now();
          watcher = { controller, endsAt: now + this.#options.lastsMs, heardAt: now, missed: new Set() };
          this.#begin();
          this.#watchers.add(watcher);
          this.#look();
          for (const kind of this.#latest.keys()) watcher.missed.add(kind);
          this.#tell(watcher, now);
        },
        cancel: () => {
          if (watcher) this.#end(watcher);
        },
      },
      new ByteLengthQueuingStrategy({ highWaterMark: MOST_UNREAD }),
    );
  }

  close(): void {
    for (const watcher of [...this.#watchers]) {
      watcher.controller.close();
      this.#end(watcher);
    }
  }

  #begin(): void {
    if (this.#timer) return;
    this.#calls = { made: 0, failed: 0, since: performance.now() };
    this.#unsubscribe = this.#sources.engine.onCall(({ success }) => {
      this.#calls.made += 1;
      if (!success) this.#calls.failed += 1;
    });
    this.#timer = setInterval(() => this.#tick(), this.#options.everyMs);
    this.#timer.unref();
  }

  #end(watcher: Watcher): void {
    this.#watchers.delete(watcher);
    if (this.#watchers.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#unsubscribe?.();
    this.#latest.clear();
  }

  #tick(): void {
    const now = performance.now();
    for (const kind of this.#look()) for (const { missed } of this.#watchers) missed.add(kind);
    for (const watcher of [...this.#watchers]) {
      if (now >= watcher.endsAt) {
        watcher.controller.close();
        this.#end(watcher);
      } else this.#tell(watcher, now);
    }
  }

  /** The kinds of events whose state is another than before. */
  #look(): string[] {
    const { engine, upstreams } = this.#sources;
    const states: Record<string, unknown> = {
      upstreams: upstreams().map(stateOf),
      catalog: { version: engine.catalog.version, tools: engine.catalog.size, waiting: countWaiting(this.#sources) },
      ...this.#callsPerSecond(),
    };
    return Object.entries(states).flatMap(([kind, state]) => {
      const text = JSON.stringify(state);
      if (this.#latest.get(kind) === text) return [];
      this.#latest.set(kind, text);
      return [kind];
    });
  }

  #callsPerSecond(): { calls?: { perSecond: number; failedPerSecond: number } } {
    const { made, failed, since } = this.#calls;
    const passed = performance.now() - since;
    if (passed < CALLS_OVER_MS) return this.#latest.has('calls') ? {} : { calls: { perSecond: 0, failedPerSecond: 0 } };
    this.#calls = { made: 0, failed: 0, since: performance.now() };
    const rate = (count: number): number => Math.round((count / passed) * 10_000) / 10;
    return { calls: { perSecond: rate(made), failedPerSecond: rate(failed) } };
  }

  #tell(watcher: Watcher, now: number): void {
    const { controller, missed } = watcher;
    if ((controller.desiredSize ?? 0) <= 0) return;
    const events = [...missed].map((kind) => `event: ${kind}\ndata: ${this.#latest.get(kind)}\n\n`);
    if (now - watcher.heardAt >= this.#options.heartbeatMs) events.push(': still here\n\n');
    if (events.length === 0) return;
    missed.clear();
    watcher.heardAt = now;
    controller.enqueue(ENCODER.encode(events.join('')));
  }
}
