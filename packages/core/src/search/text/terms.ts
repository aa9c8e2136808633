import { splitWords } from './split-words.ts';
import { stemWord } from './stem-word.ts';
import { REQUEST_WORDS, STOP_WORDS } from './stop-words.ts';

/** What an index holds of a text: stems, in order, repeated as often as they occur. */
export function termsOfText(text: string): string[] {
  const terms: string[] = [];
  for (const word of splitWords(text)) if (!STOP_WORDS.has(word)) terms.push(stemWord(word));
  return terms;
}

/** A name keeps its stop words: in `log_in` and `find_by_id` they are part of it. */
export function termsOfName(name: string): string[] {
  return splitWords(name).map(stemWord);
}

export interface QueryWord {
  readonly word: string;
  readonly term: string;
}

/**
 * The words of a request that can tell tools apart. A request made of nothing else than courtesy is taken as it is:
 * "get" alone may be a name.
 */
export function tellingWords(all: readonly string[]): QueryWord[] {
  const telling: QueryWord[] = [];
  for (const word of all) {
    if (!STOP_WORDS.has(word) && !REQUEST_WORDS.has(word)) telling.push({ word, term: stemWord(word) });
  }
  if (telling.length > 0) return telling;
  const content = all.filter((word) => !STOP_WORDS.has(word));
  return (content.length > 0 ? content : all).map((word) => ({ word, term: stemWord(word) }));
}
