import type { WordShare } from './search-types.ts';
import { wordOfStem } from './text/stem-word.ts';
import { synonymsOf } from './text/synonyms.ts';
import type { QueryWord } from './text/terms.ts';

/** Longer than any request that a person or a model writes; the rest of a megabyte is not read. */
export const LONGEST_QUERY = 4_000;
const MOST_WORDS = 250;
/** In a long request, one word more or less changes little, and a name taken for a typing error can mislead. */
const MOST_WORDS_CORRECTED = 12;
const SYNONYM_WEIGHT = 0.2;
const TYPO_WEIGHT = 0.7;
const JOINED_WEIGHT = 0.8;
/** A word said twice counts a little more than once. */
const REPEAT = 1;

export interface QueryTerm {
  readonly term: string;
  readonly weight: number;
  readonly word: string;
  readonly via: WordShare['via'];
}

/** What a query needs to know of the index. */
export interface Lexicon {
  holders(term: string): number;
  /** Terms that an unknown word may have been meant to be. */
  near(word: string, term: string): readonly string[];
}

/** The terms to look for: the words themselves, neighbours written as one, synonyms, and corrections of unknown words. */
export function termsOfWords(all: readonly QueryWord[], lexicon: Lexicon): QueryTerm[] {
  const words = all.length > MOST_WORDS ? all.slice(0, MOST_WORDS) : all;
  const terms = new Map<string, QueryTerm>();
  const add = (term: QueryTerm) => {
    const known = terms.get(term.term);
    if (!known || known.weight < term.weight) terms.set(term.term, term);
  };
  for (const [term, { word, count }] of counted(words)) {
    const weight = (count * (REPEAT + 1)) / (REPEAT + count);
    if (lexicon.holders(term) > 0) add({ term, weight, word, via: 'word' });
    else if (words.length <= MOST_WORDS_CORRECTED)
      for (const near of lexicon.near(word, term)) add({ term: near, weight: weight * TYPO_WEIGHT, word, via: 'typo' });
    for (const synonym of synonymsOf(term)) {
      if (lexicon.holders(synonym) > 0) add({ term: synonym, weight: weight * SYNONYM_WEIGHT, word, via: 'synonym' });
    }
  }
  for (let i = 0; i + 1 < words.length; i++) {
    const left = words[i]?.word ?? '';
    const right = words[i + 1]?.word ?? '';
    const joined = left + right;
    if (lexicon.holders(joined) > 0)
      add({ term: joined, weight: JOINED_WEIGHT, word: `${left} ${right}`, via: 'joined' });
  }
  return [...terms.values()];
}

function counted(words: readonly QueryWord[]): Map<string, { word: string; count: number }> {
  const counts = new Map<string, { word: string; count: number }>();
  for (const { word, term } of words) {
    const known = counts.get(term);
    if (known) known.count++;
    else counts.set(term, { word, count: 1 });
  }
  return counts;
}

/** The request as it was probably meant: what has no meaning as it was typed has one when it is corrected. */
export function corrected(text: string, terms: readonly QueryTerm[]): string {
  let meant = text;
  for (const { word, term, via } of terms) {
    if (via === 'typo')
      meant = meant.replace(new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'giu'), wordOfStem(term));
  }
  return meant;
}
