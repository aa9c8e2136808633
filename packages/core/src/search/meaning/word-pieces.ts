import type { Vocabulary } from './vocabulary.ts';

/** Longest run of letters that is looked up; anything longer is not a word. */
const LONGEST_WORD = 60;
const CACHED_WORDS = 50_000;
const WORD = /[\p{L}\p{N}]+/gu;
/** Scripts without spaces are known to the vocabulary letter by letter. */
const IDEOGRAPH = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu;
/** Nearly all text is plain; the other way is several times slower. */
const BEYOND_ASCII = /[^\0-\x7f]/;
const NONE: readonly number[] = [];

/**
 * Cuts text into the pieces that a vector table has rows for: the longest known start of a word, then the
 * longest known continuation (`##…`), until nothing is left. Punctuation has no row: it says nothing about a tool.
 */
export class WordPieces {
  readonly #vocabulary: Vocabulary;
  readonly #cache = new Map<string, readonly number[]>();

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** Row numbers, in order. A word that cannot be cut into known pieces gives none. */
  encode(text: string, most = 512): number[] {
    const rows: number[] = [];
    for (const word of wordsOf(text)) {
      for (const row of this.#pieces(word)) rows.push(row);
      if (rows.length >= most) break;
    }
    return rows.length > most ? rows.slice(0, most) : rows;
  }

  #pieces(word: string): readonly number[] {
    const known = this.#cache.get(word);
    if (known) return known;
    const pieces = this.#cut(word);
    if (this.#cache.size >= CACHED_WORDS) this.#cache.clear();
    this.#cache.set(word, pieces);
    return pieces;
  }

  #cut(word: string): readonly number[] {
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
  if (!BEYOND_ASCII.test(text)) return plainWordsOf(text.toLowerCase());
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(IDEOGRAPH, ' $1 ');
  return plain.match(WORD) ?? [];
}

/** A walk over the letters: every query and every tool passes here, and an expression takes twice as long. */
function plainWordsOf(lower: string): string[] {
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
