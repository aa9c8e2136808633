import { actionNames } from './actions/action.ts';
import { termsOfField } from './lexical/bm25f.ts';
import type { LexicalIndex } from './lexical/lexical-index.ts';
import type { MeasuredRequest } from './measure-request.ts';
import type { QueryTerm } from './query.ts';
import { SIGNALS, type Signal } from './ranker/signal-list.ts';
import type { ScoredHit } from './score-hits.ts';
import type { SearchExplanation, WordShare } from './search-types.ts';
import type { ToolIndex } from './tool-index.ts';
import { FIELDS, type ToolText } from './tool-text.ts';

/** Divides a score among the signals, then the lexical share among the words. */
export function explain(
  index: ToolIndex,
  hit: ScoredHit,
  { lookup, asked, steps, ranked }: MeasuredRequest,
): SearchExplanation {
  const { fused, score, tier, naming, tool } = hit;
  const shares = sharesOf(hit);
  const lexical = tier === 'exact' ? score : shares.lexical;
  return {
    tier,
    words: wordShares(index.lexical, { text: index.textOf(tool), slot: fused.slot }, lookup.terms, lexical),
    shares,
    ...(index.vectors !== undefined ? { similarity: fused.similarity } : {}),
    actions: { request: actionNames(asked.actions), tool: actionNames(index.traits.actionsOf(fused.slot)) },
    ...(naming && { naming }),
    ...(fused.signalsAt >= 0 && { signals: signalsOf(ranked.signals, fused.signalsAt) }),
    steps: steps.map(({ text }) => text),
  };
}

function signalsOf(values: Float64Array, from: number): Record<Signal, number> {
  return Object.fromEntries(SIGNALS.map((signal, at) => [signal, values[from + at]])) as Record<Signal, number>;
}

function sharesOf({ fused, score, tier }: ScoredHit): SearchExplanation['shares'] {
  if (tier === 'exact') return { exact: score, lexical: 0, meaning: 0, prior: 0 };
  // A negative prior (deprecation) gets no share.
  const prior = Math.max(0, fused.prior);
  const sum = fused.lexical + fused.meaning + prior;
  if (sum === 0) return { exact: 0, lexical: score, meaning: 0, prior: 0 };
  const part = (value: number) => (score * value) / sum;
  return { exact: 0, lexical: part(fused.lexical), meaning: part(fused.meaning), prior: part(prior) };
}

function wordShares(
  index: LexicalIndex,
  { text, slot }: { readonly text: ToolText; readonly slot: number },
  terms: readonly QueryTerm[],
  lexical: number,
): WordShare[] {
  const held = terms
    .map((term) => ({ term, worth: index.scoreOf(slot, index.resolve([term])) }))
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth);
  const total = held.reduce((sum, { worth }) => sum + worth, 0) || 1;
  const fieldTerms = FIELDS.map((field) => ({ field, terms: new Set(termsOfField(field, text[field])) }));
  return held.map(({ term, worth }) => ({
    word: term.word,
    term: term.term,
    via: term.via,
    fields: fieldTerms.filter(({ terms: inField }) => inField.has(term.term)).map(({ field }) => field),
    share: (lexical * worth) / total,
  }));
}
