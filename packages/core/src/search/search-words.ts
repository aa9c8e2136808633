import { splitWords } from './text/split-words.ts';
import { contentWords } from './text/terms.ts';

/** Numbers, addresses, paths and keys: a request says them once. */
const VALUE = /[\d@\\/]|.{31}/;

/** The stems of the content words of a request, in order, without what looks like a value. */
export function searchWords(query: string): string[] {
  const words = query
    .split(/\s+/)
    .filter((text) => !VALUE.test(text))
    .flatMap(splitWords);
  return contentWords(words).map(({ term }) => term);
}
