import type { ReadFunction } from '@foldout/workspace';
import type { Documents } from '../state/documents.ts';
import {
  type FunctionRecord,
  type FunctionVersion,
  latestOf,
  parseRecord,
  sourceHash,
  versionFor,
  withVersion,
} from './function-record.ts';

/** Number of functions that one principal can save. */
const MAX_FUNCTIONS = 200;

/** A version of a saved function, read. */
export interface SavedFunction extends ReadFunction {
  readonly owner: string;
  readonly version: number;
  readonly savedAt: number;
  /** Whether others than the owner may use this version. */
  readonly reviewed: boolean;
}

/** A saved function with the version that waits for a review, if there is one. */
export interface ShelvedFunction {
  readonly record: FunctionRecord;
  readonly latest: SavedFunction;
  /** The version that everyone may use. */
  readonly shared: SavedFunction | undefined;
}

/** Source → the function in it. */
type Readings = Map<string, Promise<ReadFunction | undefined>>;

/** What an operator lets everyone use. */
export interface FunctionReview {
  readonly version: number;
  readonly hash: string;
  readonly by: string;
}

export class ShelfError extends Error {
  override readonly name = 'ShelfError';
}

export interface ShelfParts {
  readonly documents: Documents;
  readonly read: (source: string) => Promise<ReadFunction>;
  readonly now?: () => number;
}

/** The saved functions of all principals, in memory and in the shared state. */
export class FunctionShelf {
  readonly #parts: ShelfParts;
  readonly #listeners = new Set<() => void>();
  /** A version is read once. */
  #read: Readings = new Map();
  #shelved: ReadonlyMap<string, ShelvedFunction> = new Map();
  #loading: Promise<void> = Promise.resolve();

  constructor(parts: ShelfParts) {
    this.#parts = parts;
  }

  /** Reads the stored functions again. Loads run one after the other, so that the last one wins. */
  load(): Promise<void> {
    this.#loading = this.#loading.catch(() => {}).then(() => this.#load());
    return this.#loading;
  }

  /** Every function, sorted by name. */
  all(): readonly ShelvedFunction[] {
    return [...this.#shelved.values()];
  }

  /** The functions that a principal may use: its own latest versions, and the reviewed versions of others. */
  visibleTo(principal: string): readonly SavedFunction[] {
    return this.all().flatMap((shelved) => this.#visible(shelved, principal) ?? []);
  }

  find(name: string, principal: string): SavedFunction | undefined {
    const shelved = this.#shelved.get(name);
    return shelved && this.#visible(shelved, principal);
  }

  async save(owner: string, { name, code }: Pick<ReadFunction, 'name' | 'code'>): Promise<SavedFunction> {
    const at = (this.#parts.now ?? Date.now)();
    const own = this.all().filter(({ record }) => record.owner === owner);
    if (own.length >= MAX_FUNCTIONS && !own.some(({ record }) => record.name === name)) {
      throw new ShelfError(`'${owner}' has ${own.length} functions, the most that are kept. Remove one first`);
    }
    await this.#change(name, (record) => {
      if (!record) return { name, owner, versions: [{ version: 1, at, code }] };
      if (record.owner !== owner) throw new ShelfError(`A function named '${name}' exists. Choose another name`);
      return withVersion(record, code, at);
    });
    const saved = this.find(name, owner);
    if (!saved) throw new ShelfError(`'${name}' was removed by another process while it was saved. Save it again`);
    return saved;
  }

  /** Lets everyone use a version: the one whose source the reviewer has read, by its hash. */
  async review(name: string, { version, hash, by }: FunctionReview): Promise<void> {
    const at = (this.#parts.now ?? Date.now)();
    await this.#change(name, (record) => {
      const reviewed = record?.versions.find((each) => each.version === version);
      if (!record || !reviewed) throw new ShelfError(`There is no version ${version} of a function '${name}'`);
      if (sourceHash(reviewed.code) !== hash) {
        throw new ShelfError(`'${name}' was replaced while it was reviewed. Read version ${version} again`);
      }
      return { ...record, reviewed: { version, by, at } };
    });
  }

  /** `owner` undefined: an operator removes it. */
  async remove(name: string, owner?: string): Promise<void> {
    await this.#change(name, (record) => {
      if (!record || (owner !== undefined && record.owner !== owner)) {
        throw new ShelfError(`There is no function '${name}' that you have saved`);
      }
      return undefined;
    });
  }

  /** Called after every change of the functions. Returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #visible({ record, latest, shared }: ShelvedFunction, principal: string): SavedFunction | undefined {
    const version = versionFor(record, principal)?.version;
    return [latest, shared].find((each) => each?.version === version);
  }

  async #change(
    name: string,
    change: (record: FunctionRecord | undefined) => FunctionRecord | undefined,
  ): Promise<void> {
    await this.#parts.documents.update('function', name, (text) => {
      const after = change(text === undefined ? undefined : parseRecord(text));
      return after && JSON.stringify(after);
    });
    await this.load();
  }

  async #load(): Promise<void> {
    const texts = [...(await this.#parts.documents.all('function')).values()].sort();
    const before = this.#read;
    this.#read = new Map();
    const shelved = await Promise.all(texts.map((text) => this.#shelve(text, before)));
    const sorted = shelved.flatMap((each) => (each ? [each] : []));
    sorted.sort((a, b) => (a.record.name < b.record.name ? -1 : 1));
    this.#shelved = new Map(sorted.map((each) => [each.record.name, each]));
    for (const listener of this.#listeners) listener();
  }

  /** Undefined for a text that is no record, and for a source that this version cannot read. */
  async #shelve(text: string, before: Readings): Promise<ShelvedFunction | undefined> {
    const record = parseRecord(text);
    if (!record) return undefined;
    const shared = record.versions.find(({ version }) => version === record.reviewed?.version);
    const [latest, reviewed] = await Promise.all([
      this.#saved(record, latestOf(record), before),
      shared && this.#saved(record, shared, before),
    ]);
    return latest && { record, latest, shared: reviewed };
  }

  async #saved(
    record: FunctionRecord,
    { code, version, at }: FunctionVersion,
    before: Readings,
  ): Promise<SavedFunction | undefined> {
    const reading = before.get(code) ?? this.#parts.read(code).catch(() => undefined);
    this.#read.set(code, reading);
    const read = await reading;
    if (read?.name !== record.name) return undefined;
    return { ...read, owner: record.owner, version, savedAt: at, reviewed: record.reviewed?.version === version };
  }
}
