import { nearestCategories } from './category-menu.ts';
import type { Accepts } from './meaning/vector-store.ts';
import { SEARCH_SETTINGS } from './search-settings.ts';
import type { SearchAnswer, SearchExplanation, SearchHit, SearchTier } from './search-types.ts';
import type { ToolIndex } from './tool-index.ts';

const NAMED_SCORE = 0.97;
const SERVER_SCORE = 0.9;
const NOTHING_FITS_SCORE = 0.01;

/** The whole query is a server's name: its tools and no others, by name. A tool called like the query comes before them. */
export function serverListing(
  index: ToolIndex,
  slots: readonly number[],
  named: readonly number[],
  withExplanation: boolean,
): SearchHit[] {
  const hits: SearchHit[] = [];
  for (const slot of new Set([...slots, ...named])) {
    const tool = index.slots.toolAt(slot);
    const score = named.includes(slot) ? NAMED_SCORE : SERVER_SCORE;
    if (tool) hits.push(plainHit({ tool, score, tier: 'exact' }, withExplanation));
  }
  return hits.sort((a, b) => b.score - a.score || compare(a.tool.name, b.tool.name) || compare(a.tool.id, b.tool.id));
}

/** Nothing fits: the nearest there is, marked as such, and the categories to look in. Empty only without tools. */
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
        hits.push(plainHit({ tool, score: NOTHING_FITS_SCORE, tier: 'menu' }, withExplanation));
    }
  }
  const menu = nearestCategories(
    hits.map(({ tool }) => tool),
    index.slots,
    accepts,
    SEARCH_SETTINGS.menuCategories,
  );
  return { hits, confident: false, menu };
}

function plainHit(hit: SearchHit, withExplanation: boolean): SearchHit {
  return withExplanation ? { ...hit, explanation: wholeScore(hit.score, hit.tier) } : hit;
}

function wholeScore(score: number, tier: SearchTier): SearchExplanation {
  const exact = tier === 'exact' ? score : 0;
  return { tier, words: [], shares: { exact, lexical: 0, meaning: score - exact, prior: 0 }, steps: [] };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
