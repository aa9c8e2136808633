import { setImmediate as nextTurn } from 'node:timers/promises';
import { estimateTokens } from '@foldout/core';
import type { DashboardSources } from './sources.ts';

export interface ListingCost {
  /** Tokens of all definitions, which a client would load without the gateway, */
  readonly before: number;
  /** and of the list that it gets. */
  readonly after: number;
}

/** How long it counts before others have their turn. */
const SLICE_MS = 4;

/** What listing everything would cost a client. Counted in the background, once for each state of the catalog. */
export class CatalogCost {
  readonly #sources: DashboardSources;
  #counted: { readonly version: number; readonly cost: ListingCost } | undefined;
  #counting: Promise<void> | undefined;

  constructor(sources: DashboardSources) {
    this.#sources = sources;
  }

  /** What was counted last; undefined at first. */
  known(): ListingCost | undefined {
    const { version } = this.#sources.engine.catalog;
    if (this.#counted?.version !== version) {
      this.#counting ??= this.#count(version).finally(() => {
        this.#counting = undefined;
      });
    }
    return this.#counted?.cost;
  }

  /** When what is being counted has been. */
  async settled(): Promise<void> {
    await this.#counting;
  }

  async #count(version: number): Promise<void> {
    let before = 0;
    let started = performance.now();
    for (const { manifest } of this.#sources.upstreams()) {
      for (const definition of manifest?.tools ?? []) {
        before += estimateTokens(JSON.stringify(definition) ?? '') + 1;
        if (performance.now() - started < SLICE_MS) continue;
        await nextTurn();
        started = performance.now();
      }
    }
    const after = estimateTokens(JSON.stringify(this.#sources.listed()) ?? '');
    this.#counted = { version, cost: { before, after } };
  }
}
