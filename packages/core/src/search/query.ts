import type { WordShare } from './search-types.ts';
import { wordOfStem } from './text/stem-word.ts';
import { synonymsOf } from './text/synonyms.ts';
import type { QueryWord } from './text/terms.ts';
import { relatedWords } from './words/field-lexicon.ts';

/** A query is cut to this length. No real request is longer, and the cut bounds the work of a search. */
export const LONGEST_QUERY = 4_000;
const MOST_WORDS = 250;
/** Longer requests are not corrected: their other words are enough, and a wrong correction misleads the search. */
const MOST_WORDS_CORRECTED = 12;
const SYNONYM_WEIGHT = 0.2;
const TYPO_WEIGHT = 0.7;
const JOINED_WEIGHT = 0.8;
/** BM25's k3: saturation of the term frequency within the query. */
const QUERY_SATURATION = 1;

export interface QueryTerm {
  readonly term: string;
  readonly weight: number;
  readonly word: string;
  readonly via: WordShare['via'];
}

/** The vocabulary of the index, as query parsing needs it. */
export interface Lexicon {
  documentFrequency(term: string): number;
  /** Terms within a small edit distance of an unknown word. */
  near(word: string, term: string): readonly string[];
}

/** The terms to look up: words, adjacent words joined ("web hook" → `webhook`), synonyms, corrected typing errors. */
export function termsOfWords(all: readonly QueryWord[], lexicon: Lexicon): QueryTerm[] {
  const words = all.length > MOST_WORDS ? all.slice(0, MOST_WORDS) : all;
  const terms = new Map<string, QueryTerm>();
  const add = (term: QueryTerm) => {
    const known = terms.get(term.term);
    if (!known || known.weight < term.weight) terms.set(term.term, term);
  };
  for (const [term, { word, count }] of counted(words)) {
    const weight = (count * (QUERY_SATURATION + 1)) / (QUERY_SATURATION + count);
    if (lexicon.documentFrequency(term) > 0) add({ term, weight, word, via: 'word' });
    else if (words.length <= MOST_WORDS_CORRECTED)
      for (const near of lexicon.near(word, term)) add({ term: near, weight: weight * TYPO_WEIGHT, word, via: 'typo' });
    for (const related of relatedWords(term)) {
      if (lexicon.documentFrequency(related.term) > 0)
        add({ term: related.term, weight: weight * related.weight, word, via: 'synonym' });
    }
    for (const synonym of synonymsOf(term)) {
      if (lexicon.documentFrequency(synonym) > 0)
        add({ term: synonym, weight: weight * SYNONYM_WEIGHT, word, via: 'synonym' });
    }
  }
  for (let i = 0; i + 1 < words.length; i++) {
    const left = words[i]?.word ?? '';
    const right = words[i + 1]?.word ?? '';
    const joined = left + right;
    if (lexicon.documentFrequency(joined) > 0)
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

/** The query with its typing errors corrected, for embedding: a mistyped word has no vector. */
export function corrected(text: string, terms: readonly QueryTerm[]): string {
  let result = text;
  for (const { word, term, via } of terms) {
    if (via === 'typo')
      result = result.replace(new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'giu'), wordOfStem(term));
  }
  return result;
}
