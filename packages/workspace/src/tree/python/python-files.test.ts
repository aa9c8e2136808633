import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { JsonSchema } from '@foldout/core';
import { describe, expect, it } from 'vitest';
import { nameTools } from '../../names/named-tools.ts';
import { schemaPairs } from '../../schema-pairs-under-test.ts';
import { Scratch, treeTool } from '../../tree-under-test.ts';
import { generateTree } from '../generate-tree.ts';
import { pythonFiles } from './python-files.ts';

const SAMPLES = 100;
/** The types of Python's own modules are read once. */
const CACHE = join(tmpdir(), 'foldout-mypy');
/** Debian's package `mypy`. */
const hasMypy = spawnSync('mypy', ['--version']).status === 0;

/** The messages of `mypy --strict`. `values.py` is checked with the files of the tools. */
function mypy(tools: readonly ReturnType<typeof treeTool>[], values = ''): string {
  using scratch = new Scratch();
  for (const { path, text } of pythonFiles(nameTools(tools))) {
    mkdirSync(dirname(scratch.path(path)), { recursive: true });
    writeFileSync(scratch.path(path), text());
  }
  writeFileSync(scratch.path('python', 'values.py'), values);
  return spawnSync('mypy', ['.'], {
    cwd: scratch.path('python'),
    encoding: 'utf8',
    env: { ...process.env, MYPY_CACHE_DIR: CACHE },
  }).stdout;
}

function pythonText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonText).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([key, one]) => `${JSON.stringify(key)}: ${pythonText(one)}`)
      .join(', ')}}`;
  return value === null ? 'None' : value === true ? 'True' : value === false ? 'False' : JSON.stringify(value);
}

describe('the Python tree', () => {
  const document = treeTool('google-drive', 'get-document', {
    description: 'Retrieves a "document". Says C:\\temp.',
    effects: 'read',
    inputSchema: {
      type: 'object',
      properties: {
        documentId: { type: 'string', description: 'type: ignore' },
        'a-b': { enum: ['x', 1, null, 1.5] },
        at: { $ref: '#/$defs/place' },
      },
      required: ['documentId'],
      $defs: { place: { type: 'object', properties: { inside: { $ref: '#/$defs/place' } } } },
    },
    outputSchema: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
  } as never);

  it('has one module for each tool, with type hints, and a package for each server', () => {
    const files = new Map(pythonFiles(nameTools([document])).map(({ path, text }) => [path, text()]));
    expect([...files.keys()]).toEqual([
      'python/foldout.py',
      'python/mypy.ini',
      'python/servers/__init__.py',
      'python/servers/google_drive/get_document.py',
      'python/servers/google_drive/__init__.py',
    ]);
    expect(files.get('python/servers/google_drive/get_document.py')).toMatchInlineSnapshot(`
      """"Retrieves a \\"document\\"

      Says C:\\\\temp.

      Reads only.
      """

      from typing import Literal, NotRequired, Required, TypedDict, Union

      from foldout import call_tool

      GetDocumentInputAtPlace = TypedDict(
          "GetDocumentInputAtPlace",
          {
              "inside": NotRequired["GetDocumentInputAtPlace"],
          },
      )

      GetDocumentInput = TypedDict(
          "GetDocumentInput",
          {
              #: type: ignore
              "documentId": Required[str],
              "a-b": NotRequired[Union[Literal["x", 1, None], float]],
              "at": NotRequired["GetDocumentInputAtPlace"],
          },
      )

      GetDocumentResponse = TypedDict(
          "GetDocumentResponse",
          {
              "title": Required[str],
          },
      )



      def get_document(input: GetDocumentInput) -> GetDocumentResponse:
          result: GetDocumentResponse = call_tool("google-drive", "get-document", input)
          return result
      "
    `);
    expect(files.get('python/servers/google_drive/__init__.py')).toMatchInlineSnapshot(`
      """"google-drive: 1 tool"""

      from .get_document import get_document as get_document, GetDocumentInput as GetDocumentInput, GetDocumentResponse as GetDocumentResponse
      "
    `);
  });

  it.runIf(hasMypy)('refuses a wrong input, an unknown key and a wrong use of a result', { timeout: 60_000 }, () => {
    const call = (input: string, rest = '') => `get_document(${input})${rest}`;
    const errors = mypy(
      [document],
      [
        'from servers.google_drive import get_document',
        call('{"documentId": "a", "a-b": 1, "at": {"inside": {}}}', '["title"].upper()'),
        call('{}'),
        call('{"documentId": 1}'),
        call('{"documentId": "a", "other": 1}'),
        call('{"documentId": "a", "a-b": "y"}'),
        call('{"documentId": "a"}', '["text"]'),
        '',
      ].join('\n'),
    );
    const lines = [...errors.matchAll(/^values\.py:(\d+): error/gm)].map(([, line]) => Number(line));
    expect(lines).toEqual([3, 4, 5, 6, 7]);
  });

  it.runIf(hasMypy)(
    'accepts every value that the schemas accept, under mypy --strict',
    () => {
      const pairs = schemaPairs(SAMPLES);
      const tools = pairs.map(({ schema, defs }, index) => {
        const outputSchema = { ...(schema === true ? {} : (schema as JsonSchema)), $defs: defs };
        const inputSchema = { type: 'object', properties: { given: schema }, $defs: defs };
        return treeTool('typed', `t${index}`, { inputSchema, outputSchema });
      });
      const names = tools.map((_, index) => `T${index}Input`);
      const uses = pairs.map(({ value }, index) => `of${index}: T${index}Input = ${pythonText({ given: value })}`);
      expect(mypy(tools, `from servers.typed import ${names.join(', ')}\n${uses.join('\n')}\n`)).toBe(
        `Success: no issues found in ${SAMPLES + 4} source files\n`,
      );
    },
    60_000,
  );

  it('is written on demand, kept up to date after that, and removed on demand', async () => {
    using scratch = new Scratch();
    const root = scratch.root;
    const modules = () => scratch.files().filter((path) => /python\/servers\/.*\/[a-z].*\.py$/.test(path));
    await generateTree([document], { root });
    expect(modules()).toEqual([]);
    await generateTree([document], { root, python: true });
    expect(modules()).toEqual(['python/servers/google_drive/get_document.py']);
    await generateTree([document, treeTool('chat', 'send')], { root });
    expect(modules()).toEqual(['python/servers/chat/send.py', 'python/servers/google_drive/get_document.py']);
    await generateTree([document], { root, unknownServers: ['chat'] });
    expect(modules()).toEqual(['python/servers/chat/send.py', 'python/servers/google_drive/get_document.py']);
    expect((await generateTree([document], { root })).extra).toContain('python/servers/chat/send.py');
    await generateTree([document], { root, python: false });
    expect(modules()).toEqual([]);
  });
});
