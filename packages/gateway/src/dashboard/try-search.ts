import { estimateTokens } from '@foldout/core';
import type { Principal } from '../http/principal.ts';
import { textParam } from './json-answers.ts';
import type { DashboardSources } from './sources.ts';
import { visibleTo } from './visible-catalog.ts';

const EVERYTHING = { limit: 50, maxTokens: 100_000 } as const;

/** The search result that an agent would get, with the explanation of each hit. Emits no search event, so usage does not count it. */
export async function trySearch(sources: DashboardSources, principal: Principal, query: URLSearchParams) {
  const words = textParam(query, 'q') ?? '';
  const started = performance.now();
  const options = { query: words, explain: true, quiet: true, ...(query.has('all') && EVERYTHING) };
  const { tools, hits, found, confident, menu } = await sources.engine.find(options, {
    scope: visibleTo(sources, principal).scope,
  });
  const tookMs = performance.now() - started;
  return {
    query: words,
    found,
    confident,
    menu: menu.slice(0, 20),
    tokens: estimateTokens(JSON.stringify(tools)),
    tookMs: Math.round(tookMs * 10) / 10,
    hits: hits.map(({ tool, score, tier, explanation }, i) => ({
      id: tool.id,
      server: tool.server,
      name: tool.name,
      score: Math.round(score * 1000) / 1000,
      tier,
      text: JSON.stringify(tools[i]),
      summary: tool.summary,
      words: explanation?.words ?? [],
      shares: explanation?.shares,
      similarity: explanation?.similarity,
      steps: explanation?.steps ?? [],
    })),
  };
}
