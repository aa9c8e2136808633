import type { Tool } from '../catalog/tool.ts';
import { calibrated, type Evidence, probabilityOf, WHOLE_NAME } from './calibration.ts';
import { Copies } from './copies.ts';
import type { LexicalIndex, ResolvedTerm } from './lexical/lexical-index.ts';
import { CERTAINTY, type Naming } from './names/exact-names.ts';
import type { QueryTerm } from './query.ts';
import { confidenceOdds, laterOdds } from './ranker/confidence.ts';
import type { Ranked } from './ranker/rerank.ts';
import { SIGNALS } from './ranker/signal-list.ts';
import type { Asked } from './ranker/signals.ts';
import type { Fused } from './ranking.ts';
import type { SearchTier } from './search-types.ts';
import type { ToolIndex } from './tool-index.ts';

/** A hit is labeled `lexical` when its lexical part is at least this share of its meaning part. */
const LEXICAL_FROM = 0.35;

export interface ScoredHit {
  readonly tool: Tool;
  readonly fused: Fused;
  readonly score: number;
  readonly tier: SearchTier;
  readonly naming: Naming | undefined;
  readonly copies: readonly Tool[] | undefined;
}

type Named = Omit<ScoredHit, 'copies'>;
type Other = Omit<ScoredHit, 'copies' | 'score'> & Evidence;

const NONE: readonly Named[] = [];
const NO_TERMS: readonly ResolvedTerm[] = [];

const SHARED = SIGNALS.indexOf('shared');
/** A tool that the query names this clearly comes before all others. Names in passing are a signal of the ranker. */
const ABSOLUTE = CERTAINTY.written;

/** Calibrates the `limit` best hits, best first. A tool that several servers have is one hit, unless the query names it. */
export function scoreHits(
  index: ToolIndex,
  ranked: Ranked,
  terms: readonly QueryTerm[],
  asked: Asked,
  limit: number,
): ScoredHit[] {
  const typos = typosIn(index.lexical, terms);
  const named: Named[] = [];
  const others: Other[] = [];
  const copies = new Copies();
  let first: { readonly odds: number; readonly rank: number } | undefined;
  for (let at = 0; at < ranked.hits.length; at++) {
    const candidate = ranked.hits[at] as Fused;
    const naming = asked.named.get(candidate.slot);
    const isAbsolute = naming !== undefined && CERTAINTY[naming] >= ABSOLUTE;
    if (!isAbsolute && others.length >= limit) continue;
    const tool = index.slots.toolAt(candidate.slot);
    if (!tool) continue;
    if (!isAbsolute && copies.add(tool)) continue;
    const tier = isAbsolute ? 'exact' : tierOf(index.lexical, candidate, typos);
    if (isAbsolute) {
      const score = naming === 'whole' ? WHOLE_NAME : probabilityOf(confidenceOdds(ranked, at));
      named.push({ tool, fused: candidate, tier, naming, score });
      continue;
    }
    first ??= { odds: confidenceOdds(ranked, at), rank: candidate.rank };
    others.push({
      tool,
      fused: candidate,
      tier,
      naming,
      odds: laterOdds(first.odds, first.rank - candidate.rank),
      littleShared: isLittleShared(candidate, ranked.signals, asked),
    });
  }
  const ordered = named.length === 0 ? NONE : namedInOrder(named);
  const scores = calibrated(others, ordered.at(-1)?.score ?? 1);
  const hits: ScoredHit[] = ordered.map((hit) => ({ ...hit, copies: undefined }));
  for (let i = 0; i < others.length; i++) {
    const { tool, fused, tier, naming } = others[i] as Other;
    hits.push({ tool, fused, score: scores[i] as number, tier, naming, copies: copies.of(tool) });
  }
  return hits;
}

/** One shared word of two or more, or a request of mostly invented words. */
function isLittleShared({ signalsAt }: Fused, signals: Float64Array, { words }: Asked): boolean {
  if (words.strange > 0.5) return true;
  return words.count > 1 && (signalsAt < 0 || (signals[signalsAt + SHARED] as number) < 2);
}

/** The most clearly named first. */
function namedInOrder(hits: readonly Named[]): Named[] {
  const ordered = splitByName(hits).sort(
    (a, b) => certaintyOf(b) - certaintyOf(a) || b.score - a.score || b.fused.rank - a.fused.rank,
  );
  let least = 1;
  return ordered.map((hit) => {
    least = Math.min(least, hit.score);
    return { ...hit, score: least };
  });
}

function certaintyOf({ naming }: Named): number {
  return naming ? CERTAINTY[naming] : 0;
}

/** Tools with the same name split the score in proportion to `fitOf`, because the user means only one of them. */
function splitByName(hits: readonly Named[]): Named[] {
  const fits = new Map<string, number>();
  for (const { tool, fused } of hits) fits.set(tool.name, (fits.get(tool.name) ?? 0) + fitOf(fused));
  return hits.map((hit) => ({ ...hit, score: (hit.score * fitOf(hit.fused)) / (fits.get(hit.tool.name) ?? 1) }));
}

/** Squared, so that a small difference in the fused score decides clearly between two tools with the same name. */
function fitOf({ total }: Fused): number {
  return Math.max(total, 0.01) ** 2;
}

function typosIn(lexical: LexicalIndex, terms: readonly QueryTerm[]): readonly ResolvedTerm[] {
  const typos = terms.filter(({ via }) => via === 'typo');
  return typos.length === 0 ? NO_TERMS : lexical.resolve(typos);
}

function tierOf(index: LexicalIndex, fused: Fused, typos: readonly ResolvedTerm[]): SearchTier {
  const { slot, words, lexical, meaning } = fused;
  if (lexical < LEXICAL_FROM * meaning || words === 0) return 'meaning';
  if (typos.length === 0) return 'lexical';
  return index.scoreOf(slot, typos) > words / 2 ? 'typo' : 'lexical';
}
