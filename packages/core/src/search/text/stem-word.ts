import { stemmer } from 'stemmer';

const CACHED_WORDS = 100_000;
const LATIN = /^[a-z]+$/;
const cache = new Map<string, string>();
/** The shortest word seen of each stem. */
const words = new Map<string, string>();

/** `creating`, `creates` and `created` are one word. Words of other scripts, and words with digits, stay as they are. */
export function stemWord(word: string): string {
  const known = cache.get(word);
  if (known !== undefined) return known;
  // Numbers and the like are all different and have nothing to remember.
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

/** A word that has this stem, as someone would write it: `issu` is no word, `issue` is. */
export function wordOfStem(stem: string): string {
  return words.get(stem) ?? stem;
}
