import type { Tool } from '../../catalog/tool.ts';
import type { Accepts } from '../meaning/sketch-scan.ts';
import type { SearchHit } from '../search-types.ts';
import type { ToolIndex } from '../tool-index.ts';
import type { PatternQuery } from './pattern-query.ts';

const IN_NAME = 0.9;
const IN_TEXT = 0.5;
/** The start of a description says what the tool does, and the bound limits the work in a large catalog. */
const LONGEST_TEXT = 500;

/** The tools that a pattern matches: by name or address first, then by title and description; sorted by id. */
export function patternHits(
  { slots }: ToolIndex,
  { matches, inTexts }: PatternQuery,
  accepts: Accepts | undefined,
  limit: number,
): Omit<SearchHit, 'explanation'>[] {
  const named: Tool[] = [];
  const others: Tool[] = [];
  for (const [slot, tool] of slots.entries()) {
    if (accepts && !accepts(slot)) continue;
    if (matches(tool.name) || matches(tool.id)) named.push(tool);
    else if (inTexts) others.push(tool);
  }
  const hits = named.sort(byId).map((tool) => ({ tool, score: IN_NAME, tier: 'exact' as const }));
  if (hits.length >= limit) return hits.slice(0, limit);
  const described = others.filter(({ title = '', description }) =>
    matches(`${title}\n${description.slice(0, LONGEST_TEXT)}`),
  );
  return [...hits, ...described.sort(byId).map((tool) => ({ tool, score: IN_TEXT, tier: 'lexical' as const }))].slice(
    0,
    limit,
  );
}

function byId(a: Tool, b: Tool): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
