import { SearchEngine, type Tool } from '@foldout/core';
import { loadVectorTable } from '@foldout/core/node';
import MiniSearch from 'minisearch';
import { measure } from '../measure.ts';
import type { Row } from '../report.ts';

/** An index of a few tools from nothing, beside MiniSearch's, which has words only. */
export async function indexRows(tools: readonly Tool[]): Promise<Row[]> {
  const vectors = await loadVectorTable();
  const subjects = [
    { name: 'foldout', run: () => indexed(tools, new SearchEngine({ vectors })) },
    { name: 'foldout-words-only', run: () => indexed(tools, new SearchEngine()) },
    { name: 'minisearch', run: () => minisearch(tools) },
  ];
  const measured = await measure(subjects, { warmUp: 3, rounds: 60, budgetMs: 4_000 });
  return measured.map(({ subject, medianMs }) => ({
    case: 'index/100-tools',
    metric: 'ms',
    subject,
    value: medianMs,
    unit: 'ms',
  }));
}

function indexed(tools: readonly Tool[], engine: SearchEngine): number {
  for (const tool of tools) engine.upsert(tool);
  // The first search pays for what indexing has put off.
  return engine.search('get a document').hits.length;
}

function minisearch(tools: readonly Tool[]): number {
  const index = new MiniSearch({ fields: ['name', 'description', 'server'] });
  index.addAll(tools);
  return index.search('get a document').length;
}
