import { estimateTokens, type Tool } from '@foldout/core';
import { type CatalogRecall, measureRecall, paraphrasesOf } from '@foldout/core/internal';
import type { Gateway } from '@foldout/gateway';
import { renderDiscover } from '@foldout/server/internal';

/** How well searches find the user's own tools, and what a search costs. */
export interface SearchFigures extends CatalogRecall {
  /** Mean tokens of a search: the request, and the answer that the model reads. */
  readonly tokens: number;
}

const SAMPLED = 40;

export async function measureSearch(
  { server }: Gateway,
  search: Parameters<typeof measureRecall>[1],
): Promise<SearchFigures> {
  const tools = server
    .visible()
    .catalog.entries()
    .map(({ tool }) => tool);
  const recall = await measureRecall(tools, search);
  let tokens = 0;
  const requests = sampleOf(tools);
  for (const request of requests) {
    const answer = await server.engine.discover({ search: request });
    if (answer.success)
      tokens += estimateTokens(JSON.stringify({ search: request }) + renderDiscover(answer.data, answer));
  }
  return { ...recall, tokens: requests.length === 0 ? 0 : Math.round(tokens / requests.length) };
}

/** One request for each of a few tools, evenly spread over the catalog. */
function sampleOf(tools: readonly Tool[]): string[] {
  const step = Math.max(1, Math.floor(tools.length / SAMPLED));
  return tools
    .filter((_, at) => at % step === 0)
    .slice(0, SAMPLED)
    .flatMap((tool) => paraphrasesOf(tool).known.slice(0, 1));
}

/**
 * After how many searches in one conversation listing every tool would have been cheaper. Undefined if it is cheaper at
 * once.
 */
export function breakEven(directTokens: number, listedTokens: number, searchTokens: number): number | undefined {
  const saved = directTokens - listedTokens;
  return saved <= 0 || searchTokens === 0 ? undefined : Math.ceil(saved / searchTokens);
}
