import type { Evidence } from './calibration.ts';
import { termsOfField } from './lexical/bm25f.ts';
import type { LexicalIndex } from './lexical/lexical-index.ts';
import type { QueryTerm } from './query.ts';
import type { Fused } from './ranking.ts';
import type { SearchExplanation, SearchTier, WordShare } from './search-types.ts';
import { FIELDS, type ToolText } from './tool-text.ts';

export interface Found {
  readonly text: ToolText;
  readonly score: number;
  readonly tier: SearchTier;
  readonly fused: Fused;
  readonly evidence: Evidence;
}

/** Divides a score among the signals, then the lexical share among the words. */
export function explain(
  index: LexicalIndex,
  found: Found,
  terms: readonly QueryTerm[],
  steps: readonly string[],
  hasMeaning: boolean,
): SearchExplanation {
  const { fused, score, tier } = found;
  const shares = sharesOf(found);
  return {
    tier,
    words: wordShares(index, found, terms, tier === 'exact' ? score : shares.lexical),
    shares,
    ...(hasMeaning ? { similarity: fused.similarity } : {}),
    evidence: found.evidence,
    steps,
  };
}

function sharesOf({ fused, score, tier }: Found): SearchExplanation['shares'] {
  if (tier === 'exact') return { exact: score, lexical: 0, meaning: 0, prior: 0 };
  // A negative prior (deprecation) gets no share.
  const prior = Math.max(0, fused.prior);
  const sum = fused.lexical + fused.meaning + prior;
  if (sum === 0) return { exact: 0, lexical: score, meaning: 0, prior: 0 };
  const part = (value: number) => (score * value) / sum;
  return { exact: 0, lexical: part(fused.lexical), meaning: part(fused.meaning), prior: part(prior) };
}

function wordShares(index: LexicalIndex, found: Found, terms: readonly QueryTerm[], lexical: number): WordShare[] {
  const held = terms
    .map((term) => ({ term, worth: index.scoreOf(found.fused.slot, index.resolve([term])) }))
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth);
  const total = held.reduce((sum, { worth }) => sum + worth, 0) || 1;
  const fieldTerms = FIELDS.map((field) => ({ field, terms: new Set(termsOfField(field, found.text[field])) }));
  return held.map(({ term, worth }) => ({
    word: term.word,
    term: term.term,
    via: term.via,
    fields: fieldTerms.filter(({ terms: inField }) => inField.has(term.term)).map(({ field }) => field),
    share: (lexical * worth) / total,
  }));
}
