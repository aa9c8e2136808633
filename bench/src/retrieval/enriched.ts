import { SearchEngine, type VectorTable } from '@foldout/core';
import { halfOf, type RetrievalSet } from './sets.ts';
import type { Subject } from './subjects/subject.ts';

const SUFFIX = '-other-half';
/** What a model is asked for: not searches of agents, and not requests for several tools at once. */
const KINDS: ReadonlySet<string> = new Set(['said', 'short', 'indirect']);

/**
 * The development and test pairs, of which only half of the requests are asked. The other half stands for what a model would write for
 * `foldout enrich`. Both halves have the same author, so the gain is the most that enrichment can bring.
 */
export function halfSets(pairs: readonly RetrievalSet[]): RetrievalSet[] {
  return pairs
    .filter(({ name }) => /^pairs-(development|test)$/.test(name))
    .map(({ name, tools, queries }) => ({
      name: `${name}${SUFFIX}`,
      tools,
      queries: queries.filter(({ query }) => halfOf(query) === 'held-out'),
    }));
}

/** The default install with the other half of the requests as the texts of `foldout enrich`. */
export function foldoutEnriched(vectors: VectorTable, pairs: readonly RetrievalSet[]): Subject {
  const texts = new Map<string, string[]>();
  for (const { query, relevant, kind = '' } of pairs.flatMap(({ queries }) => queries)) {
    if (halfOf(query) !== 'tune' || !KINDS.has(kind)) continue;
    for (const id of relevant) texts.set(id, [...(texts.get(id) ?? []), query]);
  }
  const extraWords = { key: 'other-half', of: ({ id }: { id: string }) => texts.get(id)?.join(' . ') ?? '' };
  return {
    name: 'foldout-enriched',
    takes: ({ name }) => name.endsWith(SUFFIX),
    build(tools) {
      const engine = new SearchEngine({ vectors, extraWords });
      for (const tool of tools) engine.upsert(tool);
      return {
        search: (query, limit) =>
          engine.search(query, { limit }).hits.map(({ tool, score }) => ({ id: tool.id, score })),
      };
    },
  };
}
