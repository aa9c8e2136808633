import MiniSearch from 'minisearch';
import { stemmer } from 'stemmer';
import type { BenchTool } from '../bare-tool.ts';
import type { Subject } from './subject.ts';
import { parameterText, STOP_WORDS, splitIdentifiers } from './tool-words.ts';

function documents(tools: readonly BenchTool[]) {
  return tools.map((tool, id) => ({
    id,
    name: tool.name,
    server: tool.server,
    description: tool.description,
    parameters: parameterText(tool),
  }));
}

export const miniSearchDefault: Subject = {
  name: 'minisearch',
  build(tools) {
    const index = new MiniSearch({ fields: ['name', 'description'] });
    index.addAll(documents(tools));
    return { search: (query, limit) => found(index.search(query), tools, limit) };
  },
};

/** MiniSearch with the fields, weights, word splitting, stemming and stop words that gave it the best results. */
export const miniSearchTuned: Subject = {
  name: 'minisearch-tuned',
  build(tools) {
    const stems = new Map<string, string>();
    const index = new MiniSearch({
      fields: ['name', 'server', 'description', 'parameters'],
      tokenize: splitIdentifiers,
      processTerm: (word) => {
        if (STOP_WORDS.has(word)) return null;
        const known = stems.get(word) ?? stemmer(word);
        stems.set(word, known);
        return known;
      },
      searchOptions: {
        boost: { name: 3, server: 1.5, description: 1, parameters: 0.4 },
        bm25: { k: 1.2, b: 0.6, d: 0.2 },
      },
    });
    index.addAll(documents(tools));
    return { search: (query, limit) => found(index.search(query), tools, limit) };
  },
};

function found(results: readonly { id: number; score: number }[], tools: readonly BenchTool[], limit: number) {
  return results.slice(0, limit).map(({ id, score }) => ({ id: tools[id]?.id ?? '', score }));
}
