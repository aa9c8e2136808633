import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nameTools } from '../names/named-tools.ts';
import { linkTo, Scratch, treeTool } from '../tree-under-test.ts';
import { classifyFiles } from './classify-files.ts';
import { generateTree } from './generate-tree.ts';
import { pythonFiles } from './python/python-files.ts';
import { TreeError, TreeFolder } from './tree-folder.ts';
import { treeFiles } from './tree-plan.ts';

const drive = [treeTool('drive', 'get_document'), treeTool('drive', 'list_files')];
const all = [...drive, treeTool('crm', 'update_record')];
const TOOLS = ['servers/crm/updateRecord.ts', 'servers/drive/getDocument.ts', 'servers/drive/listFiles.ts'];

describe('generateTree', () => {
  it('writes a file for each tool, an index for each server, and the runtime files', async () => {
    using scratch = new Scratch();
    const report = await generateTree(all, { root: scratch.root });
    expect(report).toMatchObject({ servers: 2, tools: 3, files: 10, stale: [], extra: [], kept: [], current: false });
    expect(scratch.files()).toEqual(
      [
        '.foldout/manifest.json',
        '.foldout/tools.json',
        'caller.mjs',
        'foldout.ts',
        'servers/crm/index.ts',
        'servers/drive/index.ts',
        'skills/mcp-tool-navigator/SKILL.md',
        'skills/progressive-mcp-discovery/SKILL.md',
        'tsconfig.json',
        ...TOOLS,
      ].sort(),
    );
    expect(scratch.read('servers', 'drive', 'index.ts')).toBe(
      [
        '/** drive: 2 tools */',
        "export { getDocument, type GetDocumentInput, type GetDocumentResponse } from './getDocument.ts';",
        "export { listFiles, type ListFilesInput, type ListFilesResponse } from './listFiles.ts';",
        '',
      ].join('\n'),
    );
  });

  it('writes the instructions of a server into its index, where they cannot end the comment', async () => {
    using scratch = new Scratch();
    const instructions = new Map([['drive', '# Drive\n\nList first */ evil();\nThen read.']]);
    const written = await generateTree(all, { root: scratch.root, instructions });
    expect(written.current).toBe(false);
    expect(scratch.read('servers', 'drive', 'index.ts').split('\n').slice(0, 9)).toEqual([
      '/**',
      ' * drive: 2 tools',
      ' *',
      ' * Instructions of the server:',
      ' *',
      ' * # Drive',
      ' *',
      ' * List first *\\/ evil();',
      ' * Then read.',
    ]);
    expect((await generateTree(all, { root: scratch.root, instructions, check: true })).current).toBe(true);
    const quoted = new Map([['drive', 'End it: """']]);
    const python = pythonFiles(nameTools(all, quoted)).find(({ path }) => path.endsWith('drive/__init__.py'));
    expect(python?.text()).toContain('Instructions of the server:\n\nEnd it: \\"\\"\\"\n"""');
    expect((await generateTree(all, { root: scratch.root, check: true })).stale).toEqual(['servers/drive/index.ts']);
  });

  it('generates the same tree for any order of the tools', async () => {
    using one = new Scratch();
    using other = new Scratch();
    await generateTree(all, { root: one.root });
    await generateTree([...all].reverse(), { root: other.root });
    expect(other.files().map((file) => other.read(file))).toEqual(one.files().map((file) => one.read(file)));
  });

  it('writes nothing when nothing changed', async () => {
    using scratch = new Scratch();
    await generateTree(all, { root: scratch.root });
    const times = () => scratch.files().map((file) => statSync(scratch.path(file), { bigint: true }).mtimeNs);
    const before = times();
    expect(await generateTree(all, { root: scratch.root })).toMatchObject({ missing: [], stale: [], current: true });
    expect(times()).toEqual(before);
  });

  it.each(['check', 'generate'])('rewrites a file whose manifest entry is forged or old: %s', async (how) => {
    using scratch = new Scratch();
    await generateTree(all, { root: scratch.root });
    const path = 'servers/drive/getDocument.ts';
    const manifest = JSON.parse(scratch.read('.foldout', 'manifest.json'));
    const real = manifest.files[path];
    // The file matches its hash in the manifest, but differs from the text that this generator would write.
    writeFileSync(scratch.path(path), 'x');
    const ofX = '2d711642b726b04401627ca9fbac32f5';
    manifest.files[path] = { hashes: [ofX], mark: how === 'check' ? real.mark : 'of another generator' };
    writeFileSync(scratch.path('.foldout', 'manifest.json'), JSON.stringify(manifest));
    const report = await generateTree(all, { root: scratch.root, check: how === 'check' });
    expect(report).toMatchObject({ stale: [path], current: false });
  });

  it('notices every change of a tool by its input hash', async () => {
    using scratch = new Scratch();
    const changes = [
      { description: 'Other' },
      { inputSchema: { type: 'object' } },
      { outputSchema: { type: 'object' } },
      { mutation: true },
      { confirmPrompt: 'Sure?' },
      { annotations: { destructiveHint: true } },
      { requires: ['drive/list_files'] },
      { examples: [{ title: 'One', input: { id: 'a' } }] },
      { deprecated: true, deprecationMessage: 'Use list_files.' },
    ];
    for (const change of changes) {
      await generateTree(all, { root: scratch.root });
      const next = [treeTool('drive', 'get_document', change), ...all.slice(1)];
      const { stale } = await generateTree(next, { root: scratch.root });
      expect([change, stale.includes('servers/drive/getDocument.ts')]).toEqual([change, true]);
      expect((await generateTree(next, { root: scratch.root, check: true })).current).toBe(true);
    }
  });

  it.each([
    ['a tag that only search uses', { tags: ['paper'] }, undefined],
    ['edited records', {}, '[]'],
    ['deleted records', {}, null],
  ])('rewrites the records of search when they differ: %s', async (_what, change, left) => {
    using scratch = new Scratch();
    const records = scratch.path('.foldout', 'tools.json');
    await generateTree(all, { root: scratch.root });
    if (left === null) rmSync(records);
    else if (left !== undefined) writeFileSync(records, left);
    const next = [treeTool('drive', 'get_document', change), ...all.slice(1)];
    expect((await generateTree(next, { root: scratch.root, check: true })).current).toBe(false);
    expect(await generateTree(next, { root: scratch.root })).toMatchObject({ current: false, stale: [], missing: [] });
    expect(JSON.parse(readFileSync(records, 'utf8'))).toHaveLength(3);
    expect((await generateTree(next, { root: scratch.root })).current).toBe(true);
    expect((await generateTree(next, { root: scratch.root, check: true })).current).toBe(true);
  });

  it('updates changed files, adds new ones, and removes the files and folders of removed tools', async () => {
    using scratch = new Scratch();
    await generateTree(all, { root: scratch.root });
    const next = [
      treeTool('drive', 'get_document', { description: 'Fetches a document' }),
      treeTool('drive', 'list_files'),
      treeTool('chat', 'send'),
    ];
    const report = await generateTree(next, { root: scratch.root });
    expect(report.missing).toEqual(['servers/chat/send.ts', 'servers/chat/index.ts']);
    expect(report.stale).toContain('servers/drive/getDocument.ts');
    expect(report.stale).not.toContain('servers/drive/listFiles.ts');
    expect(report.extra).toEqual(['servers/crm/index.ts', 'servers/crm/updateRecord.ts']);
    expect(existsSync(scratch.path('servers', 'crm'))).toBe(false);
    expect(scratch.read('servers', 'drive', 'getDocument.ts')).toContain('Fetches a document');
    expect((await generateTree(next, { root: scratch.root, check: true })).current).toBe(true);
  });

  it('leaves the files of a server whose tools are unknown unchanged', async () => {
    using scratch = new Scratch();
    await generateTree(all, { root: scratch.root });
    const before = scratch.files();
    const known = [treeTool('crm', 'update_record')];
    const unknownServers = ['drive'];
    for (const check of [true, false]) {
      expect((await generateTree(known, { root: scratch.root, unknownServers, check })).extra).toEqual([]);
    }
    expect(scratch.files()).toEqual(before);
    expect((await generateTree(known, { root: scratch.root, unknownServers, check: true })).current).toBe(true);
    expect(await generateTree(all, { root: scratch.root })).toMatchObject({ missing: [], kept: [] });
    expect((await generateTree(known, { root: scratch.root })).extra).toContain('servers/drive/getDocument.ts');
  });

  it('reports missing, stale and extra files without writing when `check` is set', async () => {
    using scratch = new Scratch();
    const empty = await generateTree(all, { root: scratch.path('none'), check: true });
    expect(empty).toMatchObject({ current: false, stale: [], extra: [] });
    expect(empty.missing).toHaveLength(10);
    expect(existsSync(scratch.path('none'))).toBe(false);
    await generateTree(all, { root: scratch.root });
    const before = scratch.files().map((file) => scratch.read(file));
    const changed = [treeTool('drive', 'get_document', { description: 'Other' }), treeTool('drive', 'list_files')];
    const report = await generateTree(changed, { root: scratch.root, check: true });
    expect(report.stale).toContain('servers/drive/getDocument.ts');
    expect(report.extra).toEqual(['servers/crm/index.ts', 'servers/crm/updateRecord.ts']);
    expect(report.current).toBe(false);
    expect(scratch.files().map((file) => scratch.read(file))).toEqual(before);
  });

  it('never fails when several generators write the same tree at once, and leaves a whole tree', async () => {
    using scratch = new Scratch();
    const { root } = scratch;
    const lists = [all, drive, all, [...all, treeTool('chat', 'send')]];
    const options = { root, overwrite: true };
    await Promise.all(lists.map((tools) => generateTree(tools, options)));
    await Promise.all(lists.map((tools) => generateTree(tools, { ...options, python: tools !== drive })));
    await generateTree(all, { ...options, python: false });
    expect((await generateTree(all, { root, check: true })).current).toBe(true);
    expect(scratch.files().filter((path) => path.endsWith('.tmp'))).toEqual([]);
  });

  it('never changes a foreign file, even at the path of a tool', async () => {
    using scratch = new Scratch();
    mkdirSync(scratch.path('servers', 'drive'), { recursive: true });
    writeFileSync(scratch.path('servers', 'drive', 'getDocument.ts'), 'mine');
    writeFileSync(scratch.path('servers', 'drive', 'notes.md'), 'mine');
    const report = await generateTree(all, { root: scratch.root, overwrite: true });
    expect(report.kept).toEqual([{ path: 'servers/drive/getDocument.ts', reason: 'foreign' }]);
    expect((await generateTree(all, { root: scratch.root, check: true })).current).toBe(false);
    await generateTree([treeTool('crm', 'update_record')], { root: scratch.root });
    expect(scratch.read('servers', 'drive', 'getDocument.ts')).toBe('mine');
    expect(scratch.read('servers', 'drive', 'notes.md')).toBe('mine');
    expect(existsSync(scratch.path('servers', 'drive', 'listFiles.ts'))).toBe(false);
  });

  it('keeps and reports an edited file, until `overwrite` is set or the edit is undone', async () => {
    using scratch = new Scratch();
    await generateTree(all, { root: scratch.root });
    const path = scratch.path('servers', 'drive', 'getDocument.ts');
    const original = readFileSync(path, 'utf8');
    writeFileSync(path, `${original}// a note\n`);
    const kept = [{ path: 'servers/drive/getDocument.ts', reason: 'edited' }];
    for (let run = 0; run < 2; run += 1) {
      expect(await generateTree(all, { root: scratch.root })).toMatchObject({ kept, current: false });
    }
    const gone = await generateTree([treeTool('crm', 'update_record')], { root: scratch.root, check: true });
    expect(gone.kept).toEqual(kept);
    expect(gone.extra).not.toContain('servers/drive/getDocument.ts');
    writeFileSync(path, original);
    expect((await generateTree(all, { root: scratch.root })).current).toBe(true);
    writeFileSync(path, 'broken');
    expect(await generateTree(all, { root: scratch.root, overwrite: true })).toMatchObject({ kept: [] });
    expect(readFileSync(path, 'utf8')).toBe(original);
  });

  it('keeps the edited file of a removed tool, and deletes it with `overwrite`', async () => {
    using scratch = new Scratch();
    await generateTree(all, { root: scratch.root });
    const path = scratch.path('servers', 'drive', 'getDocument.ts');
    writeFileSync(path, 'edited');
    const rest = [treeTool('crm', 'update_record')];
    const kept = [{ path: 'servers/drive/getDocument.ts', reason: 'edited' }];
    for (let run = 0; run < 2; run += 1) expect((await generateTree(rest, { root: scratch.root })).kept).toEqual(kept);
    const report = await generateTree(rest, { root: scratch.root, overwrite: true });
    expect(report).toMatchObject({ kept: [], extra: ['servers/drive/getDocument.ts'] });
    expect(existsSync(path)).toBe(false);
    expect((await generateTree(rest, { root: scratch.root, check: true })).current).toBe(true);
  });

  it.each([true, false])('rejects a root that is not a folder, check: %s', async (check) => {
    using scratch = new Scratch();
    const root = scratch.path('file');
    writeFileSync(root, '');
    const refusal = { name: 'TreeError', message: expect.stringMatching(/file is not a folder.* choose another root/) };
    await expect(generateTree(all, { root, check })).rejects.toMatchObject(refusal);
    await expect(generateTree(all, { root: join(root, 'below'), check })).rejects.toMatchObject({ name: 'TreeError' });
    expect(readFileSync(root, 'utf8')).toBe('');
  });

  it('treats a huge file as edited without reading it', async () => {
    using scratch = new Scratch();
    await generateTree(all, { root: scratch.root });
    truncateSync(scratch.path('servers', 'drive', 'getDocument.ts'), 3_000_000_000);
    const kept = [{ path: 'servers/drive/getDocument.ts', reason: 'edited' }];
    expect((await generateTree(all, { root: scratch.root })).kept).toEqual(kept);
    await generateTree(all, { root: scratch.root, overwrite: true });
    expect((await generateTree(all, { root: scratch.root, check: true })).current).toBe(true);
  });

  it('accepts a foreign tsconfig.json', async () => {
    using scratch = new Scratch();
    writeFileSync(scratch.path('tsconfig.json'), '{}');
    await generateTree(all, { root: scratch.root });
    expect(await generateTree(all, { root: scratch.root, check: true })).toMatchObject({
      current: true,
      kept: [{ path: 'tsconfig.json', reason: 'foreign' }],
    });
    expect(scratch.read('tsconfig.json')).toBe('{}');
  });

  it('recovers from an interrupted run', async () => {
    using scratch = new Scratch();
    await generateTree(all, { root: scratch.root });
    const aborting = new AbortController();
    const next = all.map((tool) => treeTool(tool.server, tool.name, { description: 'Second' }));
    const cut = generateTree(next, {
      root: scratch.root,
      signal: aborting.signal,
      onProgress: ({ done }) => done === 4 && aborting.abort(),
    });
    await expect(cut).rejects.toThrow();
    const [old, young] = ['0', '1'].map((digit) => `${digit}1234567-0123-0123-0123-0123456789ab.tmp`) as [
      string,
      string,
    ];
    for (const name of [old, young]) writeFileSync(scratch.path('.foldout', name), 'half');
    utimesSync(scratch.path('.foldout', old), 1, 1);
    const third = all.map((tool) => treeTool(tool.server, tool.name, { description: 'Third' }));
    expect((await generateTree(third, { root: scratch.root })).kept).toEqual([]);
    for (const file of TOOLS) expect(scratch.read(file)).toContain('Third');
    expect(scratch.files().filter((file) => file.endsWith('.tmp'))).toEqual([`.foldout/${young}`]);
  });

  it('allows concurrent writers of the same tree', async () => {
    using scratch = new Scratch();
    await Promise.all([1, 2, 3].map(() => generateTree(all, { root: scratch.root })));
    expect((await generateTree(all, { root: scratch.root, check: true })).current).toBe(true);
    expect(scratch.files().filter((path) => path.endsWith('.tmp'))).toEqual([]);
  });

  it('recognizes a very large index file', async () => {
    using scratch = new Scratch();
    const name = 'x'.repeat(70);
    const many = Array.from({ length: 40_000 }, (_, index) => treeTool('many', `${name}${index}`));
    const index = treeFiles(many).filter(({ path }) => path.endsWith('index.ts'));
    mkdirSync(scratch.path('servers', 'many'), { recursive: true });
    const text = index[0]?.text() ?? '';
    expect(text.length).toBeGreaterThan(8_000_000);
    writeFileSync(scratch.path('servers', 'many', 'index.ts'), text);
    const folder = await TreeFolder.open(scratch.root, false);
    const [classified] = await classifyFiles(folder, index, new Map(), {}, () => {});
    expect(classified?.state).toBe('same');
  });

  it('reports progress', async () => {
    using scratch = new Scratch();
    const seen: number[] = [];
    await generateTree(all, { root: scratch.root, onProgress: ({ done, total }) => seen.push(done / total) });
    expect(seen).toHaveLength(10);
    expect(seen.at(-1)).toBe(1);
  });

  it('ignores manifest entries for files outside the tree', async () => {
    using scratch = new Scratch();
    using outside = new Scratch();
    writeFileSync(outside.path('victim.ts'), 'x');
    await generateTree(all, { root: scratch.root });
    const manifest = JSON.parse(scratch.read('.foldout', 'manifest.json'));
    const hash = '2d711642b726b04401627ca9fbac32f5';
    for (const path of [
      outside.path('victim.ts'),
      `servers/../../${outside.root.split(/[\\/]/).at(-1)}/victim.ts`,
      'servers/drive/../../victim.ts',
      'package.json',
      'servers/x/y.md',
    ]) {
      manifest.files[path] = { hashes: [hash] };
    }
    writeFileSync(scratch.path('package.json'), 'x');
    writeFileSync(scratch.path('.foldout', 'manifest.json'), JSON.stringify(manifest));
    await generateTree(all, { root: scratch.root, overwrite: true });
    expect(readFileSync(outside.path('victim.ts'), 'utf8')).toBe('x');
    expect(scratch.read('package.json')).toBe('x');
  });

  it('treats changed files as foreign when the manifest is lost, and unchanged files as current', async () => {
    using scratch = new Scratch();
    await generateTree(all, { root: scratch.root });
    writeFileSync(scratch.path('.foldout', 'manifest.json'), 'broken');
    expect((await generateTree(all, { root: scratch.root })).current).toBe(true);
    writeFileSync(scratch.path('.foldout', 'manifest.json'), '{"version":2,"files":{"foldout.ts":5}}');
    const other = [treeTool('drive', 'get_document', { description: 'Other' }), all[1] as never];
    const report = await generateTree(other, { root: scratch.root });
    expect(report.kept).toContainEqual({ path: 'servers/drive/getDocument.ts', reason: 'foreign' });
  });

  it('does not write through a symbolic link', async () => {
    using scratch = new Scratch();
    using outside = new Scratch();
    linkTo(outside.root, scratch.path('servers'));
    await expect(generateTree(all, { root: scratch.root })).rejects.toThrow(TreeError);
    expect(outside.files()).toEqual([]);
    using inner = new Scratch();
    mkdirSync(inner.path('servers'));
    linkTo(outside.root, inner.path('servers', 'drive'));
    await expect(generateTree(all, { root: inner.root })).rejects.toThrow(/link/);
    expect(outside.files()).toEqual([]);
  });

  it('does not replace a symbolic link at the path of a file', async () => {
    using scratch = new Scratch();
    using outside = new Scratch();
    writeFileSync(outside.path('target.ts'), 'theirs');
    mkdirSync(scratch.path('servers', 'drive'), { recursive: true });
    linkTo(outside.path('target.ts'), scratch.path('servers', 'drive', 'getDocument.ts'));
    const report = await generateTree(all, { root: scratch.root, overwrite: true });
    expect(report.kept).toContainEqual({ path: 'servers/drive/getDocument.ts', reason: 'foreign' });
    expect(readFileSync(join(outside.root, 'target.ts'), 'utf8')).toBe('theirs');
  });

  it('writes no file for a disabled tool, and a valid tree for no tools', async () => {
    using scratch = new Scratch();
    const report = await generateTree([treeTool('drive', 'off', { enabled: false })], { root: scratch.root });
    expect(report).toMatchObject({ servers: 0, tools: 0 });
    expect((await generateTree([], { root: scratch.root })).current).toBe(true);
  });
});
