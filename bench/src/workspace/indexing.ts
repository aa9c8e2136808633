import { SearchEngine, type Tool } from '@foldout/core';
import { loadVectorTable } from '@foldout/core/node';
import MiniSearch from 'minisearch';
import { measure } from '../measure.ts';
import { type Row, row } from '../report.ts';

/** Builds an index of a few tools, compared with MiniSearch, which indexes words only. */
export async function indexRows(tools: readonly Tool[]): Promise<Row[]> {
  const vectors = await loadVectorTable();
  const subjects = [
    { name: 'foldout', run: () => indexed(tools, new SearchEngine({ vectors })) },
    { name: 'foldout-words-only', run: () => indexed(tools, new SearchEngine()) },
    { name: 'minisearch', run: () => minisearch(tools) },
  ];
  const measured = await measure(subjects, { warmUp: 3, rounds: 60, budgetMs: 4_000 });
  return measured.map(({ subject, medianMs }) => row('index/100-tools', 'ms', subject, medianMs, 'ms'));
}

function indexed(tools: readonly Tool[], engine: SearchEngine): number {
  for (const tool of tools) engine.upsert(tool);
  // Includes the first search in the time, because `upsert` defers part of the indexing until then.
  return engine.search('get a document').hits.length;
}

function minisearch(tools: readonly Tool[]): number {
  const index = new MiniSearch({ fields: ['name', 'description', 'server'] });
  index.addAll(tools);
  return index.search('get a document').length;
}
