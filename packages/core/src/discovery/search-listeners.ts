import type { Caller } from '../catalog/call-context.ts';

/** Emitted after every search of a caller, from every entry point. */
export interface SearchMade {
  readonly query: string;
  /** Number of tools found. */
  readonly found: number;
  /** False: no tool matched well, and the answer shows the nearest ones. */
  readonly confident: boolean;
  readonly caller: Caller;
}

/** Listeners of search events. Errors of a listener are ignored; without listeners no event is built. */
export class SearchListeners {
  readonly #listeners = new Set<(search: SearchMade) => void>();

  add(listener: (search: SearchMade) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(query: string, { found, confident }: Pick<SearchMade, 'found' | 'confident'>, context: Caller): void {
    if (this.#listeners.size === 0) return;
    const { client, era, sessionId, principal } = context;
    const caller = { client, era, sessionId, principal };
    for (const listener of this.#listeners) {
      try {
        listener({ query, found, confident, caller });
      } catch {
        // A listener must not be able to fail the search.
      }
    }
  }
}
