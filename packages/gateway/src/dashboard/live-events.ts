import { countTools } from '@foldout/core/internal';
import { countWaiting } from './approval-list.ts';
import type { DashboardSources } from './sources.ts';
import { stateOf, type UpstreamLiveState } from './upstream-list.ts';

export const LIVE_DEFAULTS = {
  /** Polling interval: how often the state is compared with the last one. */
  everyMs: 500,
  /** After this silence a comment is sent, so that a proxy does not close the stream. */
  heartbeatMs: 15_000,
  /** Pages that may be connected at the same time. */
  most: 64,
  /** Pages of one principal: nobody takes the places of all others. */
  mostEach: 16,
  /** A stream ends after this time. The page opens another, and its token is checked again. */
  lastsMs: 600_000,
} as const;

export type LiveOptions = { readonly [K in keyof typeof LIVE_DEFAULTS]: number };

/** The data of each kind of event. An event holds the whole state, not a change of it. */
export interface LiveStates {
  readonly upstreams: readonly UpstreamLiveState[];
  readonly catalog: { readonly version: number; readonly tools: number; readonly waiting: number };
  /** Calls that wait for the approval of a person. */
  readonly asks: { readonly waiting: number };
  /** The number of the last call or search in the activity log. */
  readonly activity: { readonly seq: number };
  readonly calls: { readonly perSecond: number; readonly failedPerSecond: number };
}

/** Backpressure: no event is sent to a page with this many unread bytes. */
const MAX_UNREAD_BYTES = 65_536;
const RATE_WINDOW_MS = 1_000;
const ENCODER = new TextEncoder();

type LiveSources = DashboardSources & { readonly activity: { readonly seq: number } };

interface Subscriber {
  readonly principal: string | undefined;
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  readonly endsAt: number;
  lastSentAt: number;
  /** Kinds of events that have to be sent. */
  readonly pending: Set<keyof LiveStates>;
}

/**
 * Server-sent events for the pages. Nothing is queued for a slow page: it gets the current state when it reads again.
 * Without subscribers, no timer runs and no call is counted.
 */
export class LiveEvents {
  readonly #sources: LiveSources;
  readonly #options: LiveOptions;
  readonly #subscribers = new Set<Subscriber>();
  /** The current state of each kind, as JSON. */
  readonly #latest = new Map<keyof LiveStates, string>();
  #timer: NodeJS.Timeout | undefined;
  #stopCounting: (() => void) | undefined;
  #asks = { waiting: 0 };
  #countingAsks = false;
  #calls = { made: 0, failed: 0, since: 0 };

  constructor(sources: LiveSources, options: Partial<LiveOptions> = {}) {
    this.#sources = sources;
    this.#options = { ...LIVE_DEFAULTS, ...options };
  }

  get subscriberCount(): number {
    return this.#subscribers.size;
  }

  /** Opens a stream for a page. Undefined if as many pages as allowed are connected, in all or of this principal. */
  open(principal?: string): ReadableStream<Uint8Array> | undefined {
    const own = [...this.#subscribers].filter((one) => one.principal === principal).length;
    if (this.#subscribers.size >= this.#options.most || own >= this.#options.mostEach) return undefined;
    let subscriber: Subscriber | undefined;
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          const now = performance.now();
          subscriber = {
            principal,
            controller,
            endsAt: now + this.#options.lastsMs,
            lastSentAt: now,
            pending: new Set(),
          };
          this.#startPolling();
          this.#subscribers.add(subscriber);
          this.#changedKinds();
          for (const kind of this.#latest.keys()) subscriber.pending.add(kind);
          this.#send(subscriber, now);
        },
        cancel: () => {
          if (subscriber) this.#remove(subscriber);
        },
      },
      new ByteLengthQueuingStrategy({ highWaterMark: MAX_UNREAD_BYTES }),
    );
  }

  close(): void {
    for (const subscriber of [...this.#subscribers]) this.#end(subscriber);
  }

  #startPolling(): void {
    if (this.#timer) return;
    this.#calls = { made: 0, failed: 0, since: performance.now() };
    this.#stopCounting = this.#sources.engine.onCall(({ success }) => {
      this.#calls.made += 1;
      if (!success) this.#calls.failed += 1;
    });
    this.#timer = setInterval(() => this.#poll(), this.#options.everyMs);
    this.#timer.unref();
  }

  #end(subscriber: Subscriber): void {
    subscriber.controller.close();
    this.#remove(subscriber);
  }

  #remove(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
    if (this.#subscribers.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#stopCounting?.();
    this.#latest.clear();
  }

  #poll(): void {
    const now = performance.now();
    void this.#countAsks();
    for (const kind of this.#changedKinds()) for (const { pending } of this.#subscribers) pending.add(kind);
    for (const subscriber of [...this.#subscribers]) {
      if (now >= subscriber.endsAt) this.#end(subscriber);
      else this.#send(subscriber, now);
    }
  }

  /** Stores the current state, and returns the kinds that differ from the last one. */
  #changedKinds(): (keyof LiveStates)[] {
    const { engine, upstreams, visible } = this.#sources;
    const { tools } = countTools(visible().catalog);
    const states: Partial<LiveStates> = {
      upstreams: upstreams().map((upstream) => stateOf(this.#sources.engine, upstream)),
      catalog: { version: engine.catalog.version, tools, waiting: countWaiting(this.#sources) },
      asks: this.#asks,
      activity: { seq: this.#sources.activity.seq },
      ...this.#callRate(),
    };
    return (Object.keys(states) as (keyof LiveStates)[]).filter((kind) => {
      const json = JSON.stringify(states[kind]);
      if (this.#latest.get(kind) === json) return false;
      this.#latest.set(kind, json);
      return true;
    });
  }

  /** The count of the last poll is sent: reading it may take longer than a poll. */
  async #countAsks(): Promise<void> {
    if (this.#countingAsks) return;
    this.#countingAsks = true;
    const waiting = await this.#sources.asks.waiting(Date.now()).catch(() => []);
    this.#asks = { waiting: waiting.length };
    this.#countingAsks = false;
  }

  #callRate(): Partial<Pick<LiveStates, 'calls'>> {
    const { made, failed, since } = this.#calls;
    const passed = performance.now() - since;
    if (passed < RATE_WINDOW_MS)
      return this.#latest.has('calls') ? {} : { calls: { perSecond: 0, failedPerSecond: 0 } };
    this.#calls = { made: 0, failed: 0, since: performance.now() };
    const rate = (count: number): number => Math.round((count / passed) * 10_000) / 10;
    return { calls: { perSecond: rate(made), failedPerSecond: rate(failed) } };
  }

  #send(subscriber: Subscriber, now: number): void {
    const { controller, pending } = subscriber;
    if ((controller.desiredSize ?? 0) <= 0) return;
    const events = [...pending].map((kind) => `event: ${kind}\ndata: ${this.#latest.get(kind)}\n\n`);
    if (now - subscriber.lastSentAt >= this.#options.heartbeatMs) events.push(': still here\n\n');
    if (events.length === 0) return;
    pending.clear();
    subscriber.lastSentAt = now;
    controller.enqueue(ENCODER.encode(events.join('')));
  }
}
