import { setImmediate as nextTurn } from 'node:timers/promises';
import { definitionTokens, servedDefinitions } from '../cache/served-definitions.ts';
import type { DashboardSources } from './sources.ts';

export interface ListingCost {
  /** Tokens of the definitions of all tools that clients can use: what a client would load without the gateway. */
  readonly before: number;
  /** Tokens of the list that a client gets from the gateway. */
  readonly after: number;
}

/** How long to count before other work of the event loop gets its turn. */
const SLICE_MS = 4;

/** The token cost of listing all tools. Counted in the background, once for each version of the catalog. */
export class CatalogCost {
  readonly #sources: DashboardSources;
  #counted: { readonly version: number; readonly cost: ListingCost } | undefined;
  #counting: Promise<void> | undefined;

  constructor(sources: DashboardSources) {
    this.#sources = sources;
  }

  /** The last counted cost; undefined before the first count. Starts a count when the catalog has changed. */
  latest(): ListingCost | undefined {
    const { version } = this.#sources.engine.catalog;
    if (this.#counted?.version !== version) {
      this.#counting ??= this.#count(version).finally(() => {
        this.#counting = undefined;
      });
    }
    return this.#counted?.cost;
  }

  async #count(version: number): Promise<void> {
    let before = 0;
    let started = performance.now();
    const { upstreams, visible } = this.#sources;
    for (const definition of servedDefinitions(upstreams(), visible().catalog)) {
      before += definitionTokens(definition);
      if (performance.now() - started < SLICE_MS) continue;
      await nextTurn();
      started = performance.now();
    }
    const after = this.#sources.listed().reduce((sum: number, tool) => sum + definitionTokens(tool), 0);
    this.#counted = { version, cost: { before, after } };
  }
}
