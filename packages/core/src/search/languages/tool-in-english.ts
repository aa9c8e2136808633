import { splitWords } from '../text/split-words.ts';
import { inEnglish } from './in-english.ts';

/** The beginning says what a tool does; the bound keeps indexing fast. */
const BEGINNING = 200;
const FOREIGN_LETTERS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Cyrillic}\p{Script=Arabic}]/gu;
const LATIN_LETTERS = /\p{Script=Latin}/gu;
/** A Chinese character says about as much as this many Latin letters. */
const LETTERS_PER_SIGN = 3;
const BEYOND_LATIN = /[^\0-\u024f]/;
const unknown = (): boolean => false;

/** English words for a tool that is described in another language; empty for one that is described in English. */
export function toolInEnglish(name: string, description: string): string {
  const text = description.slice(0, BEGINNING);
  if (text === '' || (BEYOND_LATIN.test(text) && !isMostlyForeign(text))) return '';
  return (inEnglish(`${splitWords(name).join(' ')} ${text}`, unknown)?.text ?? '').replaceAll(',', '');
}

/** A quoted word of another script in an English description is no reason to translate it. */
function isMostlyForeign(text: string): boolean {
  const foreign = text.match(FOREIGN_LETTERS)?.length ?? 0;
  return foreign * LETTERS_PER_SIGN > (text.match(LATIN_LETTERS)?.length ?? 0);
}
