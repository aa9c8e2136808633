import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readTools } from '../catalogs.ts';
import { Problem } from '../problem.ts';
import { isObject, readJsonLines } from '../read-json.ts';
import { type BenchTool, bareTool } from './bare-tool.ts';

export interface SetQuery {
  readonly id: string;
  readonly query: string;
  /** Ids of the right tools. */
  readonly relevant: readonly string[];
  /** How good each right tool is; without it, all are equally good. */
  readonly grades?: Readonly<Record<string, number>>;
  /** How the request is written, for sets that are reported by kind: `short`, `typo`, `lang:de`. */
  readonly kind?: string;
}

/** What an agent types into a tool search for a request: one search, or one for each step. */
export interface AgentSearches {
  readonly id: string;
  readonly searches: readonly string[];
}

export interface RetrievalSet {
  readonly name: string;
  readonly tools: readonly BenchTool[];
  readonly queries: readonly SetQuery[];
  /** Requests that no tool of the set fits. */
  readonly absent?: readonly SetQuery[];
  /** By the id of a request in `queries` or `absent`. */
  readonly searches?: readonly AgentSearches[];
}

export type Half = 'tune' | 'held-out';

/** Every folder with `queries.jsonl` is a set. Its tools are in `tools.jsonl`, or in `catalogs/`, one file for each server. */
export function readSets(folder: string, only?: string): RetrievalSet[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => isSet(join(folder, name))) : [];
  if (names.length === 0) {
    const format = 'A set is a folder with tools.jsonl and queries.jsonl.';
    throw new Problem(`The folder '${folder}' has no query sets. ${format} Pass another with --sets DIR.`);
  }
  if (only !== undefined && !names.includes(only)) {
    throw new Problem(
      `The folder '${folder}' has no set '${only}'. Pass --only with one of: ${names.sort().join(', ')}.`,
    );
  }
  return names
    .sort()
    .filter((name) => only === undefined || name === only)
    .map((name) => readSet(name, join(folder, name)));
}

/** Hashes the query text to choose its half, so that adding queries never moves an old query to the other half. */
export function halfOf(query: string): Half {
  let hash = 0x811c9dc5;
  for (let i = 0; i < query.length; i++) hash = Math.imul(hash ^ query.charCodeAt(i), 0x01000193);
  return ((hash >>> 8) & 1) === 0 ? 'tune' : 'held-out';
}

function isSet(folder: string): boolean {
  const has = (name: string): boolean => existsSync(join(folder, name));
  return has('queries.jsonl') && (has('tools.jsonl') || has('catalogs'));
}

function readSet(name: string, folder: string): RetrievalSet {
  const tools = join(folder, 'tools.jsonl');
  const path = join(folder, 'queries.jsonl');
  return {
    name,
    tools: existsSync(tools)
      ? readJsonLines(tools).map((tool) => checkedTool(tool, tools))
      : readTools(join(folder, 'catalogs')),
    queries: readJsonLines(path).map((query) => checkedQuery(query, path)),
    absent: linesOf(join(folder, 'absent.jsonl')).map((query) => checkedQuery(query, join(folder, 'absent.jsonl'))),
    searches: linesOf(join(folder, 'searches.jsonl')) as AgentSearches[],
  };
}

function linesOf(file: string): unknown[] {
  return existsSync(file) ? readJsonLines(file) : [];
}

function checkedTool(tool: unknown, path: string): BenchTool {
  if (isObject(tool) && typeof tool['name'] === 'string') return bareTool(tool);
  throw new Problem(`${path} has a line that is not { "id", "name", "description" }: ${excerpt(tool)}`);
}

function checkedQuery(query: unknown, path: string): SetQuery {
  if (isObject(query) && typeof query['query'] === 'string' && Array.isArray(query['relevant'])) {
    return query as unknown as SetQuery;
  }
  throw new Problem(`${path} has a line that is not { "id", "query", "relevant": [tool ids] }: ${excerpt(query)}`);
}

function excerpt(value: unknown): string {
  return JSON.stringify(value).slice(0, 200);
}
