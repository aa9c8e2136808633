import { type CatalogReader, estimateTokens, type FoundTools, type Tool } from '@foldout/core';
import { fitSentence, taxonomyOf } from '@foldout/core/internal';
import { z } from 'zod';

/** Tokens of one page of a listing, however many tools there are. */
const PAGE_TOKENS = 1_800;
/** Tokens of the names of categories on the first page. The largest categories are named. */
const CATEGORY_TOKENS = 150;
/** The search returns up to this many matches. The page is cut by tokens instead. */
const ALL_MATCHES = 1_000;

/** What `list_available_tools` and `list_extended_tools` have in common. */
export const pageInput = z.object({
  query: z.string().optional(),
  category: z.string().optional(),
  offset: z.int().min(0).optional(),
});

/** The part of a search action that makes the engine return all matches, so that pages can be cut from them. */
export function allMatches(query: string, category: string | undefined) {
  // The search begins at the first match for every page: pages differ in their number of tools.
  return { query, offset: 0, limit: ALL_MATCHES, maxTokens: Number.MAX_SAFE_INTEGER, filters: { category } };
}

/** What the engine found for a request without a query (tools in catalog order) or with one (ranked). */
export type Matches = readonly Tool[] | FoundTools;

export function toolsOf(matches: Matches): readonly Tool[] {
  return 'hits' in matches ? matches.hits.map(({ tool }) => tool) : matches;
}

export function warningsOf(matches: Matches): readonly string[] | undefined {
  if (!('hits' in matches) || (matches.confident && !matches.doubtful)) return undefined;
  return [`${fitSentence(matches)}.`];
}

export interface ListingPage<T> {
  readonly entries: readonly T[];
  /** The offset of the next page. Absent on the last one. */
  readonly next?: number;
}

/** As many entries from `offset` on as fit into a page, at least one. */
export function listingPage<T>(
  tools: readonly Tool[],
  offset: number,
  entryOf: (tool: Tool) => T,
  textOf: (entry: T) => string = JSON.stringify,
): ListingPage<T> {
  const entries: T[] = [];
  let tokens = 0;
  for (const tool of tools.slice(offset, offset + PAGE_TOKENS)) {
    const entry = entryOf(tool);
    tokens += estimateTokens(textOf(entry)) + 1;
    if (entries.length > 0 && tokens > PAGE_TOKENS) break;
    entries.push(entry);
  }
  const end = offset + entries.length;
  return { entries, ...(end < tools.length && { next: end }) };
}

/** The largest categories in alphabetical order, and how many more there are. */
export function shownCategories(catalog: CatalogReader): { names: readonly string[]; more: number } {
  const all = [...taxonomyOf(catalog).categories.keys()];
  let tokens = 0;
  let shown = 0;
  for (const name of all) {
    tokens += estimateTokens(JSON.stringify(name)) + 1;
    if (tokens > CATEGORY_TOKENS) break;
    shown += 1;
  }
  return { names: all.slice(0, shown).sort(), more: all.length - shown };
}
