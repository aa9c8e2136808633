import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BenchTool, bareTool } from './bare-tool.ts';

export interface SetQuery {
  readonly id: string;
  readonly query: string;
  readonly relevant: readonly string[];
  /** Where some answers are better than others. */
  readonly grades?: Readonly<Record<string, number>>;
}

export interface RetrievalSet {
  readonly name: string;
  readonly tools: readonly BenchTool[];
  readonly queries: readonly SetQuery[];
}

export type Half = 'tune' | 'held-out';

/** Every folder with `tools.jsonl` and `queries.jsonl` is a set. */
export function readSets(folder: string, only?: string): RetrievalSet[] {
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}. Name one with --sets DIR.`);
  const names = readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'queries.jsonl')) && (only === undefined || name === only))
    .sort();
  if (names.length === 0)
    throw new Error(`No set ${only ?? ''} in ${folder}: a set has tools.jsonl and queries.jsonl.`);
  return names.map((name) => ({
    name,
    tools: lines(join(folder, name, 'tools.jsonl')).map(bareTool),
    queries: lines(join(folder, name, 'queries.jsonl')) as SetQuery[],
  }));
}

/** Which half a query belongs to: decided by its text, so that a query is in one half for good. */
export function halfOf(query: string): Half {
  let hash = 0x811c9dc5;
  for (let i = 0; i < query.length; i++) hash = Math.imul(hash ^ query.charCodeAt(i), 0x01000193);
  return ((hash >>> 8) & 1) === 0 ? 'tune' : 'held-out';
}

function lines(file: string): unknown[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as unknown);
}
