import type { CatalogReader } from '../catalog/catalog-reader.ts';
import { missingLine, missingSentence, missingSources } from '../catalog/missing.ts';
import type { CommandResult } from '../result/result.ts';
import { fittingSources } from './fitting-sources.ts';

/**
 * What is missing from an answer of discovery: the tools of servers that are not known yet. Taken before the search, because
 * a server that becomes known while it runs is not in its answer.
 */
export function missingNotes(query: string, catalog: CatalogReader): readonly string[] {
  const missing = missingSources(catalog);
  if (missing.length === 0) return [];
  const fitting = fittingSources(missing, query);
  const line = missingLine(catalog, new Set(fitting.map(({ server }) => server)));
  return [...fitting.map(missingSentence), ...(line ? [line] : [])];
}

/** Puts the notes before other warnings: if the request is about a missing server, the note matters more than the tools found. */
export function withNotes(result: CommandResult, notes: readonly string[]): CommandResult {
  return result.success && notes.length > 0 ? { ...result, warnings: [...notes, ...(result.warnings ?? [])] } : result;
}
