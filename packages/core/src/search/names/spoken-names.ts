import { SlotsByKey } from './slots-by-key.ts';

/** Longer names are looked for only as they are written. */
const MOST_WORDS = 12;

/** Where the words of a name stand in a list of words, one after another. */
export interface Spoken {
  readonly from: number;
  readonly to: number;
  readonly slots: readonly number[];
}

/** Finds names of two words or more in the words of a sentence: `create_issue` in "please create issue for me". */
export class SpokenNames {
  readonly #byWords = new SlotsByKey();
  /** First word → second word → how many names begin so: few pairs of a sentence begin one. */
  readonly #starts = new Map<string, Map<string, number>>();

  add(slot: number, words: readonly string[]): void {
    if (!isSpoken(words)) return;
    this.#byWords.add(words.join(' '), slot);
    this.#count(words, 1);
  }

  remove(slot: number, words: readonly string[]): void {
    if (!isSpoken(words)) return;
    this.#byWords.remove(words.join(' '), slot);
    this.#count(words, -1);
  }

  /** From left to right, the longest at each place: of "get tag by name", `get_tag` is not said. */
  find(words: readonly string[]): Spoken[] {
    const found: Spoken[] = [];
    for (let from = 0; from + 1 < words.length; from++) {
      if (!this.#starts.get(words[from] as string)?.has(words[from + 1] as string)) continue;
      const one = this.#longest(words, from);
      if (!one) continue;
      found.push(one);
      from = one.to - 1;
    }
    return found;
  }

  #longest(words: readonly string[], from: number): Spoken | undefined {
    for (let length = Math.min(MOST_WORDS, words.length - from); length >= 2; length--) {
      const slots = this.#byWords.get(words.slice(from, from + length).join(' '));
      if (slots.length > 0) return { from, to: from + length, slots };
    }
    return undefined;
  }

  #count(words: readonly string[], change: 1 | -1): void {
    const [first = '', second = ''] = words;
    let seconds = this.#starts.get(first);
    if (!seconds) {
      seconds = new Map();
      this.#starts.set(first, seconds);
    }
    const count = (seconds.get(second) ?? 0) + change;
    if (count > 0) seconds.set(second, count);
    else seconds.delete(second);
    if (seconds.size === 0) this.#starts.delete(first);
  }
}

function isSpoken(words: readonly string[]): boolean {
  return words.length >= 2 && words.length <= MOST_WORDS;
}
