import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toolFromDefinition } from '@foldout/core';
import { digestServer, toolHash } from '@foldout/core/internal';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ServerManifest } from './manifest.ts';
import { ManifestFiles } from './manifest-files.ts';
import { readTools } from './read-tools.ts';
import { definitionsOf, storedToolsOf } from './stored-tools.ts';

const TOOLS = [
  {
    name: 'create_issue',
    title: 'Create',
    description: 'Legt ein „Ticket“ an 🎫.',
    inputSchema: {
      $schema: 'x',
      type: 'object',
      properties: { title: { type: 'string', description: 'Überschrift' } },
    },
    outputSchema: { type: 'object' },
    annotations: { readOnlyHint: false },
    _meta: { vendor: 'x' },
  },
  { description: 'No name: of no use, and still as it was sent.' },
  7,
  { inputSchema: 'broken', name: 'list', __proto: 1 },
];

const MANIFEST: ServerManifest = {
  server: { name: 'tracker', version: '1.2.3' },
  instructions: 'Be kind.',
  era: 'legacy',
  capabilities: { tools: {} },
  tools: TOOLS,
  prompts: [{ name: 'p' }],
  resources: [{ uri: 'a://b' }],
  resourceTemplates: [],
  fetchedAt: 1_700_000_000_000,
};

let root: string;
let folder: string;
const warnings: string[] = [];
const log = { info: () => {}, warn: (message: string) => void warnings.push(message) };
const store = () => new ManifestFiles({ folder, log });

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'foldout-manifests-'));
  folder = join(root, 'catalog');
  warnings.length = 0;
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const onlyFile = () => join(folder, readdirSync(folder)[0] ?? '');

describe('a manifest on disk', () => {
  it('is loaded as it was saved, also by another process', async () => {
    await store().save('tracker', 'key', MANIFEST);
    const loaded = store().load('tracker', 'key');
    expect(loaded).toEqual(MANIFEST);
    expect(JSON.stringify(loaded?.tools)).toBe(JSON.stringify(MANIFEST.tools));
    expect(warnings).toEqual([]);
  });

  it('yields the same tools as the original definitions', async () => {
    await store().save('tracker', 'key', MANIFEST);
    const tools = (manifest: ServerManifest) => {
      const { tools: built, dropped } = readTools('tracker', definitionsOf(manifest), { config: {} }, () => undefined);
      return { built: [...built.values()], dropped };
    };
    const fresh = tools(MANIFEST);
    const again = tools(store().load('tracker', 'key') as ServerManifest);
    expect(again.built.map((tool) => ({ ...tool }))).toEqual(fresh.built);
    expect(again.built.map(toolHash)).toEqual(fresh.built.map(toolHash));
    expect(again.dropped).toBe(fresh.dropped);
  });

  it('stores any tool name', async () => {
    const definition = fc.oneof(fc.record({ name: fc.string(), inputSchema: fc.jsonValue() }), fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(definition, fc.dictionary(fc.string(), fc.jsonValue()))), async (tools) => {
        const sent = JSON.parse(JSON.stringify(tools)) as unknown[];
        await store().save('s', 'k', { ...MANIFEST, tools: sent });
        expect(JSON.parse(JSON.stringify(store().load('s', 'k')?.tools))).toEqual(sent);
      }),
      { numRuns: 50 },
    );
  });

  it('returns the number of tools, their hash, and a tool by name', async () => {
    const again = { name: 'create_issue', description: 'The second of a name is never used.' };
    await store().save('tracker', 'key', { ...MANIFEST, tools: [...TOOLS, again] });
    const loaded = store().load('tracker', 'key') as ServerManifest;
    const made = TOOLS.flatMap((one) => toolFromDefinition('tracker', one) ?? []);
    const stored = storedToolsOf(loaded);
    expect([stored?.count, stored?.hash]).toEqual([2, digestServer('tracker', made).content]);
    expect(stored?.named('create_issue')?.parse()).toEqual(TOOLS[0]);
    expect(stored?.named('create_issue')?.parse()).toEqual(loaded.tools[0]);
    expect(stored?.named('constructor')).toBeUndefined();
    expect(storedToolsOf(MANIFEST)).toBeUndefined();
  });

  it('can be loaded and saved again', async () => {
    await store().save('tracker', 'key', MANIFEST);
    await store().save('tracker', 'other', store().load('tracker', 'key') as ServerManifest);
    expect(store().load('tracker', 'other')).toEqual(MANIFEST);
  });

  it('belongs to one server and one key', async () => {
    await store().save('tracker', 'key', MANIFEST);
    expect(store().load('tracker', 'other')).toBeUndefined();
    expect(store().load('Tracker', 'key')).toBeUndefined();
    await store().save('Tracker', 'key', { ...MANIFEST, instructions: 'Other.' });
    expect(store().load('tracker', 'key')?.instructions).toBe('Be kind.');
    expect(store().load('Tracker', 'key')?.instructions).toBe('Other.');
    expect(new Set(readdirSync(folder).map((name) => name.toLowerCase())).size).toBe(2);
  });

  it('stays in its folder for any server name', async () => {
    const names = ['../escape', 'a/b', 'con', '..', 'x'.repeat(300), '☃', 'a\0b'];
    for (const name of names) await store().save(name, 'k', { ...MANIFEST, instructions: name });
    for (const name of names) expect(store().load(name, 'k')?.instructions).toBe(name);
    expect(readdirSync(root)).toEqual(['catalog']);
    expect(readdirSync(folder)).toHaveLength(names.length);
  });

  it('is readable by its owner only', async () => {
    await store().save('tracker', 'key', MANIFEST);
    const modes = [folder, onlyFile()].map((path) => statSync(path).mode & 0o777);
    // Windows has no file modes; the permissions of the user's folder protect the file.
    expect(process.platform === 'win32' ? [0o700, 0o600] : modes).toEqual([0o700, 0o600]);
  });

  it('is deleted by `forget`', async () => {
    await store().save('tracker', 'key', MANIFEST);
    await store().forget('tracker');
    await store().forget('never-there');
    expect(store().load('tracker', 'key')).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
    expect(warnings).toEqual([]);
  });
});

describe('a damaged manifest', () => {
  const damages: [string, (file: string) => void][] = [
    ['cut short', (file) => truncateSync(file, statSync(file).size - 3)],
    ['empty', (file) => truncateSync(file, 0)],
    ['JSON of another program', (file) => writeFileSync(file, '{"tools":[]}')],
    ['zeros', (file) => writeFileSync(file, Buffer.alloc(5_000))],
    ['one bit off', (file) => flip(file, 0.2)],
  ];

  it.each(damages)('is ignored and replaced: %s', async (_what, damage) => {
    await store().save('tracker', 'key', MANIFEST);
    damage(onlyFile());
    expect(store().load('tracker', 'key')).toBeUndefined();
    await store().save('tracker', 'key', MANIFEST);
    expect(store().load('tracker', 'key')).toEqual(MANIFEST);
  });

  it('drops a damaged definition and never misreads it', async () => {
    const tool = { name: 'damaged', description: 'Sends mail.', inputSchema: { type: 'object', title: 'MARK' } };
    await store().save('tracker', 'key', { ...MANIFEST, tools: [tool, { ...tool, name: 'intact' }] });
    const file = onlyFile();
    flip(file, readFileSync(file).indexOf('MARK') / statSync(file).size);
    const loaded = store().load('tracker', 'key') as ServerManifest;
    const [damaged, intact] = loaded.tools as (typeof tool)[];
    expect([damaged?.name, damaged?.description, damaged?.inputSchema]).toEqual(['damaged', undefined, undefined]);
    expect(intact).toEqual({ ...tool, name: 'intact' });
  });

  function flip(file: string, where: number): void {
    const bytes = readFileSync(file);
    const at = Math.round(bytes.length * where);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(file, bytes);
  }
});

describe('a folder that cannot be written', () => {
  it('causes one warning and no error', async () => {
    writeFileSync(folder, 'a file where the folder should be');
    const files = store();
    await files.save('tracker', 'key', MANIFEST);
    await files.save('other', 'key', MANIFEST);
    await files.forget('tracker');
    expect(files.load('tracker', 'key')).toBeUndefined();
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(folder);
  });

  it('leaves no temporary file behind', async () => {
    await store().save('tracker', 'key', MANIFEST);
    const taken = onlyFile();
    rmSync(taken);
    mkdirSync(join(taken, 'inner'), { recursive: true });
    await store().save('tracker', 'key', MANIFEST);
    expect(warnings).toHaveLength(1);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('loses the temporary files of killed processes, but not those of running ones', async () => {
    mkdirSync(folder);
    for (const name of ['old.manifest.1-a.tmp', 'new.manifest.2-b.tmp']) writeFileSync(join(folder, name), 'half');
    utimesSync(join(folder, 'old.manifest.1-a.tmp'), new Date(0), new Date(0));
    await store().save('tracker', 'key', MANIFEST);
    expect(readdirSync(folder).sort()).toEqual(['new.manifest.2-b.tmp', expect.stringMatching(/^tracker\./)]);
  });

  it('ignores a manifest that is not JSON', async () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    await store().save('tracker', 'key', { ...MANIFEST, capabilities: cycle });
    expect(store().load('tracker', 'key')).toBeUndefined();
    expect(warnings).toHaveLength(1);
  });
});

describe('many gateways on one folder', () => {
  it('always read a complete manifest, the last one saved', async () => {
    const stores = Array.from({ length: 8 }, store);
    const versions = Array.from({ length: 20 }, (_, n) => ({
      ...MANIFEST,
      instructions: `${n} `.repeat(2_000 * (n % 3)),
    }));
    const known = new Set(versions.map(({ instructions }) => instructions));
    await stores[0]?.save('tracker', 'key', versions[0] as ServerManifest);
    const saving = stores.map(async (one) => {
      for (const version of versions) {
        await one.save('tracker', 'key', version);
        expect(known).toContain(one.load('tracker', 'key')?.instructions);
      }
    });
    await Promise.all(saving);
    expect(warnings).toEqual([]);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('keep the order of the writes of one gateway', async () => {
    const files = store();
    const last = { ...MANIFEST, instructions: 'last' };
    await Promise.all([files.save('t', 'k', MANIFEST), files.forget('t'), files.save('t', 'k', last)]);
    expect(files.load('t', 'k')).toEqual(last);
  });
});
