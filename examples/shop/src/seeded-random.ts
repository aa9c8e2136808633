export interface Random {
  /** 0 (included) to 1 (excluded). */
  next(): number;
  /** A whole number, both ends included. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** Different entries, in random order. */
  sample<T>(from: readonly T[], count: number): T[];
}

/** The generator known as mulberry32: the same seed gives the same numbers on every machine. */
export function seededRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: <T>(from: readonly T[]) => from[between(0, from.length - 1)] as T,
    sample: <T>(from: readonly T[], count: number) => {
      const rest = [...from];
      return Array.from({ length: Math.min(count, rest.length) }, () => {
        return rest.splice(between(0, rest.length - 1), 1)[0] as T;
      });
    },
  };
}
