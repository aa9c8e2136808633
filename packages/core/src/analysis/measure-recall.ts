import type { Tool } from '../catalog/tool.ts';
import { SearchEngine } from '../search/search-engine.ts';
import type { SearchEngineOptions } from '../search/search-types.ts';
import { forEachPaced } from './paced.ts';
import { paraphrasesOf } from './paraphrases.ts';

/** How often requests made of the tools' own words find their tool: as the best hit, and among the first five. */
export interface CatalogRecall {
  readonly requests: number;
  readonly first: number;
  readonly five: number;
}

const FOUND_WITHIN = 5;

export async function measureRecall(
  tools: readonly Tool[],
  search: Omit<SearchEngineOptions, 'embedder' | 'prior'>,
): Promise<CatalogRecall> {
  const judged = tools.filter(({ enabled }) => enabled);
  const index = SearchEngine.load(new Uint8Array(), judged, search);
  let [requests, first, five] = [0, 0, 0];
  await forEachPaced(judged, (tool) => {
    const { known, heldOut } = paraphrasesOf(tool);
    for (const request of [...known, ...heldOut]) {
      const { hits } = index.search(request, { limit: FOUND_WITHIN });
      // The same tool on another server shares a hit, and is found with it.
      const at = hits.findIndex((hit) => [hit.tool, ...(hit.copies ?? [])].some(({ id }) => id === tool.id));
      requests += 1;
      if (at === 0) first += 1;
      if (at >= 0) five += 1;
    }
  });
  return { requests, first: requests && first / requests, five: requests && five / requests };
}
