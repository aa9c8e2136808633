import { beforeEach, describe, expect, it } from 'vitest';
import { tool } from '../../../../test/fixtures/tools.ts';
import { Catalog } from '../catalog/catalog.ts';
import type { SourceChange } from '../catalog/source.ts';
import type { Tool } from '../catalog/tool.ts';
import { type IndexSnapshots, ToolSearch } from './tool-search.ts';

const TOOLS = ['send-message', 'create-issue', 'weather-forecast'].map((name) => tool(name));

/** A catalog of one server whose tools can change. */
function catalogOf(tools: readonly Tool[]): { catalog: Catalog; change: (change: SourceChange) => void } {
  const catalog = new Catalog();
  let tell: (change: SourceChange) => void = () => {};
  catalog.attach({
    server: tools[0]?.server ?? 'test',
    tools: () => tools,
    exposes: () => true,
    validate: (_tool, value) => ({ valid: true, value }),
    invoke: () => ({ success: true, data: null }),
    subscribe: (listener) => {
      tell = listener;
      return () => {};
    },
  });
  return { catalog, change: (change) => tell(change) };
}

/** Snapshots in memory. `next` resolves at the next save. */
class Kept implements IndexSnapshots {
  bytes: Uint8Array | undefined;
  readonly keys: string[] = [];
  #saved: (() => void) | undefined;

  async load(): Promise<Uint8Array | undefined> {
    return this.bytes;
  }

  async save(key: string, bytes: Uint8Array): Promise<void> {
    // Node may return a file's bytes as a view into a larger buffer, at any offset.
    const larger = Buffer.alloc(bytes.length + 3);
    larger.set(bytes, 3);
    this.bytes = larger.subarray(3);
    this.keys.push(key);
    this.#saved?.();
  }

  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#saved = resolve;
    });
  }
}

let kept: Kept;
beforeEach(() => {
  kept = new Kept();
});

const searchOver = (catalog: Catalog, snapshots: IndexSnapshots = kept) =>
  new ToolSearch(catalog, { snapshots, saveAfterMs: 1 });

async function saveIndexOf(tools: readonly Tool[]): Promise<void> {
  const saved = kept.next();
  await searchOver(catalogOf(tools).catalog).search('anything');
  await saved;
}

describe('a search with snapshots', () => {
  it('answers the same from a snapshot, without looking at a tool again', async () => {
    await saveIndexOf(TOOLS);
    // Copies, so that the getter below does not change TOOLS. Only indexing reads `inputSchema`.
    const watched = TOOLS.map((one) => ({ ...one }));
    let looked = 0;
    const first = watched[0] as Tool;
    const { inputSchema } = first;
    const { catalog } = catalogOf(watched);
    const search = searchOver(catalog);
    const fresh = await new ToolSearch(catalogOf(TOOLS).catalog).search('create an issue');
    // The first search caches the hashes for the index key, so the second does not read the schema for the key.
    await search.search('warm');
    Object.defineProperty(first, 'inputSchema', {
      get: () => {
        looked += 1;
        return inputSchema;
      },
      enumerable: true,
    });
    const again = await searchOver(catalog).search('create an issue');
    expect(again).toEqual(fresh);
    expect(looked).toBe(0);
    expect(kept.keys).toHaveLength(1);
  });

  it('takes what still fits of a snapshot of other tools, and saves anew', async () => {
    await saveIndexOf(TOOLS);
    const saved = kept.next();
    const tools = [...TOOLS.slice(1), tool('feed-penguins', undefined, { description: 'Feeds the penguins.' })];
    const search = searchOver(catalogOf(tools).catalog);
    expect((await search.search('feed the penguins')).hits[0]?.tool.name).toBe('feed-penguins');
    expect((await search.search('send-message')).hits[0]?.tool.name).not.toBe('send-message');
    await saved;
    expect(new Set(kept.keys).size).toBe(2);
  });

  it('does not take an old snapshot for a tool whose description changed', async () => {
    await saveIndexOf(TOOLS);
    const changed = TOOLS.map((one) =>
      one.name === 'create-issue' ? { ...one, description: 'Tells the tides.' } : one,
    );
    const answer = await searchOver(catalogOf(changed).catalog).search('tides');
    expect(answer.hits[0]?.tool.name).toBe('create-issue');
  });

  it('saves again when the catalog has changed', async () => {
    const { catalog, change } = catalogOf(TOOLS);
    const first = kept.next();
    const search = searchOver(catalog);
    await search.search('anything');
    await first;
    const second = kept.next();
    change({ upserted: [tool('feed-penguins')], removed: ['send-message'] });
    await second;
    expect(new Set(kept.keys).size).toBe(2);
    const tools = catalog.entries().map(({ tool: one }) => one);
    const restored = await searchOver(catalogOf(tools).catalog).search('feed penguins');
    expect(restored.hits[0]?.tool.name).toBe('feed-penguins');
    expect(kept.keys).toHaveLength(2);
  });

  it('sees a tool that came while the snapshot was being read', async () => {
    await saveIndexOf(TOOLS);
    const { catalog, change } = catalogOf(TOOLS);
    const search = searchOver(catalog, {
      load: async () => {
        change({ upserted: [tool('feed-penguins')], removed: [] });
        return kept.bytes;
      },
      save: async () => {},
    });
    expect((await search.search('feed penguins')).hits[0]?.tool.name).toBe('feed-penguins');
  });

  it.each<[string, IndexSnapshots['load']]>([
    ['cannot be read', () => Promise.reject(new Error('no disk'))],
    [
      'throw at once',
      () => {
        throw new Error('no disk');
      },
    ],
    ['are garbage', async () => new Uint8Array(100).fill(7)],
    ['are empty', async () => new Uint8Array()],
  ])('works where snapshots %s', async (_what, load) => {
    const snapshots = { load, save: () => Promise.reject(new Error('no disk')) };
    const answer = await searchOver(catalogOf(TOOLS).catalog, snapshots).search('create-issue');
    expect(answer.hits[0]?.tool.name).toBe('create-issue');
  });
});
