import type { Tool } from '../catalog/tool.ts';
import { calibrated } from './calibration.ts';
import type { Exactness } from './exact-names.ts';
import type { LexicalIndex } from './lexical/lexical-index.ts';
import type { QueryTerm } from './query.ts';
import type { Fused } from './ranking.ts';
import type { SearchTier } from './search-types.ts';
import type { ToolIndex } from './tool-index.ts';

/** A named tool is right nearly always; what remains is which of several servers was meant. */
const EXACT_FROM = { 1: 0.9, 2: 0.96 } as const;
const EXACT_SPREAD = 0.03;
/** A tool that holds words of the request is called a lexical find unless meaning speaks much louder. */
const LEXICAL_FROM = 0.35;

export interface ScoredHit {
  readonly tool: Tool;
  readonly fused: Fused;
  readonly score: number;
  readonly tier: SearchTier;
}

/** Turns fused scores, best first, into calibrated ones; tools that the query names come before all others. */
export function scoreHits(
  index: ToolIndex,
  fused: readonly Fused[],
  terms: readonly QueryTerm[],
  exact: ReadonlyMap<number, Exactness>,
): ScoredHit[] {
  const best = fused[0];
  if (!best) return [];
  const hasMeaning = index.vectors !== undefined;
  const shared = {
    coverage: rarityHeld(index.lexical, best.candidate.slot, terms),
    similarity: fused.reduce((most, { candidate }) => Math.max(most, candidate.similarity), 0),
    lead: best.total - (fused[Math.min(9, fused.length - 1)]?.total ?? 0),
  };
  const hits: ScoredHit[] = [];
  for (const one of fused) {
    const { slot } = one.candidate;
    const tool = index.slots.toolAt(slot);
    if (!tool) continue;
    const named = exact.get(slot);
    const score =
      named === undefined
        ? calibrated({ fused: one.total, ...shared }, hasMeaning)
        : EXACT_FROM[named] + EXACT_SPREAD * Math.min(1, Math.max(0, one.total));
    hits.push({ tool, fused: one, score, tier: named === undefined ? tierOf(index.lexical, one, terms) : 'exact' });
  }
  if (exact.size === 0) return hits;
  // Whatever else the words say: a tool that was named is never below one that was not.
  return hits
    .map((hit) => (hit.tier === 'exact' ? hit : { ...hit, score: Math.min(hit.score, EXACT_FROM[1] - 0.01) }))
    .sort((a, b) => b.score - a.score);
}

function tierOf(lexical: LexicalIndex, { candidate, ...parts }: Fused, terms: readonly QueryTerm[]): SearchTier {
  if (parts.lexical < LEXICAL_FROM * parts.meaning || candidate.lexical === 0) return 'meaning';
  const typos = terms.filter(({ via }) => via === 'typo');
  return lexical.scoreOf(candidate.slot, typos) > candidate.lexical / 2 ? 'typo' : 'lexical';
}

/** How much of what makes the request special a tool holds, 0 to 1. A word that no tool holds counts as very special. */
export function rarityHeld(lexical: LexicalIndex, slot: number, terms: readonly QueryTerm[]): number {
  const words = new Map<string, { all: number; held: number }>();
  for (const { word, term, weight, via } of terms) {
    const known = words.get(word) ?? { all: 0, held: 0 };
    const worth = lexical.rarityOf(term);
    if (via !== 'synonym') known.all = Math.max(known.all, worth);
    if (lexical.weightIn(slot, term) > 0) known.held = Math.max(known.held, worth * Math.min(1, weight));
    words.set(word, known);
  }
  let all = 0;
  let held = 0;
  for (const word of words.values()) {
    all += word.all;
    held += Math.min(word.all, word.held);
  }
  return all === 0 ? 0 : held / all;
}
