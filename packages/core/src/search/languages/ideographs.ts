import { functionWordsOf } from './function-words.ts';
import { type Concept, wordListOf } from './lexicon/word-list.ts';

const LONGEST_WORD = 10;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HIRAGANA = /^\p{Script=Hiragana}+$/u;

export interface Segment {
  readonly text: string;
  /** Empty for a word that is not in the lexicon. */
  readonly concepts: readonly Concept[];
}

/** Splits text without spaces into the longest words of the lexicon; function words are left out. */
export function segments(run: string, isJapanese: boolean): Segment[] {
  const language = isJapanese ? 'ja' : 'zh';
  const { concepts } = wordListOf(language);
  const functional = functionWordsOf(language);
  const found: Segment[] = [];
  let unknown = '';
  const flush = () => {
    // Unknown hiragana is an ending, not a word.
    if (unknown !== '' && !HIRAGANA.test(unknown)) found.push({ text: unknown, concepts: [] });
    unknown = '';
  };
  for (let at = 0; at < run.length; ) {
    let length = Math.min(LONGEST_WORD, run.length - at);
    let meaning: readonly Concept[] | undefined;
    for (; length > 0; length--) {
      const word = run.slice(at, at + length);
      meaning = concepts.get(word);
      if (meaning || functional.has(word)) break;
    }
    if (length === 0) {
      unknown += run[at];
      at++;
      continue;
    }
    flush();
    if (meaning) found.push({ text: run.slice(at, at + length), concepts: meaning });
    at += length;
  }
  flush();
  return found;
}

export function hasKana(text: string): boolean {
  return KANA.test(text);
}
