import { splitWords } from './split-words.ts';
import { stemWord } from './stem-word.ts';
import { REQUEST_WORDS, STOP_WORDS } from './stop-words.ts';

/** The index terms of a text: stems in order, with repetitions, without stop words. */
export function termsOfText(text: string): string[] {
  const terms: string[] = [];
  for (const word of splitWords(text)) if (!STOP_WORDS.has(word)) terms.push(stemWord(word));
  return terms;
}

/** The index terms of a name. Keeps stop words, because they are part of names such as `log_in` and `find_by_id`. */
export function termsOfName(name: string): string[] {
  return splitWords(name).map(stemWord);
}

export interface QueryWord {
  readonly word: string;
  readonly term: string;
}

/**
 * The content words of a query: no stop words, no polite phrases. A query that consists only of such words keeps them,
 * because "get" alone may be a name.
 */
export function contentWords(all: readonly string[]): QueryWord[] {
  const content: QueryWord[] = [];
  for (const word of all) {
    if (!STOP_WORDS.has(word) && !REQUEST_WORDS.has(word)) content.push({ word, term: stemWord(word) });
  }
  if (content.length > 0) return content;
  const withoutStopWords = all.filter((word) => !STOP_WORDS.has(word));
  return (withoutStopWords.length > 0 ? withoutStopWords : all).map((word) => ({ word, term: stemWord(word) }));
}
