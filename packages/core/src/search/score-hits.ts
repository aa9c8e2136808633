import type { Tool } from '../catalog/tool.ts';
import { type Basis, calibrated, type Evidence, isotonicRegression } from './calibration.ts';
import type { LexicalIndex, ResolvedTerm } from './lexical/lexical-index.ts';
import { CERTAINTY, type Naming } from './names/exact-names.ts';
import type { QueryTerm } from './query.ts';
import type { Fused, Ranking } from './ranking.ts';
import type { SearchTier } from './search-types.ts';
import type { ToolIndex } from './tool-index.ts';

/** A hit is labeled `lexical` when its lexical part is at least this share of its meaning part. */
const LEXICAL_FROM = 0.35;

/**
 * When the first hit contains no word of the query and no cosine reaches `NEAR_FROM`, the hits are noise: their scores
 * are multiplied by `NOISE_TRUST`, except for tools that the query names.
 */
const NEAR_FROM = 0.45;
const NOISE_TRUST = 0.2;

export interface ScoredHit {
  readonly tool: Tool;
  readonly fused: Fused;
  readonly score: number;
  readonly tier: SearchTier;
  readonly naming: Naming | undefined;
}

export interface ScoredHits {
  /** Best first. */
  readonly hits: readonly ScoredHit[];
  /** The part of the evidence that is the same for all hits. */
  readonly shared: Pick<Evidence, 'likeness' | 'lead'>;
}

/** Calibrates the `limit` best fused scores. Tools that the query names come before all others. */
export function scoreHits(
  index: ToolIndex,
  { fused, similarity }: Ranking,
  terms: readonly QueryTerm[],
  exact: ReadonlyMap<number, Naming>,
  limit: number,
  basis: Basis,
  understanding = 1,
): ScoredHits {
  const best = fused[0];
  if (!best) return { hits: [], shared: { likeness: 0, lead: 0 } };
  const isNear = similarity >= NEAR_FROM && basis !== 'lexical';
  const coverage = isNear ? 1 : idfCoverage(index.lexical, best.slot, terms);
  const trust = understanding * (coverage === 0 ? NOISE_TRUST : 1);
  const likeness = basis === 'lexical' ? coverage : similarity;
  const lead = best.total - (fused[Math.min(9, fused.length - 1)]?.total ?? 0);
  const typos = typosIn(index.lexical, terms);
  const hits: ScoredHit[] = [];
  for (let rank = 0; rank < fused.length; rank++) {
    const candidate = fused[rank] as Fused;
    const { slot } = candidate;
    if (rank >= limit && !exact.has(slot)) continue;
    const tool = index.slots.toolAt(slot);
    if (!tool) continue;
    const naming = exact.get(slot);
    const score = (naming ? 1 : trust) * calibrated({ fused: candidate.total, likeness, lead, naming }, basis);
    const tier = naming ? 'exact' : tierOf(index.lexical, candidate, typos);
    hits.push({ tool, fused: candidate, score, tier, naming });
  }
  return { hits: exact.size === 0 ? hits : namedFirst(hits), shared: { likeness, lead } };
}

/** Sorts named tools before all others, the most explicitly named first, whatever their scores. */
function namedFirst(hits: readonly ScoredHit[]): ScoredHit[] {
  const ordered = splitByName(hits).sort(
    (a, b) => certaintyOf(b) - certaintyOf(a) || b.score - a.score || b.fused.total - a.fused.total,
  );
  const scores = isotonicRegression(ordered.map(({ score }) => score));
  return ordered.map((hit, i) => ({ ...hit, score: scores[i] as number }));
}

function certaintyOf({ naming }: ScoredHit): number {
  return naming ? CERTAINTY[naming] : 0;
}

/** Tools with the same name split the score in proportion to `fitOf`, because the user means only one of them. */
function splitByName(hits: readonly ScoredHit[]): ScoredHit[] {
  const fits = new Map<string, number>();
  for (const { tool, fused, naming } of hits) {
    if (naming) fits.set(tool.name, (fits.get(tool.name) ?? 0) + fitOf(fused));
  }
  return hits.map((hit) => {
    const all = hit.naming ? fits.get(hit.tool.name) : undefined;
    return all === undefined ? hit : { ...hit, score: (hit.score * fitOf(hit.fused)) / all };
  });
}

/** Squared, so that a small difference in the fused score decides clearly between two tools with the same name. */
function fitOf({ total }: Fused): number {
  return Math.max(total, 0.01) ** 2;
}

function typosIn(lexical: LexicalIndex, terms: readonly QueryTerm[]): readonly ResolvedTerm[] {
  return lexical.resolve(terms.filter(({ via }) => via === 'typo'));
}

function tierOf(index: LexicalIndex, fused: Fused, typos: readonly ResolvedTerm[]): SearchTier {
  const { slot, words, lexical, meaning } = fused;
  if (lexical < LEXICAL_FROM * meaning || words === 0) return 'meaning';
  if (typos.length === 0) return 'lexical';
  return index.scoreOf(slot, typos) > words / 2 ? 'typo' : 'lexical';
}

/**
 * IDF sum of the query words that the tool contains, divided by that of all query words: 0 to 1. A word that no tool
 * contains has the highest IDF.
 */
function idfCoverage(lexical: LexicalIndex, slot: number, terms: readonly QueryTerm[]): number {
  const words = new Map<string, { all: number; held: number }>();
  for (const { word, term, weight, via } of terms) {
    const known = words.get(word) ?? { all: 0, held: 0 };
    const idf = lexical.idfOf(term);
    if (via !== 'synonym') known.all = Math.max(known.all, idf);
    if (lexical.holds(slot, term)) known.held = Math.max(known.held, idf * Math.min(1, weight));
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
