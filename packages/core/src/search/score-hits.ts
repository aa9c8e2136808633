import type { Tool } from '../catalog/tool.ts';
import { type Basis, calibrated, type Evidence, levelled } from './calibration.ts';
import type { LexicalIndex, ResolvedTerm } from './lexical/lexical-index.ts';
import { type Naming, SURENESS } from './names/exact-names.ts';
import type { QueryTerm } from './query.ts';
import type { Fused, Ranking } from './ranking.ts';
import type { SearchTier } from './search-types.ts';
import type { ToolIndex } from './tool-index.ts';

/** A tool that holds words of the request is called a lexical find unless meaning speaks much louder. */
const LEXICAL_FROM = 0.35;

/** Not one word in common, and not near in meaning either: whatever comes first is chance. */
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
  /** What they were scored by, beside what is each one's own. */
  readonly shared: Pick<Evidence, 'likeness' | 'lead'>;
}

/** Turns fused scores, best first, into `limit` calibrated ones; tools that the query names come before all others. */
export function scoreHits(
  index: ToolIndex,
  { fused, similarity }: Ranking,
  terms: readonly QueryTerm[],
  exact: ReadonlyMap<number, Naming>,
  limit: number,
  basis: Basis,
): ScoredHits {
  const best = fused[0];
  if (!best) return { hits: [], shared: { likeness: 0, lead: 0 } };
  const isNear = similarity >= NEAR_FROM && basis !== 'lexical';
  const held = isNear ? 1 : rarityHeld(index.lexical, best.slot, terms);
  const trust = held === 0 ? NOISE_TRUST : 1;
  const likeness = basis === 'lexical' ? held : similarity;
  const lead = best.total - (fused[Math.min(9, fused.length - 1)]?.total ?? 0);
  const typos = typosIn(index.lexical, terms);
  const hits: ScoredHit[] = [];
  for (let rank = 0; rank < fused.length; rank++) {
    const one = fused[rank] as Fused;
    const { slot } = one;
    if (rank >= limit && !exact.has(slot)) continue;
    const tool = index.slots.toolAt(slot);
    if (!tool) continue;
    const naming = exact.get(slot);
    const score = (naming ? 1 : trust) * calibrated({ fused: one.total, likeness, lead, naming }, basis);
    hits.push({ tool, fused: one, score, tier: naming ? 'exact' : tierOf(index.lexical, one, typos), naming });
  }
  return { hits: exact.size === 0 ? hits : namedFirst(hits), shared: { likeness, lead } };
}

/** Whatever else the words say: a tool that was named is never below one that was not, nor below one named less surely. */
function namedFirst(hits: readonly ScoredHit[]): ScoredHit[] {
  const ordered = sharedOut(hits).sort(
    (a, b) => sureness(b) - sureness(a) || b.score - a.score || b.fused.total - a.fused.total,
  );
  const scores = levelled(ordered.map(({ score }) => score));
  return ordered.map((hit, i) => ({ ...hit, score: scores[i] as number }));
}

function sureness({ naming }: ScoredHit): number {
  return naming ? SURENESS[naming] : 0;
}

/** Of several tools with one name, one was meant: what a name is worth is theirs together, by how well each fits otherwise. */
function sharedOut(hits: readonly ScoredHit[]): ScoredHit[] {
  const fits = new Map<string, number>();
  for (const { tool, fused, naming } of hits) {
    if (naming) fits.set(tool.name, (fits.get(tool.name) ?? 0) + fitOf(fused));
  }
  return hits.map((hit) => {
    const all = hit.naming ? fits.get(hit.tool.name) : undefined;
    return all === undefined ? hit : { ...hit, score: (hit.score * fitOf(hit.fused)) / all };
  });
}

/** Squared, as a small difference in what was found says much about which of two was meant. */
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

/** How much of what makes the request special a tool holds, 0 to 1. A word that no tool holds counts as very special. */
export function rarityHeld(lexical: LexicalIndex, slot: number, terms: readonly QueryTerm[]): number {
  const words = new Map<string, { all: number; held: number }>();
  for (const { word, term, weight, via } of terms) {
    const known = words.get(word) ?? { all: 0, held: 0 };
    const worth = lexical.rarityOf(term);
    if (via !== 'synonym') known.all = Math.max(known.all, worth);
    if (lexical.holds(slot, term)) known.held = Math.max(known.held, worth * Math.min(1, weight));
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
