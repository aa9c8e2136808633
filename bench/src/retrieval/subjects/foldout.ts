import { type Embedder, SearchEngine, type VectorTable } from '@foldout/core';
import type { Subject } from './subject.ts';

/** The default install: every search tier except the optional embedding model. */
export function foldout(vectors: VectorTable): Subject {
  return {
    name: 'foldout',
    build(tools) {
      const engine = new SearchEngine({ vectors });
      for (const tool of tools) engine.upsert(tool);
      return {
        search: (query, limit) =>
          engine.search(query, { limit }).hits.map(({ tool, score }) => ({ id: tool.id, score })),
      };
    },
  };
}

/** With the optional embedding model. Every search waits for the model. */
export function foldoutModel(vectors: VectorTable, embedder: Embedder): Subject {
  return {
    name: 'foldout-model',
    async build(tools) {
      const engine = new SearchEngine({ vectors, embedder });
      for (const tool of tools) engine.upsert(tool);
      await engine.prepareModel();
      return {
        async search(query, limit) {
          const { hits } = await engine.searchWithModel(query, { limit, patienceMs: 60_000 });
          return hits.map(({ tool, score }) => ({ id: tool.id, score }));
        },
      };
    },
  };
}
