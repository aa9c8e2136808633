import type { Vocabulary } from './vocabulary.ts';

/** Longer runs of letters are skipped. */
const LONGEST_WORD = 60;
const CACHED_WORDS = 50_000;
const WORD = /[\p{L}\p{N}]+/gu;
/** A character of a script without spaces. Each one is a word of its own, because the vocabulary has them singly. */
const IDEOGRAPH = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu;
/** Only text that matches takes the Unicode path, which is several times slower than the ASCII path. */
const BEYOND_ASCII = /[^\0-\x7f]/;
const NONE: readonly number[] = [];

/**
 * WordPiece tokenizer: splits each word greedily into the longest known prefix, then the longest known continuations
 * (`##…`). Punctuation is ignored.
 */
export class WordPieces {
  readonly #vocabulary: Vocabulary;
  readonly #cache = new Map<string, readonly number[]>();

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** Row numbers in order. A word that cannot be split into known pieces is skipped. */
  encode(text: string, most = 512): number[] {
    const rows: number[] = [];
    for (const word of wordsOf(text)) {
      for (const row of this.#pieces(word)) rows.push(row);
      if (rows.length >= most) break;
    }
    return rows.length > most ? rows.slice(0, most) : rows;
  }

  /** Whether the vocabulary has a word as one piece. */
  isWhole(word: string): boolean {
    return this.#pieces(word).length === 1;
  }

  #pieces(word: string): readonly number[] {
    const known = this.#cache.get(word);
    if (known) return known;
    const pieces = this.#split(word);
    if (this.#cache.size >= CACHED_WORDS) this.#cache.clear();
    this.#cache.set(word, pieces);
    return pieces;
  }

  #split(word: string): readonly number[] {
    if (word.length > LONGEST_WORD) return NONE;
    const rows: number[] = [];
    let start = 0;
    while (start < word.length) {
      let end = word.length;
      let row: number | undefined;
      for (; end > start; end--) {
        row = this.#vocabulary.lineOf((start > 0 ? '##' : '') + word.slice(start, end));
        if (row !== undefined) break;
      }
      if (row === undefined) return NONE;
      rows.push(row);
      start = end;
    }
    return rows;
  }
}

function wordsOf(text: string): string[] {
  if (!BEYOND_ASCII.test(text)) return asciiWordsOf(text.toLowerCase());
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(IDEOGRAPH, ' $1 ');
  return plain.match(WORD) ?? [];
}

/** A loop instead of a regular expression, which takes twice as long: every query and every tool runs through it. */
function asciiWordsOf(lower: string): string[] {
  const words: string[] = [];
  let start = -1;
  for (let at = 0; at < lower.length; at++) {
    const code = lower.charCodeAt(at);
    if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57)) {
      if (start < 0) start = at;
    } else if (start >= 0) {
      words.push(lower.slice(start, at));
      start = -1;
    }
  }
  if (start >= 0) words.push(lower.slice(start));
  return words;
}
