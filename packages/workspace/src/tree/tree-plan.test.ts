import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { JsonSchema, Tool } from '@foldout/core';
import { describe, expect, it, vi } from 'vitest';
import { Scratch, treeTool } from '../tree-under-test.ts';
import { treeFiles } from './tree-plan.ts';

const TSC = resolve(import.meta.dirname, '../../../../node_modules/typescript/bin/tsc');

const fileOf = (tool: Tool): string =>
  treeFiles([tool])
    .find(({ path }) => /^servers\/.*(?<!index)\.ts$/.test(path))
    ?.text() ?? '';

/** Compiles the tree of some tools with scripts; returns the errors of the compiler. */
function compileErrors(tools: readonly Tool[], scripts: Readonly<Record<string, string>> = {}): string {
  using scratch = new Scratch();
  const files = treeFiles(tools).map(({ path, text }) => [path, text()] as const);
  for (const [path, text] of [
    ...files,
    ...Object.entries(scripts).map(([name, text]) => [`servers/${name}`, text] as const),
  ]) {
    mkdirSync(dirname(scratch.path(path)), { recursive: true });
    writeFileSync(scratch.path(path), text);
  }
  const { stdout } = spawnSync(process.execPath, [TSC, '-p', scratch.root], { encoding: 'utf8' });
  return stdout;
}

describe('the file of a tool', () => {
  it('starts with the summary, and ends with the function that calls the tool', () => {
    const tool = treeTool('google-drive', 'get_document', {
      description: 'Retrieves a document. Works for "shared" drives, too.\n\nNeeds a file id.',
      summary: 'Retrieves a document',
      examples: [{ title: 'The plan', input: { id: 'abc' } }],
      outputSchema: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
    });
    expect(fileOf(tool)).toBe(`/**
 * Retrieves a document
 *
 * Works for "shared" drives, too.
 *
 * Needs a file id.
 *
 * Reads only.
 * Example: The plan: {"id":"abc"}
 */
import { callTool } from '../../foldout.ts';

export type GetDocumentInput = {
  id: string;
};

export type GetDocumentResponse = {
  title: string;
};

export async function getDocument(input: GetDocumentInput): Promise<GetDocumentResponse> {
  return callTool("google-drive", "get_document", input);
}
`);
  });

  it('does not repeat the summary, even if line breaks split it in the description', () => {
    const broken = treeTool('s', 't', {
      summary: 'Update a thing Errors: 400',
      description: 'Update a thing\nErrors:\n400. Else fine',
    });
    expect(fileOf(broken)).toContain('/**\n * Update a thing Errors: 400\n *\n * Else fine\n *');
    const same = treeTool('s', 't', { summary: 'Update a thing', description: 'Update a thing.' });
    expect(fileOf(same)).toContain('/**\n * Update a thing\n *\n * Reads only.\n */');
    const cut = treeTool('s', 't', { summary: 'Update a…', description: 'Update a thing' });
    expect(fileOf(cut)).toContain('/**\n * Update a…\n *\n * Update a thing\n *');
  });

  it('has the summary within its first 500 bytes', () => {
    const text = fileOf(treeTool('s', 't', { summary: '语'.repeat(300), description: '语'.repeat(9_000) }));
    const start = Buffer.from(text).subarray(0, 500).toString('utf8');
    expect(start).toMatch(/^\/\*\*\n \* 语+…\n/);
  });

  it('has the response type ToolResult without an output schema', () => {
    expect(fileOf(treeTool('s', 't'))).toContain('export type TResponse = ToolResult;');
  });

  it('has a default input when no property is required', () => {
    expect(fileOf(treeTool('s', 't', { inputSchema: { type: 'object', properties: {} } }))).toContain(
      't(input: TInput = {})',
    );
    expect(fileOf(treeTool('s', 't'))).toContain('t(input: TInput)');
    const optional = { type: 'object', properties: { constructor: { type: 'string' } } };
    expect(fileOf(treeTool('s', 't', { inputSchema: optional }))).toContain('t(input: TInput = {})');
    const asking = [{ required: ['a'] }, { items: {} }, { $dynamicRef: '#a' }];
    for (const inputSchema of asking) expect(fileOf(treeTool('s', 't', { inputSchema }))).toContain('t(input: TInput)');
  });

  it('accepts no properties when none are listed, unless other keywords allow them', () => {
    const typeOf = (inputSchema: JsonSchema): string =>
      /type TInput = (.*);/.exec(fileOf(treeTool('s', 't', { inputSchema })))?.[1] ?? '';
    expect(typeOf({ type: 'object', properties: {} })).toBe('Record<string, never>');
    expect(typeOf({ type: 'object', properties: {}, additionalProperties: true })).toBe('{ [key: string]: unknown }');
    expect(typeOf({ type: 'object', properties: {}, else: { properties: { a: {} } } })).toBe(
      '{ [key: string]: unknown }',
    );
    expect(typeOf({ type: 'object' })).toBe('{ [key: string]: unknown }');
  });

  it('marks a deprecated tool', () => {
    const text = fileOf(treeTool('s', 't', { deprecated: true, deprecationMessage: 'Use u. */ x' }));
    expect(text).toContain('/** @deprecated Use u. *\\/ x */\nexport async function');
  });
});

describe('the tree', () => {
  it('compiles under `strict` for any tool names and schemas', () => {
    const names = [
      'delete',
      'then',
      'type',
      'from',
      'con',
      'index',
      '3d',
      'a.b',
      'a-b',
      'A_B',
      '语',
      '',
      'x'.repeat(256),
      '__proto__',
      'constructor',
      'get',
      'fooInput',
      'foo',
      'tool"); evil(); ("',
      "it's",
      'promise',
      'record',
      'async',
      'arguments',
    ];
    const named = names.map((name) => treeTool('odd */ server', name));
    const described = HOSTILE.map((text, index) =>
      treeTool('hostile', `tool${index}`, {
        summary: text,
        description: `${text}\n${text}`,
        inputSchema: {
          type: 'object',
          properties: { [text]: { type: 'string', description: text, enum: [text], default: text } },
        },
        examples: [{ title: text, input: { text } }],
      }),
    );
    const typed = SCHEMAS.map((schema, index) =>
      treeTool('typed', `schema${index}`, { inputSchema: schema, outputSchema: schema }),
    );
    expect(compileErrors([...named, ...described, ...typed])).toBe('');
  }, 60_000);

  it('accepts correct calls in a script and rejects wrong ones', () => {
    const tools = [
      treeTool('drive', 'get_document', {
        outputSchema: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
      }),
      treeTool('drive', 'list_files', { inputSchema: { type: 'object', properties: {} } }),
      treeTool('drive', 'keep', { inputSchema: { type: 'object', properties: { data: { type: 'object' } } } }),
    ];
    const script = `import { getDocument, keep, listFiles } from './drive';
await keep({ data: await getDocument({ id: 'a' }) });
export const title: string = (await getDocument({ id: 'a' })).title;
const listed = await listFiles();
export const text: string = typeof listed === 'string' ? listed : JSON.stringify(listed);
// @ts-expect-error
await getDocument({});
// @ts-expect-error
await getDocument({ id: 5 });
// @ts-expect-error
await listFiles({ other: 1 });
`;
    expect(compileErrors(tools, { 'script.ts': script })).toBe('');
  }, 60_000);

  it('compiles the example of its skill', () => {
    const tools = [treeTool('drive', 'get_document'), treeTool('drive', 'list_files', { inputSchema: {} })];
    const skill = treeFiles(tools).find(({ path }) => path === 'skills/mcp-tool-navigator/SKILL.md');
    const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(skill?.text() ?? '') ?? [];
    expect(code).toContain('await getDocument(');
    const script = `declare const console: { log(value: unknown): void };\n${code.replace('./servers/', './')}`;
    expect(compileErrors(tools, { 'script.ts': script })).toBe('');
  }, 60_000);

  it('runs with a custom caller, and names the next step if no gateway can be reached', async () => {
    using scratch = new Scratch();
    const { stripTypeScriptTypes } = await stripper();
    for (const { path, text } of treeFiles([treeTool('drive', 'get_document')])) {
      if (!/\.m?[jt]s$/.test(path)) continue;
      mkdirSync(dirname(scratch.path(path)), { recursive: true });
      writeFileSync(
        scratch.path(path.replace(/\.ts$/, '.mjs')),
        stripTypeScriptTypes(text()).replaceAll(".ts'", ".mjs'"),
      );
    }
    const { getDocument } = await import(join(scratch.root, 'servers', 'drive', 'index.mjs'));
    vi.stubEnv('FOLDOUT_COMMAND', 'no-such-program serve');
    await expect(getDocument({ id: 'a' })).rejects.toThrow(
      /^'no-such-program serve' cannot be started \(ENOENT\)\. Start one with 'foldout serve --http' and set FOLDOUT_URL/,
    );
    vi.unstubAllEnvs();
    const { setCaller } = await import(join(scratch.root, 'foldout.mjs'));
    setCaller(async (...call: unknown[]) => call);
    expect(await getDocument({ id: 'a' })).toEqual(['drive', 'get_document', { id: 'a' }]);
  });
});

/** The type stripper of the sandbox. */
async function stripper() {
  const { transformSync } = await import('@swc/wasm-typescript');
  return { stripTypeScriptTypes: (code: string) => transformSync(code, { mode: 'strip-only' }).code };
}

const HOSTILE = [
  'ends */ the comment /*',
  '@ts-expect-error',
  '// @ts-nocheck',
  '/// <reference path="/etc/passwd" />',
  '@ts-ignore */ import "evil"; /**',
  ['`$', '{process.exit()}`'].join(''),
  '\u2028new line\u2029',
  '\r\n * @jsx evil',
  '\u202ereversed',
  '"quoted" \\ \'back\\slash',
  '\ud800 half',
  '{@link x} {{{',
  '*/',
];

const wide = (name: string): JsonSchema[] =>
  Array.from({ length: 50 }, (_, index) => ({ type: 'object', properties: { [`${name}${index}`]: {} } }));
const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' }, value: { $ref: '#' } } };
const SCHEMAS: readonly JsonSchema[] = [
  {},
  { type: 'object' },
  { type: 'object', properties: {}, additionalProperties: false },
  { type: 'object', properties: { a: { $ref: '#/$defs/node' } }, $defs: { node } },
  { $ref: '#/$defs/node', $defs: { node } },
  { $ref: '#' },
  { anyOf: [{ $ref: '#' }, { type: 'string' }] },
  { $ref: '#/definitions/list', definitions: { list: { type: 'array', items: { $ref: '#/definitions/list' } } } },
  { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
  { $ref: '#/$defs/map', $defs: { map: { type: 'object', additionalProperties: { $ref: '#/$defs/map' } } } },
  { type: ['object', 'null'], properties: { a: { type: 'string' } } },
  { type: 'array', items: { type: 'object', properties: { a: { type: 'string' } } } },
  { type: 'object', properties: { a: { type: 'string' } }, nullable: true },
  { type: 'object', properties: { a: { type: 'number' }, b: {} }, additionalProperties: { type: 'string' } },
  { type: 'object', properties: { a: { type: 'string' } }, oneOf: [{ required: ['a'] }, { properties: { b: {} } }] },
  {
    allOf: [
      { properties: { a: { type: 'string' } } },
      { properties: { a: { type: 'number' } } },
      { $ref: '#/$defs/node' },
    ],
    $defs: { node },
  },
  {
    type: 'object',
    properties: Object.fromEntries(
      ['new', 'get', 'set', 'readonly', 'constructor', 'a b', '1', '', '-', 'ключ', 'async', 'static', 'in?'].map(
        (key) => [key, { type: 'string' }],
      ),
    ),
  },
  { type: 'object', properties: JSON.parse('{"__proto__":{"type":"string"}}') },
  {
    type: 'object',
    properties: { a: { enum: ['a', 1, null, true, { b: [] }, 'a'] }, b: { enum: [] }, c: { const: -1.5e21 } },
  },
  {
    type: 'object',
    properties: {
      a: {
        type: 'array',
        prefixItems: [{ type: 'string' }, { anyOf: [{}, { type: 'null' }] }],
        items: { enum: [1, 2] },
      },
    },
  },
  {
    type: 'object',
    properties: { a: { $ref: '#/$defs/Promise' }, b: { $ref: '#/$defs/ToolResult' }, c: { $ref: '#/$defs/' } },
    $defs: { Promise: { type: 'string' }, ToolResult: { type: 'number' }, '': { type: 'null' } },
  },
  { type: 'object', properties: 5, required: 'a', additionalProperties: 'x', anyOf: {}, allOf: [], enum: 'no' },
  { const: undefined, type: 'object' },
  { $ref: '#/$defs/rows', $defs: { rows: { items: { type: 'object', properties: { a: { type: 'string' } } } } } },
  { items: { type: 'object', properties: { a: { type: 'string' } } } },
  { $dynamicRef: '#/$defs/needs', $defs: { needs: { type: 'object', properties: { a: {} }, required: ['a'] } } },
  { type: ['string', 'null'] },
  { type: [] },
  { type: 'object', properties: { a: {} }, required: ['b'] },
  { properties: { a: {} }, allOf: [{ prefixItems: [{ items: { $ref: '#' } }, { $ref: '#' }], minItems: 1 }] },
  { allOf: ['a', 'b', 'c'].map((name) => ({ anyOf: wide(name) })) },
];
