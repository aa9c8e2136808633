import type { Tool } from '../catalog/tool.ts';
import { hasEnoughWords, sameWords } from './tool-words.ts';

/**
 * The best hits of a search, best first. The analysis judges the search that callers of the tools use. `wanted`: the tool
 * that the request should find, whose context must be entered.
 */
export type FindTools = (request: string, limit: number, wanted: Tool) => Promise<readonly Pick<Tool, 'id'>[]>;

/** A request that should find a tool, and does not. */
export interface UnfoundRequest {
  readonly tool: Tool;
  readonly request: string;
  /** Where the request comes from: the title of an example, or the summary of the tool. */
  readonly from: 'example' | 'summary';
  /** The id of the best hit. Absent if the search found nothing. */
  readonly rival?: string;
}

/** Two tools that a model cannot tell apart. */
export interface AlikeTools {
  readonly tools: readonly [Tool, Tool];
  /** `words`: both use the same words and parameters. `search`: a search for either finds the other one first. */
  readonly by: 'words' | 'search';
}

export interface ToolAnalysis {
  /** Tools whose name and description have too few words for a search to match. */
  readonly poor: readonly Tool[];
  readonly unfound: readonly UnfoundRequest[];
  readonly alike: readonly AlikeTools[];
}

export interface AnalyzeOptions {
  readonly find: FindTools;
  /** Upper limit of searches: more would take minutes. */
  readonly maxSearches?: number;
}

/** A request must find its tool among this many hits. */
const FOUND_WITHIN = 5;
const MAX_SEARCHES = 2_000;

/** Judges the texts of tools: which are poor, which are not found from their own examples, which are alike. */
export async function analyzeTools(
  tools: readonly Tool[],
  { find, maxSearches = MAX_SEARCHES }: AnalyzeOptions,
): Promise<ToolAnalysis> {
  const poor = tools.filter((tool) => !hasEnoughWords(tool));
  const isPoor = new Set(poor);
  const unfound: UnfoundRequest[] = [];
  /** Id → ids of the tools that a search for its summary ranks above it. */
  const above = new Map<string, ReadonlySet<string>>();
  let searches = 0;
  // Disabled tools are not in the search index.
  for (const tool of tools.filter((one) => one.enabled && !isPoor.has(one))) {
    for (const { request, from } of requestsFor(tool)) {
      if (++searches > maxSearches) break;
      const ids = (await find(request, FOUND_WITHIN, tool)).map(({ id }) => id);
      const at = ids.indexOf(tool.id);
      if (from === 'summary') above.set(tool.id, new Set(at < 0 ? ids : ids.slice(0, at)));
      if (at < 0) unfound.push({ tool, request, from, ...(ids[0] !== undefined && { rival: ids[0] }) });
    }
  }
  return { poor, unfound, alike: [...sameWords(tools, isPoor), ...mutualRivals(tools, above, isPoor)] };
}

function requestsFor({ examples, summary }: Tool): { request: string; from: UnfoundRequest['from'] }[] {
  const titles = [...new Set(examples.map(({ title }) => title))].filter((title) => title.trim() !== '');
  return [...titles.map((request) => ({ request, from: 'example' as const })), { request: summary, from: 'summary' }];
}

/** Pairs that a search swaps. Pairs with the same words are reported by `sameWords` already. */
function mutualRivals(
  tools: readonly Tool[],
  above: ReadonlyMap<string, ReadonlySet<string>>,
  isPoor: ReadonlySet<Tool>,
): AlikeTools[] {
  const byId = new Map(tools.map((tool) => [tool.id, tool]));
  const known = new Set(sameWords(tools, isPoor).map(({ tools: [a, b] }) => `${a.id}\n${b.id}`));
  const pairs: AlikeTools[] = [];
  for (const [id, rivals] of above) {
    for (const rival of rivals) {
      const [one, other] = [byId.get(id), byId.get(rival)];
      if (!one || !other || id >= rival || one.server !== other.server || !above.get(rival)?.has(id)) continue;
      if (!known.has(`${id}\n${rival}`)) pairs.push({ tools: [one, other], by: 'search' });
    }
  }
  return pairs;
}
