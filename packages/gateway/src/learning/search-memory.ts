import type { CallEvent, Engine, SearchMade } from '@foldout/core';
import { LOCAL_PRINCIPAL } from '@foldout/core/internal';
import { type LearnedSearches, learnSearch, liftsOf, mergeSearches, tidySearches } from '@foldout/usage/internal';
import { LRUCache } from 'lru-cache';
import type { Documents } from '../state/documents.ts';
import { LearnedDocuments, type LearnedKind } from './learned-document.ts';

/** A call that follows a search within this time came from it. */
const LEADS_FOR_MS = 600_000;
const SEARCHES_OF_SESSION = 3;
const SESSIONS = 1_000;

const SEARCHES: LearnedKind<LearnedSearches> = {
  kind: 'words',
  empty: {},
  parse: (text) => {
    try {
      const data: unknown = JSON.parse(text);
      return typeof data === 'object' && data !== null ? (data as LearnedSearches) : undefined;
    } catch {
      return undefined;
    }
  },
  merge: mergeSearches,
  write: (searches) => JSON.stringify(tidySearches(searches)),
};

interface OpenSearch {
  readonly query: string;
  readonly at: number;
  /** The tools that it showed and that were not called since. */
  readonly shown: Set<string>;
}

/**
 * Learns which searches led to a call of which tool, for each principal on its own. It keeps the stems of the words of such
 * searches, and no other text.
 */
export class SearchMemory {
  readonly documents: LearnedDocuments<LearnedSearches>;
  readonly #open = new LRUCache<string, readonly OpenSearch[]>({ max: SESSIONS });

  constructor(documents: Documents) {
    this.documents = new LearnedDocuments(documents, SEARCHES);
  }

  /** Returns a function that stops it. */
  watch(engine: Pick<Engine, 'onCall' | 'onSearch'>): () => void {
    const ends = [
      engine.onSearch((search) => this.#searched(search)),
      engine.onCall((call) => {
        if (call.success && call.tool) this.#called(call.tool.id, call.context);
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }

  liftsOf(query: string, principal: string): ReadonlyMap<string, number> {
    return liftsOf(this.documents.of(principal), query);
  }

  /** Tool → the stems of the words of the searches that led to a call of it. */
  async searchesOf(principal: string): Promise<ReadonlyMap<string, readonly (readonly string[])[]>> {
    const searches = await this.documents.load(principal);
    return new Map(Object.entries(searches).map(([id, all]) => [id, all.map(({ words }) => words)]));
  }

  #searched({ query, shown, caller }: SearchMade): void {
    const key = sessionOf(caller);
    if (shown.length === 0) return;
    const search = { query, at: Date.now(), shown: new Set(shown.map(({ id }) => id)) };
    this.#open.set(key, [search, ...(this.#open.get(key) ?? [])].slice(0, SEARCHES_OF_SESSION));
  }

  /** The latest search that showed the tool led to the call, once. */
  #called(id: string, context: CallEvent['context']): void {
    const since = Date.now() - LEADS_FOR_MS;
    const search = this.#open.get(sessionOf(context))?.find(({ at, shown }) => at >= since && shown.has(id));
    if (!search) return;
    search.shown.delete(id);
    this.documents.add(context.principal?.name ?? LOCAL_PRINCIPAL, learnSearch(search.query, id));
  }
}

/** A modern client has no session: its requests belong together by principal and name. */
function sessionOf({ sessionId, principal, client }: SearchMade['caller']): string {
  return sessionId ?? JSON.stringify([principal?.name, client?.name]);
}
