import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@foldout/core';
import { readCatalogs } from '../catalogs.ts';
import { ROOT } from '../paths.ts';
import { isObject } from '../read-json.ts';

/** A tool as all frameworks can express it. */
export interface PlainTool {
  readonly name: string;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** One request of a user, and the tools that fulfil it. */
export interface Task {
  readonly request: string;
  readonly relevant: ReadonlySet<string>;
}

const SMALL = join(ROOT, 'bench', 'data', 'small');

/** The tools of the small set, which the tasks need, and tools of captured servers up to the given number. */
export function readPlainTools(catalogs: string | undefined, limit: number): PlainTool[] {
  const folders = [join(SMALL, 'catalogs'), ...(catalogs === undefined ? [] : [catalogs])];
  const tools = new Map<string, PlainTool>();
  for (const catalog of folders.flatMap(readCatalogs))
    for (const definition of catalog.tools) {
      if (!isObject(definition) || typeof definition['name'] !== 'string') continue;
      const name = plainName(`${catalog.name}/${definition['name']}`);
      const { description, inputSchema } = definition;
      const schema = isObject(inputSchema) ? inputSchema : { type: 'object' };
      tools.set(name, { name, description: typeof description === 'string' ? description : '', schema });
      if (tools.size >= limit) return [...tools.values()];
    }
  return [...tools.values()];
}

export function readTasks(limit: number): Task[] {
  const lines = readFileSync(join(SMALL, 'queries.jsonl'), 'utf8').split('\n').filter(Boolean);
  const queries = lines.map((line) => JSON.parse(line) as { query: string; relevant: readonly string[] });
  const answerable = queries.filter(({ relevant }) => relevant.length > 0);
  return answerable.slice(0, limit).map(({ query, relevant }) => ({
    request: query,
    relevant: new Set(relevant.map(plainName)),
  }));
}

/** A name that every vendor and framework leaves as it is: `server/tool` becomes `server_tool`. */
function plainName(id: string): string {
  return id.replaceAll(/[^a-zA-Z0-9_]/g, '_').slice(0, 64);
}

/** The smallest input that a schema accepts, as far as its required fields say. */
export function sampleInput({ schema }: PlainTool): JsonObject {
  const { required, properties } = schema;
  const fields = isObject(properties) ? properties : {};
  const names = Array.isArray(required) ? required.map(String) : [];
  return Object.fromEntries(names.map((name) => [name, sampleOf(fields[name])]));
}

function sampleOf(schema: unknown): unknown {
  if (!isObject(schema)) return 'x';
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  const samples: Readonly<Record<string, unknown>> = { number: 1, integer: 1, boolean: true, array: [], object: {} };
  const { type } = schema;
  return typeof type === 'string' && Object.hasOwn(samples, type) ? samples[type] : 'x';
}
