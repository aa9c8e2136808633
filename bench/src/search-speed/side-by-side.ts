import { quantile } from '../measure.ts';

/** A search engine to be timed. */
export interface Contender {
  readonly subject: string;
  search(query: string): unknown;
}

export interface SideBySideOptions {
  /** Searches of each contender that are not counted, because V8 still compiles code in them. */
  readonly warmUp: number;
  readonly warmUpMs: number;
  /** How often each query is timed; rounds end early after `budgetMs`. */
  readonly rounds: number;
  readonly minRounds: number;
  readonly budgetMs: number;
}

export const SIDE_BY_SIDE_DEFAULTS: SideBySideOptions = {
  warmUp: 3_000,
  warmUpMs: 8_000,
  rounds: 15,
  minRounds: 3,
  budgetMs: 12_000,
};

/**
 * The median time of each query with each contender, in the contenders' order. Contenders take turns query by query,
 * and a different contender goes first each time, so that a busy machine or a full heap slows all of them alike.
 */
export async function sideBySide(
  contenders: readonly Contender[],
  queries: readonly string[],
  options: SideBySideOptions = SIDE_BY_SIDE_DEFAULTS,
): Promise<number[][]> {
  const warm = performance.now() + options.warmUpMs;
  for (let i = 0; i < options.warmUp && performance.now() < warm; i++) {
    const query = queries[i % queries.length] ?? '';
    for (const { search } of contenders) await search(query);
  }
  const taken = contenders.map(() => queries.map((): number[] => []));
  const end = performance.now() + options.budgetMs;
  for (let round = 0; round < options.rounds && (round < options.minRounds || performance.now() < end); round++) {
    for (let i = 0; i < queries.length; i++) {
      for (let turn = 0; turn < contenders.length; turn++) {
        const at = (round + i + turn) % contenders.length;
        const started = performance.now();
        await contenders[at]?.search(queries[i] ?? '');
        taken[at]?.[i]?.push(performance.now() - started);
      }
    }
  }
  return taken.map((times) => times.map((samples) => quantile(samples, 0.5)));
}
