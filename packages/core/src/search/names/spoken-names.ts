import { type KeptSlots, SlotsByKey } from './slots-by-key.ts';

/** Longer names are looked for only as they are written. */
const MOST_WORDS = 12;

/** Where the words of a name stand in a list of words, one after another. */
export interface Spoken {
  readonly from: number;
  readonly to: number;
  readonly slots: readonly number[];
}

export interface KeptSpoken {
  readonly byWords: KeptSlots;
  readonly byStart: KeptSlots;
}

/** Finds names of two words or more in the words of a sentence: `create_issue` in "please create issue for me". */
export class SpokenNames {
  readonly #byWords = new SlotsByKey();
  /** By the first two words: few pairs of a sentence begin a name. */
  readonly #byStart = new SlotsByKey();

  add(slot: number, words: readonly string[]): void {
    if (!isSpoken(words)) return;
    this.#byWords.add(words.join(' '), slot);
    this.#byStart.add(startOf(words, 0), slot);
  }

  remove(slot: number, words: readonly string[]): void {
    if (!isSpoken(words)) return;
    this.#byWords.remove(words.join(' '), slot);
    this.#byStart.remove(startOf(words, 0), slot);
  }

  /** From left to right, the longest at each place: of "get tag by name", `get_tag` is not said. */
  find(words: readonly string[]): Spoken[] {
    const found: Spoken[] = [];
    for (let from = 0; from + 1 < words.length; from++) {
      if (this.#byStart.get(startOf(words, from)).length === 0) continue;
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

  kept(): KeptSpoken {
    return { byWords: this.#byWords.kept(), byStart: this.#byStart.kept() };
  }

  restore({ byWords, byStart }: KeptSpoken): void {
    this.#byWords.restore(byWords);
    this.#byStart.restore(byStart);
  }
}

function startOf(words: readonly string[], from: number): string {
  return `${words[from]} ${words[from + 1]}`;
}

function isSpoken(words: readonly string[]): boolean {
  return words.length >= 2 && words.length <= MOST_WORDS;
}
