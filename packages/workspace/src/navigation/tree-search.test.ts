import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateTree } from '../tree/generate-tree.ts';
import { linkTo, Scratch, treeTool } from '../tree-under-test.ts';
import { FilesystemNavigator } from './filesystem-navigator.ts';
import { LeveledLoader } from './leveled-loader.ts';
import { searchTools } from './search-tools.ts';
import { TREE_SEARCH_DEFAULTS, TreeSearch } from './tree-search.ts';

const scratch = new Scratch();
const many = Array.from({ length: 14 }, (_, index) =>
  treeTool('chat', `send_message_${index}`, { description: `Sends message ${index} to a channel` }),
);
const tools = [
  treeTool('google-drive', 'get_document', { description: 'Retrieves a document from Google Drive' }),
  treeTool('google-drive', 'list_files', { description: 'Lists files in a folder' }),
  treeTool('Odd Server!', 'update_record', { description: 'Updates a record' }),
  ...many,
];
const options = { root: scratch.root };

beforeAll(async () => {
  await generateTree(tools, options);
});
afterAll(() => scratch[Symbol.dispose]());

describe('searchTools', () => {
  it('lists all tools of a server by its name, in any spelling', async () => {
    for (const name of ['chat', ' chat ', 'Chat']) {
      const results = await searchTools(name, 'name', options);
      expect(results).toHaveLength(14);
      expect(results[0]).toEqual({ server: 'chat', name: 'sendMessage0', score: 1 });
    }
    expect((await searchTools('Google Drive', 'name', options)).map(({ name }) => name)).toEqual([
      'getDocument',
      'listFiles',
    ]);
    expect((await searchTools('odd server!', 'name', options)).map(({ server }) => server)).toEqual(['Odd-Server']);
  });

  it('returns descriptions by default, and no more than the level', async () => {
    const [byDefault] = await searchTools('retrieve a document', undefined, options);
    expect(byDefault).toEqual({
      server: 'google-drive',
      name: 'getDocument',
      description: 'Retrieves a document from Google Drive',
      score: expect.any(Number),
    });
    const [named] = await searchTools('retrieve a document', 'name', options);
    expect(Object.keys(named ?? {})).toEqual(['server', 'name', 'score']);
    const [full] = await searchTools('retrieve a document', 'full', options);
    expect(full?.definition).toEqual(
      await new FilesystemNavigator(scratch.root).readToolDefinition('google-drive', 'getDocument'),
    );
    const listed = await searchTools('google-drive', 'full', options);
    expect(listed.map(({ definition }) => definition?.functionName)).toEqual(['getDocument', 'listFiles']);
  });

  it('returns at most ten tools, best first, and leaves out what is not plausible', async () => {
    const results = await searchTools('retrieve a document from google drive', 'name', options);
    expect(results[0]?.name).toBe('getDocument');
    expect(results.length).toBeLessThanOrEqual(10);
    const scores = results.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(Math.min(...scores)).toBeGreaterThanOrEqual(TREE_SEARCH_DEFAULTS.minScore);
    expect(results.map(({ name }) => name)).not.toContain('updateRecord');
    expect(results.every(({ lowConfidence }) => lowConfidence === undefined)).toBe(true);
  });

  it('is not sure of one of fourteen equal tools', async () => {
    const results = await searchTools('send a message to a channel', 'name', options);
    expect(results.every(({ name, score }) => name.startsWith('sendMessage') && score < 0.5)).toBe(true);
  });

  it('marks results as low confidence when nothing fits', async () => {
    const results = await searchTools('zzqx unheard-of quantum sandwich', 'name', options);
    expect(results.length).toBeGreaterThan(0);
    expect(results.length).toBeLessThanOrEqual(5);
    expect(results.every(({ lowConfidence }) => lowConfidence === true)).toBe(true);
  });

  it.each(['', '..', '../../etc', 'a\0b', '/'.repeat(5_000)])(
    'returns low-confidence results for the query %j',
    async (query) => {
      const results = await searchTools(query, 'description', options);
      expect(results.every(({ lowConfidence }) => lowConfidence)).toBe(true);
    },
  );

  it('finds a tool by server and name', async () => {
    const [found] = await searchTools('google-drive getDocument', 'full', options);
    expect(found).toMatchObject({ server: 'google-drive', name: 'getDocument' });
    expect(found?.score).toBeGreaterThan(0.8);
  });

  it('names the next step when there is no tree', async () => {
    await expect(searchTools('document', 'name', { root: scratch.path('none') })).rejects.toThrow(/generateTree/);
  });
});

describe('TreeSearch', () => {
  it('follows the tree when it is generated again', async () => {
    using own = new Scratch();
    const search = new TreeSearch(own.root);
    await generateTree([treeTool('a', 'get_weather', { description: 'Weather of a city' })], { root: own.root });
    expect((await search.search('weather', 'name'))[0]).toMatchObject({ name: 'getWeather' });
    await generateTree([treeTool('b', 'book_flight', { description: 'Books a flight' })], { root: own.root });
    expect(await search.search('book a flight', 'name')).toMatchObject([{ server: 'b', name: 'bookFlight' }]);
  });

  it('does not return a tool whose file was deleted', async () => {
    using own = new Scratch();
    await generateTree([treeTool('a', 'get_weather'), treeTool('a', 'get_time')], { root: own.root });
    rmSync(own.path('servers', 'a', 'getWeather.ts'));
    const found = await new TreeSearch(own.root).search('get weather', 'description');
    expect(found.map(({ name }) => name)).not.toContain('getWeather');
  });

  it('rejects damaged records', async () => {
    using own = new Scratch();
    await generateTree([treeTool('a', 'get_weather')], { root: own.root });
    for (const text of ['no json', '{}', '[{"server":5}]']) {
      writeFileSync(own.path('.foldout', 'tools.json'), text);
      await expect(new TreeSearch(own.root).search('get the weather')).rejects.toThrow(/Generate the tree again/);
    }
  });

  it('does not follow a link to the records of another tree', async () => {
    using own = new Scratch();
    linkTo(scratch.path('.foldout'), own.path('.foldout'));
    await expect(new TreeSearch(own.root).search('get the weather')).rejects.toThrow(/no generated tree/);
  });

  it('searches by words when there are no vectors', async () => {
    const search = new TreeSearch(scratch.root, { loadVectors: () => Promise.reject(new Error('no table')) });
    expect((await search.search('retrieves document'))[0]).toMatchObject({ name: 'getDocument' });
  });
});

describe('the saved index of a large tree', () => {
  const large = [
    treeTool('google-drive', 'get_document', { description: 'Retrieves a document from Google Drive' }),
    ...Array.from({ length: 500 }, (_, index) => treeTool('chat', `send_${index}`, { description: 'Sends a message' })),
  ];
  const index = (own: Scratch) => own.path('.foldout', 'search.index');
  // Without vectors, which are slow to load and not needed here.
  const noVectors = { loadVectors: () => Promise.reject(new Error('no table')) };
  const find = async (own: Scratch) =>
    (await new TreeSearch(own.root, noVectors).search('retrieve document', 'name'))[0];

  it('is built by the first search, read by the next, and rebuilt when the tools have changed', async () => {
    using own = new Scratch();
    await generateTree(large, { root: own.root });
    expect(await find(own)).toMatchObject({ name: 'getDocument' });
    const made = readFileSync(index(own));
    const stamp = statSync(index(own), { bigint: true }).mtimeNs;
    expect(await find(own)).toMatchObject({ name: 'getDocument' });
    expect(statSync(index(own), { bigint: true }).mtimeNs).toBe(stamp);
    const changed = treeTool('google-drive', 'fetch_page', { description: 'Retrieves a document from Google Drive' });
    await generateTree([changed, ...large.slice(1)], { root: own.root });
    expect(await find(own)).toMatchObject({ name: 'fetchPage' });
    expect(readFileSync(index(own)).equals(made)).toBe(false);
    expect((await generateTree([changed, ...large.slice(1)], { root: own.root, check: true })).current).toBe(true);
  });

  it.each(['damaged', 'empty', 'a link'])('is rebuilt when it is %s', async (how) => {
    using own = new Scratch();
    await generateTree(large, { root: own.root });
    await find(own);
    const bytes = readFileSync(index(own));
    if (how === 'damaged') writeFileSync(index(own), bytes.fill(0x7f, 40));
    if (how === 'empty') writeFileSync(index(own), '');
    if (how === 'a link') {
      rmSync(index(own));
      linkTo(own.path('foldout.ts'), index(own));
    }
    const runtime = own.read('foldout.ts');
    expect(await find(own)).toMatchObject({ name: 'getDocument' });
    expect(own.read('foldout.ts')).toBe(runtime);
  });

  it('is not written for a small tree', async () => {
    using own = new Scratch();
    await generateTree(large.slice(0, 10), { root: own.root });
    await find(own);
    expect(existsSync(index(own))).toBe(false);
  });
});

describe('LeveledLoader', () => {
  const loader = new LeveledLoader(new FilesystemNavigator(scratch.root));

  it('reads no file for the level `name`', async () => {
    expect(await loader.load('nowhere', 'nothing', 'name')).toEqual({ server: 'nowhere', name: 'nothing' });
  });

  it('loads the tools of a server at a level, sorted', async () => {
    const loaded = await loader.loadServer('google-drive', 'description');
    expect(loaded).toEqual([
      { server: 'google-drive', name: 'getDocument', description: 'Retrieves a document from Google Drive' },
      { server: 'google-drive', name: 'listFiles', description: 'Lists files in a folder' },
    ]);
    expect(await loader.loadServer('chat', 'name')).toHaveLength(14);
  });
});
