import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { CallKind } from './worker/protocol.ts';

/** Where journals of scripts are kept, for all processes that may go on with them. */
export interface JournalStore {
  /** The newest journal with this key that has not ended. */
  load(key: string): Promise<StoredJournal | undefined>;
  /** Adds a batch of events. False: another process has added one at this position. */
  append(batch: JournalBatch): Promise<boolean>;
}

export interface StoredJournal {
  readonly run: string;
  /** The texts of all batches, in order. */
  readonly batches: readonly string[];
}

export interface JournalBatch {
  readonly key: string;
  readonly run: string;
  /** From 0. */
  readonly position: number;
  readonly text: string;
  /** Nothing follows: the script has ended. */
  readonly last: boolean;
}

export interface RecordedAnswer {
  readonly op: 'answer';
  readonly call: number;
  readonly success: boolean;
  readonly code?: string | undefined;
  readonly json: string;
  /** The clock of the script from here on. */
  readonly at: number;
}

export type JournalEvent =
  | { readonly op: 'begin'; readonly seed: string; readonly at: number }
  /** The script has made a call. `digest`: of its kind and arguments. */
  | { readonly op: 'made'; readonly call: number; readonly name: string; readonly digest: string }
  /** The call is about to be sent to its server. */
  | { readonly op: 'sent'; readonly call: number }
  | RecordedAnswer;

/** Another process goes on with the same script. */
export class JournalTaken extends Error {
  override readonly name = 'JournalTaken';
}

const SEED_BYTES = 32;

/**
 * What a script did, so that it can be run again up to the same point without repeating a call. In memory until the
 * script waits for a person (`keep`). From then on, every event is stored before anything follows from it.
 */
export class ScriptJournal {
  readonly #store: JournalStore;
  readonly #key: string;
  readonly #run: string;
  readonly #events: JournalEvent[];
  readonly #unsaved: JournalEvent[];
  #position: number;
  #kept: boolean;
  #saving: Promise<void> = Promise.resolve();

  private constructor(store: JournalStore, key: string, stored: StoredJournal | undefined) {
    this.#store = store;
    this.#key = key;
    this.#run = stored?.run ?? randomUUID();
    this.#position = stored?.batches.length ?? 0;
    this.#kept = stored !== undefined;
    const begin: JournalEvent = { op: 'begin', seed: randomBytes(SEED_BYTES).toString('hex'), at: Date.now() };
    this.#events = stored ? stored.batches.flatMap((text) => JSON.parse(text) as JournalEvent[]) : [begin];
    this.#unsaved = stored ? [] : [begin];
  }

  static async open(store: JournalStore, key: string): Promise<ScriptJournal> {
    return new ScriptJournal(store, key, await store.load(key));
  }

  get events(): readonly JournalEvent[] {
    return this.#events;
  }

  /** What makes the clock and the random numbers of every run of this script the same. */
  get beginning(): { readonly seed: string; readonly at: number } {
    const [first] = this.#events;
    if (first?.op !== 'begin') throw new Error('the journal of the script is damaged');
    return first;
  }

  /** Calls that were sent and have no answer: the process ended in between. */
  get unknown(): readonly string[] {
    const answered = new Set(this.#events.flatMap((event) => (event.op === 'answer' ? [event.call] : [])));
    const names = new Map(this.#events.flatMap((event) => (event.op === 'made' ? [[event.call, event.name]] : [])));
    return this.#events.flatMap((event) =>
      event.op === 'sent' && !answered.has(event.call) ? [names.get(event.call) ?? `call ${event.call}`] : [],
    );
  }

  made(call: number, name: string, digest: string): void {
    this.#add({ op: 'made', call, name, digest });
  }

  /** Resolves when the call may be sent. */
  async sends(call: number): Promise<void> {
    this.#add({ op: 'sent', call });
    await this.#save();
  }

  /** Resolves when the answer may be given to the script. Answers resolve in the order in which they came. */
  async answered(answer: Omit<RecordedAnswer, 'op' | 'at'>): Promise<RecordedAnswer> {
    const event: RecordedAnswer = { op: 'answer', ...answer, at: Date.now() };
    this.#add(event);
    await this.#save();
    return event;
  }

  /** Stores everything so far and everything from now on. */
  async keep(): Promise<void> {
    this.#kept = true;
    await this.#save();
  }

  /** The script has ended: the next run of the same script starts anew. */
  async end(): Promise<void> {
    if (this.#position > 0) await this.#save(true);
  }

  #add(event: JournalEvent): void {
    this.#events.push(event);
    this.#unsaved.push(event);
  }

  async #save(last = false): Promise<void> {
    if (!this.#kept) return;
    const saved = this.#saving.then(() => this.#saveNow(last));
    this.#saving = saved.catch(() => {});
    await saved;
  }

  async #saveNow(last: boolean): Promise<void> {
    if (this.#unsaved.length === 0 && !last) return;
    const events = this.#unsaved.splice(0);
    const batch = { key: this.#key, run: this.#run, position: this.#position, text: JSON.stringify(events), last };
    let added = false;
    try {
      added = await this.#store.append(batch);
    } finally {
      // A journal with a gap could not be followed.
      if (!added) this.#unsaved.unshift(...events);
    }
    if (!added) throw new JournalTaken('another process goes on with this script');
    this.#position += 1;
  }
}

export function digestOf(kind: CallKind, json: string): string {
  return createHash('sha256').update(`${kind}\n${json}`).digest('hex');
}
