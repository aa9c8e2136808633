import { type SavedSlots, SlotsByKey } from './slots-by-key.ts';

/** Names with more words are found only when they are written as an identifier (`create_issue`). */
const MOST_WORDS = 12;

/** The words `from` to `to` (exclusive) are the name of the tools in `slots`. */
export interface SpokenName {
  readonly from: number;
  readonly to: number;
  readonly slots: readonly number[];
}

export interface SavedSpokenNames {
  readonly byWords: SavedSlots;
  readonly byStart: SavedSlots;
}

/** Finds names of at least two words in the words of a sentence: `create_issue` in "please create issue for me". */
export class SpokenNames {
  readonly #byWords = new SlotsByKey();
  /** Slots by the first two words of the name. A quick check that skips most positions of a sentence. */
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

  /** Finds the longest name at each position: in "get tag by name", only `get_tag_by_name` and not `get_tag`. */
  find(words: readonly string[]): SpokenName[] {
    const found: SpokenName[] = [];
    for (let from = 0; from + 1 < words.length; from++) {
      if (this.#byStart.get(startOf(words, from)).length === 0) continue;
      const match = this.#longest(words, from);
      if (!match) continue;
      found.push(match);
      from = match.to - 1;
    }
    return found;
  }

  #longest(words: readonly string[], from: number): SpokenName | undefined {
    for (let length = Math.min(MOST_WORDS, words.length - from); length >= 2; length--) {
      const slots = this.#byWords.get(words.slice(from, from + length).join(' '));
      if (slots.length > 0) return { from, to: from + length, slots };
    }
    return undefined;
  }

  save(): SavedSpokenNames {
    return { byWords: this.#byWords.save(), byStart: this.#byStart.save() };
  }

  restore({ byWords, byStart }: SavedSpokenNames): void {
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
