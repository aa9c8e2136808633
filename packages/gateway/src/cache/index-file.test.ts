import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { IndexFile } from './index-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foldout-index-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const BYTES = Uint8Array.from({ length: 1_000 }, (_, i) => i % 251);

describe('the search index on disk', () => {
  it('is loaded as it was saved', async () => {
    expect(await new IndexFile({ folder }).load()).toBeUndefined();
    await new IndexFile({ folder }).save('key', BYTES);
    expect(new Uint8Array((await new IndexFile({ folder }).load()) ?? [])).toEqual(BYTES);
  });

  it('is ignored if it is damaged', async () => {
    await new IndexFile({ folder }).save('key', BYTES);
    const file = join(folder, 'search.index');
    const good = readFileSync(file);
    const flipped = Buffer.from(good);
    flipped[500] = (flipped[500] ?? 0) ^ 4;
    for (const bytes of [flipped, good.subarray(0, 700), Buffer.alloc(0), Buffer.from('other')]) {
      writeFileSync(file, bytes);
      expect(await new IndexFile({ folder }).load()).toBeUndefined();
    }
  });

  it('causes one warning if it cannot be written', async () => {
    const taken = join(folder, 'taken');
    writeFileSync(taken, '');
    const warnings: string[] = [];
    const index = new IndexFile({ folder: taken, log: { info: () => {}, warn: (line) => void warnings.push(line) } });
    await index.save('key', BYTES);
    await index.save('key', BYTES);
    expect(warnings).toHaveLength(1);
  });
});
