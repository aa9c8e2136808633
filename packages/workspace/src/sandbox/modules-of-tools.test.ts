import { type Tool, toolFromDefinition } from '@foldout/core';
import { describe, expect, it } from 'vitest';
import { modulesOfTools } from './modules-of-tools.ts';
import { modulePath } from './resolve-module.ts';
import { schemaType } from './schema-type.ts';

function tool(server: string, name: string): Tool {
  return toolFromDefinition(server, { name, description: 'A tool.', inputSchema: { type: 'object' } }) as Tool;
}

describe('the modules of a set of tools', () => {
  const modules = modulesOfTools([tool('git hub', 'create_issue'), tool('git hub', "it's"), tool('b', 'list')]);

  it('are an index of each server and a file of each tool, ready to run or with types', () => {
    expect(modules('servers/git-hub/index.js')).toBe(`import { callTool } from "../../foldout.ts";
export const createIssue = (input) => callTool("git hub", "create_issue", input);
export const itS = (input) => callTool("git hub", "it's", input);
`);
    expect(modules('servers/b/list.ts')).toContain(
      'export async function list(input?: Record<string, any>): Promise<any>',
    );
  });

  it.each([
    'servers/b/other.ts',
    'servers/a/index.ts',
    'servers/b',
    'servers/b/index.mjs',
    '../servers/b/index.ts',
    '',
  ])('are not there for %j', (path) => {
    expect(modules(path)).toBeUndefined();
  });
});

describe('the type of a schema', () => {
  it.each([
    [{ type: 'string' }, 'string'],
    [{ type: ['integer', 'null'] }, '((number) | (null))'],
    [{ enum: ['a', 1, null] }, '(("a") | (1) | (null))'],
    [{ const: 'x"*/' }, '"x\\"*/"'],
    [{ type: 'array', items: { type: 'boolean' } }, 'Array<boolean>'],
    [
      { type: 'object', properties: { 'a-b': { type: 'string' }, c: {} }, required: ['c'] },
      '{ "a-b"?: string; "c": any }',
    ],
    [{ anyOf: [{ type: 'string' }, { $ref: '#/$defs/n' }], $defs: { n: { type: 'number' } } }, '((string) | (number))'],
    [{ type: 'array', items: { $ref: '#' } }, 'Array<Array<any>>'],
    [{ $ref: 'https://example.com/schema' }, 'any'],
    [{ $ref: '#/constructor/prototype' }, 'any'],
  ])('%j is %s', (schema, type) => {
    expect(schemaType(schema)).toBe(type);
  });
});

describe('the path of an import', () => {
  it.each([
    ['script.ts', './servers/a', 'servers/a'],
    ['servers/a/index.ts', '../../foldout.ts', 'foldout.ts'],
    ['servers/a/index.ts', './b.ts', 'servers/a/b.ts'],
    ['script.ts', '../a', undefined],
    ['servers/a/index.ts', '../../../a', undefined],
    ['script.ts', 'a', undefined],
    ['script.ts', '/a', undefined],
    ['script.ts', './a\\..\\b', undefined],
    ['script.ts', './a%2fb', undefined],
    ['script.ts', './a\u0000b', undefined],
    ['script.ts', './.git/config', undefined],
    ['script.ts', './', undefined],
  ])('%j in %j is %j', (importer, specifier, path) => {
    expect(modulePath(importer, specifier)).toBe(path);
  });
});
