import type { Caller } from '../catalog/call-context.ts';
import type { Tool } from '../catalog/tool.ts';
import type { Level } from './show-tool.ts';

/** Emitted after every search of a caller, from every entry point. */
export interface SearchMade {
  readonly query: string;
  /** Number of tools found. */
  readonly found: number;
  /** False: no tool matched well, and the answer shows the nearest ones. */
  readonly confident: boolean;
  /** The tools that the answer shows, best first. */
  readonly shown: readonly Tool[];
  /** How much of each tool is shown; absent for the default of the entry point. */
  readonly level?: Level | undefined;
  readonly caller: Caller;
}

/** What a search has found. */
export type FoundBySearch = Omit<SearchMade, 'query' | 'caller'>;

/** Emitted after a caller has read the full definitions of tools. */
export interface DefinitionsRead {
  readonly tools: readonly Tool[];
  /** Estimated tokens of the answer. */
  readonly tokens: number;
  readonly caller: Caller;
}

/** Listeners of one event. Errors of a listener are ignored; without listeners no event is built. */
export class Listeners<Event> {
  readonly #listeners = new Set<(event: Event) => void>();

  add(listener: (event: Event) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(make: () => Event): void {
    if (this.#listeners.size === 0) return;
    const event = make();
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch {
        // A listener must not be able to fail the request.
      }
    }
  }
}

/** The fields of a context that events carry. */
export function callerOf({ client, era, sessionId, principal }: Caller): Caller {
  return { client, era, sessionId, principal };
}
