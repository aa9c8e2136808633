import { stemmer } from 'stemmer';

const CACHED_WORDS = 100_000;
const LATIN = /^[a-z]+$/;
const cache = new Map<string, string>();

/** `creating`, `creates` and `created` are one word. Words of other scripts, and words with digits, stay as they are. */
export function stemWord(word: string): string {
  const known = cache.get(word);
  if (known !== undefined) return known;
  const stem = word.length > 2 && LATIN.test(word) ? stemmer(word) : word;
  if (cache.size >= CACHED_WORDS) cache.clear();
  cache.set(word, stem);
  return stem;
}
