import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateTree } from '../tree/generate-tree.ts';
import { linkTo, Scratch, treeTool } from '../tree-under-test.ts';
import { FilesystemNavigator } from './filesystem-navigator.ts';

const scratch = new Scratch();
const navigator = new FilesystemNavigator(scratch.root);

beforeAll(async () => {
  await generateTree(
    [
      treeTool('google-drive', 'get_document', { description: 'Retrieves a document from Google Drive' }),
      treeTool('google-drive', 'list_files'),
      treeTool('salesforce', 'update_record'),
    ],
    { root: scratch.root },
  );
  writeFileSync(scratch.path('servers', 'README.md'), 'not a server');
  writeFileSync(scratch.path('servers', 'google-drive', 'notes.md'), 'not a tool');
  mkdirSync(scratch.path('servers', 'google-drive', 'folder.ts'));
});
afterAll(() => scratch[Symbol.dispose]());

describe('FilesystemNavigator', () => {
  it('lists the folders as servers', async () => {
    expect(await navigator.listServers()).toEqual([
      { name: 'google-drive', path: scratch.path('servers', 'google-drive') },
      { name: 'salesforce', path: scratch.path('servers', 'salesforce') },
    ]);
  });

  it('lists the tools of a server, without its index', async () => {
    expect(await navigator.listTools('google-drive')).toEqual([
      {
        name: 'getDocument',
        filename: 'getDocument.ts',
        path: scratch.path('servers', 'google-drive', 'getDocument.ts'),
      },
      { name: 'listFiles', filename: 'listFiles.ts', path: scratch.path('servers', 'google-drive', 'listFiles.ts') },
    ]);
  });

  it('reads a description without the code', async () => {
    expect(await navigator.readToolDescription('google-drive', 'getDocument')).toEqual({
      name: 'getDocument',
      server: 'google-drive',
      description: 'Retrieves a document from Google Drive',
      path: scratch.path('servers', 'google-drive', 'getDocument.ts'),
    });
  });

  it('reads only the first 500 bytes for a description', async () => {
    const path = scratch.path('servers', 'salesforce', 'large.ts');
    writeFileSync(path, `/**\n * Large\n */\n`);
    // Larger than Node can read into one buffer.
    truncateSync(path, 3_000_000_000);
    expect((await navigator.readToolDescription('salesforce', 'large')).description).toBe('Large');
    await expect(navigator.readToolDefinition('salesforce', 'large')).rejects.toThrow();
    writeFileSync(path, `${' '.repeat(500)}// Too far down\n`);
    expect((await navigator.readToolDescription('salesforce', 'large')).description).toBe('No description available');
  });

  it.each([
    ['/** In one line */\nexport {}', 'In one line'],
    ['/**\r\n * With returns\r\n */', 'With returns'],
    ['/**\n *\n * After a gap\n */', 'After a gap'],
    ['// In a line comment\n', 'In a line comment'],
    ['\ufeff// After a mark\n', 'After a mark'],
    ["import x from 'x';\n\n/**\n * After an import\n */", 'After an import'],
    [`/**\n * ${'x'.repeat(492)}语\n */`, 'x'.repeat(492)],
    ['export const x = 1;\n// later', 'No description available'],
    ['/** */', 'No description available'],
    ['', 'No description available'],
  ])('finds the description in a hand-written file: %j', async (code, description) => {
    writeFileSync(scratch.path('servers', 'salesforce', 'mine.ts'), code);
    expect((await navigator.readToolDescription('salesforce', 'mine')).description).toBe(description);
  });

  it('reads a definition with its type and function names', async () => {
    const definition = await navigator.readToolDefinition('google-drive', 'getDocument');
    expect(definition).toEqual({
      name: 'getDocument',
      server: 'google-drive',
      code: scratch.read('servers', 'google-drive', 'getDocument.ts'),
      description: 'Retrieves a document from Google Drive',
      inputType: 'GetDocumentInput',
      outputType: 'GetDocumentResponse',
      functionName: 'getDocument',
    });
  });

  it('recognizes the names of servers', async () => {
    expect(await navigator.isServerName('google-drive')).toBe(true);
    for (const text of ['google', 'Google-Drive', 'google drive', 'README.md', '', '.', '..', 'x'.repeat(9_000)]) {
      expect(await navigator.isServerName(text)).toBe(false);
    }
  });

  it('reports what is missing and the next step', async () => {
    await expect(navigator.listTools('notion')).rejects.toThrow(/no server 'notion'.*listServers/);
    await expect(navigator.readToolDescription('google-drive', 'getDoc')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(new FilesystemNavigator(scratch.path('none')).listServers()).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringMatching(/no folder servers in .*none\. Create a tree with generateTree/),
    });
    expect(new FilesystemNavigator().root).toBe(process.cwd());
  });
});

describe('no path leaves the root', () => {
  const ESCAPES = [
    '..',
    '.',
    '',
    '../..',
    '../google-drive',
    'google-drive/../../..',
    '/etc',
    '/etc/passwd',
    'C:\\Windows',
    'C:',
    '..\\..',
    'google-drive\\..',
    '\\\\server\\share',
    'google-drive\0',
    'google-drive\n',
    'CON',
    'nul',
    'aux.ts',
    'COM1',
    'lpt9.txt',
    'google-drive::$DATA',
    'google-drive.',
    'google-drive ',
    '%2e%2e',
    'x'.repeat(300),
    5 as unknown as string,
    ['..'] as unknown as string,
    undefined as unknown as string,
  ];

  it.each(ESCAPES)('through the server %j', async (server) => {
    for (const step of [
      () => navigator.listTools(server),
      () => navigator.readToolDescription(server, 'getDocument'),
      () => navigator.readToolDefinition(server, 'getDocument'),
    ]) {
      await expect(step()).rejects.toMatchObject({ code: server === '%2e%2e' ? 'NOT_FOUND' : 'INVALID_NAME' });
    }
    expect(await navigator.isServerName(server)).toBe(false);
  });

  it.each(ESCAPES)('through the tool %j', async (tool) => {
    for (const step of [
      () => navigator.readToolDescription('google-drive', tool),
      () => navigator.readToolDefinition('google-drive', tool),
    ]) {
      await expect(step()).rejects.toMatchObject({ code: expect.stringMatching(/^(INVALID_NAME|NOT_FOUND)$/) });
    }
  });

  it('through a symbolic link to a folder or a file', async () => {
    using outside = new Scratch();
    using inner = new Scratch();
    mkdirSync(join(outside.root, 'secret'));
    writeFileSync(outside.path('secret', 'tool.ts'), '/** Secret */');
    mkdirSync(inner.path('servers', 'real'), { recursive: true });
    linkTo(outside.path('secret'), inner.path('servers', 'linked'));
    linkTo(outside.path('secret', 'tool.ts'), inner.path('servers', 'real', 'tool.ts'));
    const inside = new FilesystemNavigator(inner.root);
    expect((await inside.listServers()).map(({ name }) => name)).toEqual(['real']);
    expect(await inside.listTools('real')).toEqual([]);
    expect(await inside.isServerName('linked')).toBe(false);
    await expect(inside.listTools('linked')).rejects.toMatchObject({ code: 'OUTSIDE_ROOT' });
    await expect(inside.readToolDefinition('linked', 'tool')).rejects.toMatchObject({ code: 'OUTSIDE_ROOT' });
    await expect(inside.readToolDescription('real', 'tool')).rejects.toMatchObject({ code: 'OUTSIDE_ROOT' });
    await expect(inside.readToolDefinition('real', 'tool')).rejects.toMatchObject({ code: 'OUTSIDE_ROOT' });
    using linked = new Scratch();
    linkTo(outside.root, linked.path('servers'));
    await expect(new FilesystemNavigator(linked.root).listServers()).rejects.toMatchObject({ code: 'OUTSIDE_ROOT' });
    expect(await new FilesystemNavigator(linked.root).isServerName('secret')).toBe(false);
  });
});
