import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertSchema, isObject } from '@foldout/core/internal';
import { fromJsonSchema } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createMcpServer } from '../create-mcp-server.ts';
import { commandsFromOpenApi } from './index.ts';

const MODULES = join(import.meta.dirname, '..', '..', '..', '..', 'node_modules');
const EXAMPLES = '@readme/oas-examples';

/** Documents of real APIs and of the OpenAPI project, in the three versions, as their npm packages publish them. */
const DOCUMENTS: readonly (readonly [file: string, operations: number])[] = [
  [`${EXAMPLES}/2.0/json/petstore.json`, 20],
  [`${EXAMPLES}/2.0/json/schema-circular.json`, 1],
  [`${EXAMPLES}/3.0/json/star-trek.json`, 120],
  [`${EXAMPLES}/3.0/json/uspto.json`, 3],
  [`${EXAMPLES}/3.0/json/file-uploads.json`, 3],
  [`${EXAMPLES}/3.0/json/circular-paths.json`, 3],
  [`${EXAMPLES}/3.0/json/polymorphism.json`, 13],
  [`${EXAMPLES}/3.0/json/parameters-extreme.json`, 1],
  [`${EXAMPLES}/3.1/json/train-travel.json`, 7],
  [`${EXAMPLES}/3.1/json/readme.json`, 54],
  ['@figma/rest-api-spec/openapi/openapi.yaml', 54],
  ['@gitbook/api/spec/openapi.json', 377],
  ['@scalar/galaxy/dist/latest.json', 9],
];
/** A validator takes milliseconds for a schema, so of a large document some are tried. */
const TRIED_SCHEMAS = 15;

describe.each(DOCUMENTS)('the OpenAPI document %s', (file, operations) => {
  const text = readFileSync(join(MODULES, file), 'utf8');
  const document: unknown = file.endsWith('.yaml') ? parse(text) : JSON.parse(text);
  const before = JSON.stringify(document);
  const problems: string[] = [];
  const commands = commandsFromOpenApi(document, { onProblem: (problem) => problems.push(problem) });

  it('becomes one command per operation, and stays as it is', () => {
    expect(commands).toHaveLength(operations);
    expect(commands).toHaveLength(countOperations(document));
    expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length);
    expect(JSON.stringify(document)).toBe(before);
  });

  it('has only input schemas that a validator can read', () => {
    const step = Math.ceil(commands.length / TRIED_SCHEMAS);
    commands.forEach(({ name, input }, position) => {
      const schema = convertSchema(input as never, 'input');
      expect(JSON.stringify(schema), name).not.toContain('#/components/');
      if (position % step === 0) expect(() => fromJsonSchema(schema), name).not.toThrow();
    });
    expect(problems).toEqual([]);
  });

  it('is served', () => {
    const server = createMcpServer({ name: 'api', version: '1', commands, toolStrategy: 'individual' });
    expect(server.listTools()).toHaveLength(commands.length + ['afd-call', 'afd-batch', 'afd-pipe'].length);
  });
});

function countOperations(document: unknown): number {
  const paths = (document as { paths?: Record<string, Record<string, unknown>> }).paths ?? {};
  const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
  return Object.values(paths).reduce((sum, item) => sum + methods.filter((method) => isObject(item[method])).length, 0);
}
