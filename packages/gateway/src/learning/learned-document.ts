import type { DocumentKind, Documents } from '../state/documents.ts';

/** How a kind of learned data is merged and stored. */
export interface LearnedKind<Data> {
  readonly kind: DocumentKind;
  readonly empty: Data;
  /** Undefined for a text that cannot be read. */
  parse(text: string): Data | undefined;
  merge(stored: Data, added: Data): Data;
  /** The data as it is stored: bounded. Undefined: there is nothing to store. */
  write(data: Data): string | undefined;
}

interface Learned<Data> {
  known: Data;
  loadedAt: number;
  /** What was learned since the last write. */
  added: Data;
  dirty: boolean;
}

/** Principals whose data is in memory. */
const MAX_PRINCIPALS = 500;
const WRITE_AFTER_MS = 5_000;
/** Then the stored data is read again: another process may have learned, or the user may have cleared it. */
const FRESH_MS = 30_000;

/**
 * What is learned from the use of one principal at a time, in memory and in the shared state. Reading and learning are
 * synchronous; the stored data is loaded and written in the background, and a failure loses only what was learned.
 */
export class LearnedDocuments<Data> {
  readonly #documents: Documents;
  readonly #kind: LearnedKind<Data>;
  readonly #byPrincipal = new Map<string, Learned<Data>>();
  readonly #loading = new Map<string, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(documents: Documents, kind: LearnedKind<Data>) {
    this.#documents = documents;
    this.#kind = kind;
  }

  /** What is known now. The first call for a principal starts to load the stored data. */
  of(principal: string): Data {
    return this.#learned(principal).known;
  }

  add(principal: string, data: Data): void {
    const learned = this.#learned(principal);
    learned.known = this.#kind.merge(learned.known, data);
    learned.added = learned.dirty ? this.#kind.merge(learned.added, data) : data;
    learned.dirty = true;
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_AFTER_MS).unref();
  }

  /** Resolves when the stored data of a principal is loaded. Never rejects. */
  async load(principal: string): Promise<Data> {
    this.#learned(principal);
    await this.#loading.get(principal);
    return this.of(principal);
  }

  /** Forgets everything of a principal, here and in the shared state. */
  async forget(principal: string): Promise<void> {
    await this.#loading.get(principal);
    this.#byPrincipal.delete(principal);
    await this.#documents.update(this.#kind.kind, principal, () => undefined);
  }

  /** Writes what was learned since the last write. Never rejects. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await Promise.all([...this.#loading.values()]);
    const dirty = [...this.#byPrincipal].filter(([, learned]) => learned.dirty);
    await Promise.all(dirty.map(([principal, learned]) => this.#write(principal, learned)));
  }

  async #write(principal: string, learned: Learned<Data>): Promise<void> {
    const { kind, empty, parse, merge, write } = this.#kind;
    const { added } = learned;
    learned.dirty = false;
    learned.added = empty;
    await this.#documents
      .update(kind, principal, (text) => write(merge((text !== undefined && parse(text)) || empty, added)))
      .catch(() => {});
  }

  #learned(principal: string): Learned<Data> {
    const known = this.#byPrincipal.get(principal);
    if (known) {
      if (Date.now() - known.loadedAt > FRESH_MS && !this.#loading.has(principal)) this.#startLoading(principal, known);
      return known;
    }
    const { empty } = this.#kind;
    const learned: Learned<Data> = { known: empty, added: empty, dirty: false, loadedAt: 0 };
    this.#byPrincipal.set(principal, learned);
    const [oldest] = this.#byPrincipal.keys();
    if (this.#byPrincipal.size > MAX_PRINCIPALS && oldest !== undefined) this.#byPrincipal.delete(oldest);
    this.#startLoading(principal, learned);
    return learned;
  }

  #startLoading(principal: string, learned: Learned<Data>): void {
    learned.loadedAt = Date.now();
    const loading = this.#load(principal, learned).finally(() => this.#loading.delete(principal));
    this.#loading.set(principal, loading);
  }

  async #load(principal: string, learned: Learned<Data>): Promise<void> {
    const { kind, empty, parse, merge } = this.#kind;
    try {
      const text = await this.#documents.load(kind, principal);
      const stored = (text !== undefined && parse(text)) || empty;
      learned.known = learned.dirty ? merge(stored, learned.added) : stored;
    } catch {
      // What is in memory stays.
    }
  }
}
