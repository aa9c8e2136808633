import { setTimeout as wait } from 'node:timers/promises';
import type { Ask, Asks } from '../state/asks.ts';
import type { Place, QuotaCounts } from '../state/quota-counts.ts';

const CHECK_MS = 500;

/**
 * Keeps a client from being asked twice about one act at the same time. Of several calls of one act, by whichever route
 * and at whichever replica, one has the question open; the others wait for its answer.
 */
export class OpenQuestions {
  readonly #asks: Asks;
  readonly #counts: QuotaCounts;

  constructor(asks: Asks, counts: QuotaCounts) {
    this.#asks = asks;
    this.#counts = counts;
  }

  /**
   * The turn to ask a client. Undefined: another call has its question open, and there is an answer by now, or none came
   * before `until`. `client`: a new session can ask at once, because the question of the one before may have gone with it.
   */
  async turn({ id }: Ask, client: string, until: number, signal: AbortSignal): Promise<Place | undefined> {
    for (;;) {
      const place = await this.#counts.enter(`question ${id} ${client}`, 1);
      if (place && !(await this.#isAnswered(id))) return place;
      await place?.leave();
      if (place || Date.now() >= until) return undefined;
      await wait(Math.min(CHECK_MS, Math.max(1, until - Date.now())), undefined, { signal });
      if (await this.#isAnswered(id)) return undefined;
    }
  }

  async #isAnswered(id: string): Promise<boolean> {
    const ask = await this.#asks.find(id);
    return !ask || ask.answer !== undefined;
  }
}
