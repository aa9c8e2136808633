import type { CatalogCache } from './catalog-cache.ts';
import { START_SCHEDULE, scheduleOnce } from './start-schedule.ts';
import type { CountedServer } from './tool-counts.ts';

/** Saves the tool counts some time after a change, for the next start. */
export class CountsSaver {
  readonly #cache: CatalogCache | undefined;
  readonly #counted: () => readonly CountedServer[];
  #cancel: (() => void) | undefined;

  constructor(cache: CatalogCache | undefined, counted: () => readonly CountedServer[]) {
    this.#cache = cache;
    this.#counted = counted;
  }

  saveLater(): void {
    if (!this.#cache) return;
    this.#cancel?.();
    this.#cancel = scheduleOnce(START_SCHEDULE.saveCounts, () => void this.#save());
  }

  /** Saves now if a save is still scheduled. Otherwise the next start would have no tool counts. */
  async close(): Promise<void> {
    if (this.#cancel) await this.#save();
  }

  async #save(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    await this.#cache?.saveToolCounts(this.#counted());
  }
}
