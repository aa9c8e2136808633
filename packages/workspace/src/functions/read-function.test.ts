import { describe, expect, it } from 'vitest';
import { readFunction } from './read-function.ts';

const COPY = `import { getDocument } from './servers/google-drive';
import { updateRecord } from "../servers/salesforce/index.ts";
import { trim } from './functions/trim';

/** A note of an account. */
interface Note {
  title: string;
  parent?: Note;
}

/**
 * Copies a document into a note
 * of an account.
 * @test { "documentId": "abc", "tags": ["a"] }
 */
export async function copyNote(input: {
  /** The document */
  documentId: string;
  kind?: 'short' | 'long';
  tags: readonly string[];
  limits?: Record<string, number> | null;
}): Promise<{ note: Note; saved: boolean }> {
  const { callTool } = await import('./foldout.ts');
  return { note: { title: trim(await getDocument({ id: input.documentId })) }, saved: true };
}
`;

describe('readFunction', () => {
  it('reads name, description, types and test input', async () => {
    const read = await readFunction(COPY);
    expect(read.name).toBe('copyNote');
    expect(read.description).toBe('Copies a document into a note of an account.');
    expect(read.test).toEqual({ documentId: 'abc', tags: ['a'] });
    expect(read.inputSchema).toEqual({
      type: 'object',
      properties: {
        documentId: { type: 'string', description: 'The document' },
        kind: { enum: ['short', 'long'] },
        tags: { type: 'array', items: { type: 'string' } },
        limits: { anyOf: [{ type: 'object', additionalProperties: { type: 'number' } }, { type: 'null' }] },
      },
      required: ['documentId', 'tags'],
    });
    const note = {
      type: 'object',
      properties: { title: { type: 'string' }, parent: { $ref: '#/$defs/Note' } },
      required: ['title'],
    };
    expect(read.outputSchema).toEqual({
      type: 'object',
      properties: { note: { $ref: '#/$defs/Note' }, saved: { type: 'boolean' } },
      required: ['note', 'saved'],
      $defs: { Note: note },
    });
  });

  it('writes imports as they are in the folder of functions', async () => {
    const { code } = await readFunction(COPY);
    expect(code).toContain("from '../servers/google-drive/index.ts'");
    expect(code).toMatch(/from ['"]\.\.\/servers\/salesforce\/index\.ts['"]/);
    expect(code).toContain("from './trim.ts'");
    expect(code).toContain("import('../foldout.ts')");
    // A second save changes nothing.
    expect((await readFunction(code)).code).toBe(code);
  });

  it('reads a named input type, and a function without input or result', async () => {
    const named = await readFunction(`type Input = { id: number };
/** Does it @test {"id": 1} */
export async function doIt(input: Input): Promise<void> {}`);
    expect(named.inputSchema).toEqual({ type: 'object', properties: { id: { type: 'number' } }, required: ['id'] });
    expect(named.outputSchema).toBeUndefined();
    const none = await readFunction(
      '/** Counts things */\nexport async function count(): Promise<number> { return 1; }',
    );
    expect(none).toMatchObject({ inputSchema: { type: 'object', properties: {} }, test: {}, takesInput: false });
    expect(none.outputSchema).toEqual({ type: 'number' });
  });

  it('keeps a recursive input type that names itself', async () => {
    const { inputSchema } = await readFunction(`interface Tree { value: string; children: Tree[] }
/** Walks a tree
 * @test {"value": "a", "children": []} */
export async function walk(input: Tree): Promise<string[]> { return []; }`);
    expect(inputSchema).toMatchObject({
      type: 'object',
      properties: { children: { type: 'array', items: { $ref: '#/$defs/Tree' } } },
      $defs: { Tree: { type: 'object' } },
    });
  });

  it.each([
    ['no function', 'const a = 1;', /There is no exported async function/],
    [
      'two functions',
      '/** A */ export async function a(): Promise<void> {}\nexport async function b(): Promise<void> {}',
      /'b'.*line 2/s,
    ],
    ['no description', 'export async function a(): Promise<void> {}', /no description/],
    ['no test input', '/** A */\nexport async function a(input: { b: string }): Promise<void> {}', /@test/],
    [
      'a test input that is not JSON',
      '/** A\n * @test {b: 1} */\nexport async function a(input: {}): Promise<void> {}',
      /not a JSON object/,
    ],
    [
      'an input that is no object',
      '/** A\n * @test {} */\nexport async function a(input: string): Promise<void> {}',
      /object type/,
    ],
    ['two parameters', '/** A\n * @test {} */\nexport async function a(b: {}, c: {}): Promise<void> {}', /one input/],
    ['no return type', '/** A */\nexport async function a() {}', /return type/],
    [
      'a type of another library',
      '/** A\n * @test {} */\nexport async function a(input: { b: Buffer }): Promise<void> {}',
      /'Buffer'.*line 3/s,
    ],
    ['a reserved name', '/** A */\nexport async function callTool(): Promise<void> {}', /Name it 'callTool_'/],
    [
      'a module of Node',
      "import fs from 'node:fs';\n/** A */\nexport async function a(): Promise<void> {}",
      /cannot import 'node:fs'.*line 1/s,
    ],
    [
      'a file outside of the tree',
      "/** A */\nexport async function a(): Promise<void> { await import('../../secret.ts'); }",
      /cannot import/,
    ],
    ['a text that is no module', 'import { from', /./],
    [
      'types nested without end',
      `/** A\n * @test {} */\nexport async function a(input: { a: ${'('.repeat(100)}string${')'.repeat(100)} }): Promise<void> {}`,
      /nested too deeply/,
    ],
    ['too much code', 'x'.repeat(60_000), /60000 characters/],
  ])('refuses %s', async (_what, source, message) => {
    await expect(readFunction(source)).rejects.toThrow(message);
    await expect(readFunction(source)).rejects.toHaveProperty('name', 'FunctionError');
  });
});
