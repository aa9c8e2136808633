import { stemmer } from 'stemmer';

const CACHED_WORDS = 100_000;
const LATIN = /^[a-z]+$/;
const cache = new Map<string, string>();
/** For each stem, the shortest word that was reduced to it. */
const words = new Map<string, string>();

/** Porter stem: `creating`, `creates` and `created` become one term. Words in other scripts or with digits are not stemmed. */
export function stemWord(word: string): string {
  const known = cache.get(word);
  if (known !== undefined) return known;
  // These words are not cached: numbers and ids are all different and would fill the cache.
  if (word.length <= 2 || !LATIN.test(word)) return word;
  const stem = stemmer(word);
  if (cache.size >= CACHED_WORDS) {
    cache.clear();
    words.clear();
  }
  cache.set(word, stem);
  const shortest = words.get(stem);
  if (shortest === undefined || word.length < shortest.length) words.set(stem, word);
  return stem;
}

/** A readable word for a stem: `issue` for `issu`. */
export function wordOfStem(stem: string): string {
  return words.get(stem) ?? stem;
}
