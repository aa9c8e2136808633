import { WHOLE_NAME } from './calibration.ts';
import type { Accepts } from './meaning/sketch-scan.ts';
import { SEARCH_SETTINGS } from './search-settings.ts';
import type { CategoryHint, SearchAnswer, SearchExplanation, SearchHit, SearchTier } from './search-types.ts';
import type { ToolIndex } from './tool-index.ts';
import type { ToolSlots } from './tool-slots.ts';

const SERVER_SCORE = 0.9;
const NO_MATCH_SCORE = 0.01;

/**
 * The hits when the whole query is a server's name: the tools of the server, sorted by name. A tool with the
 * same name as the server comes first.
 */
export function serverListing(
  index: ToolIndex,
  slots: readonly number[],
  named: readonly number[],
  withExplanation: boolean,
): SearchHit[] {
  const hits: SearchHit[] = [];
  for (const slot of new Set([...slots, ...named])) {
    const tool = index.slots.toolAt(slot);
    const score = named.includes(slot) ? WHOLE_NAME : SERVER_SCORE;
    if (tool) hits.push(plainHit({ tool, score, tier: 'exact' }, withExplanation));
  }
  return hits.sort((a, b) => b.score - a.score || compare(a.tool.name, b.tool.name) || compare(a.tool.id, b.tool.id));
}

/** The answer when nothing fits: the nearest tools with tier `menu`, and their categories. Empty only without tools. */
export function menuAnswer(
  index: ToolIndex,
  nearest: readonly SearchHit[],
  accepts: Accepts | undefined,
  limit: number,
  withExplanation: boolean,
): SearchAnswer {
  const hits: SearchHit[] = nearest.map((hit) => ({ ...hit, tier: 'menu' as const }));
  if (hits.length === 0) {
    for (const [slot, tool] of index.slots.entries()) {
      if (hits.length >= Math.min(limit, SEARCH_SETTINGS.menuCategories)) break;
      if (!accepts || accepts(slot))
        hits.push(plainHit({ tool, score: NO_MATCH_SCORE, tier: 'menu' }, withExplanation));
    }
  }
  return { hits, confident: false, menu: nearestCategories(hits, index.slots, accepts) };
}

/** A hit whose whole score comes from one rule. */
export function plainHit(hit: SearchHit, withExplanation: boolean): SearchHit {
  return withExplanation ? { ...hit, explanation: wholeScore(hit.score, hit.tier) } : hit;
}

function wholeScore(score: number, tier: SearchTier): SearchExplanation {
  const exact = tier === 'exact' ? score : 0;
  return { tier, words: [], shares: { exact, lexical: 0, meaning: score - exact, prior: 0 }, steps: [] };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The categories of the nearest tools, nearest first, each with its number of tools. */
function nearestCategories(hits: readonly SearchHit[], slots: ToolSlots, accepts: Accepts | undefined): CategoryHint[] {
  const all = new Set(hits.map(({ tool }) => tool.category));
  const categories = [...all].slice(0, SEARCH_SETTINGS.menuCategories);
  if (!accepts) return categories.map((category) => ({ category, count: slots.countIn(category) }));
  // A filter changes the counts, so the accepted tools are counted here.
  const counts = new Map(categories.map((category) => [category, 0]));
  for (const [slot, { category }] of slots.entries()) {
    const count = counts.get(category);
    if (count !== undefined && accepts(slot)) counts.set(category, count + 1);
  }
  return [...counts].map(([category, count]) => ({ category, count }));
}
