import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { cachedEmbedder } from '../node/cached-embedder.ts';
import { engineWith, OFFICE, tool } from '../tools-under-test.ts';
import { type Embedder, embedderFrom } from './embedder.ts';

/** A model that gives penguins and invoices the same vector. */
function oddModel(seen: string[] = []): Embedder {
  return embedderFrom('odd', async (texts) => {
    seen.push(...texts);
    return texts.map((text) => (/penguin|invoice/i.test(text) ? [1, 0, 0, 0] : [0, 1, 0, 0]));
  });
}

describe('the optional sentence model', () => {
  it('takes part in searches once it has embedded every tool', async () => {
    const engine = engineWith(OFFICE, { embedder: oddModel() });
    const before = await engine.searchWithModel('penguin');
    expect(before.confident).toBe(false);
    await engine.prepareModel();
    const { hits } = await engine.searchWithModel('penguin');
    expect(hits[0]?.tool.id).toMatch(/invoice/);
  });

  it('embeds each tool and each query once', async () => {
    const seen: string[] = [];
    const engine = engineWith(OFFICE, { embedder: oddModel(seen) });
    await engine.prepareModel();
    await engine.prepareModel();
    await engine.searchWithModel('penguin');
    await engine.searchWithModel('penguin');
    expect(seen).toHaveLength(OFFICE.length + 1);
    engine.upsert(tool('weather/forecast', 'Changed'));
    await engine.prepareModel();
    expect(seen).toHaveLength(OFFICE.length + 2);
  });

  it('is skipped when it fails or is late', async () => {
    let isReady = false;
    const broken = embedderFrom('broken', async (texts) => {
      if (isReady) throw new Error('no model today');
      return texts.map(() => [1, 0, 0, 0]);
    });
    const late = embedderFrom('late', (texts) =>
      isReady ? new Promise(() => {}) : Promise.resolve(texts.map(() => [1, 0, 0, 0])),
    );
    for (const embedder of [broken, late]) {
      isReady = false;
      const engine = engineWith(OFFICE, { embedder });
      await engine.prepareModel();
      isReady = true;
      const { hits } = await engine.searchWithModel('merge a pull request', { patienceMs: 5 });
      expect(hits[0]?.tool.id).toBe('github/merge_pull_request');
    }
  });

  it('stops embedding tools when the signal aborts', async () => {
    const engine = engineWith(OFFICE, { embedder: oddModel() });
    await expect(engine.prepareModel(AbortSignal.abort())).rejects.toThrow();
  });
});

describe('vectors cached on disk', () => {
  const folders: string[] = [];
  afterEach(async () => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  });

  it('are computed once and shared by all embedders with the same folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'foldout-vectors-'));
    folders.push(folder);
    const seen: string[] = [];
    const first = await cachedEmbedder(oddModel(seen), folder).embed(['a penguin', 'a house']);
    const again = await cachedEmbedder(oddModel(seen), folder).embed(['a house', 'a penguin', 'an invoice']);
    expect(first.map((vector) => [...vector])).toEqual([
      [1, 0, 0, 0],
      [0, 1, 0, 0],
    ]);
    expect(again.map((vector) => [...vector])).toEqual([
      [0, 1, 0, 0],
      [1, 0, 0, 0],
      [1, 0, 0, 0],
    ]);
    expect(seen).toEqual(['a penguin', 'a house', 'an invoice']);
    expect((await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('are computed without the cache when the folder cannot be written', async () => {
    const [vector] = await cachedEmbedder(oddModel(), join(tmpdir(), '\0impossible')).embed(['a penguin']);
    expect([...(vector ?? [])]).toEqual([1, 0, 0, 0]);
  });
});
