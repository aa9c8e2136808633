import type { Caller } from '../catalog/call-context.ts';

/** Told after every search that a caller made, whichever face it came through. */
export interface SearchMade {
  readonly query: string;
  /** How many tools were found. */
  readonly found: number;
  /** False: nothing really fitted, and the nearest were shown. */
  readonly confident: boolean;
  readonly caller: Caller;
}

/** Those who watch searches. One that throws harms nobody; without any, nothing is told and nothing is paid. */
export class SearchWatchers {
  readonly #listeners = new Set<(search: SearchMade) => void>();

  add(listener: (search: SearchMade) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(query: string, { found, confident }: Pick<SearchMade, 'found' | 'confident'>, given: Caller): void {
    if (this.#listeners.size === 0) return;
    const caller = { client: given.client, era: given.era, sessionId: given.sessionId };
    for (const listener of this.#listeners) {
      try {
        listener({ query, found, confident, caller });
      } catch {
        // What watches a search must not be able to fail it.
      }
    }
  }
}
