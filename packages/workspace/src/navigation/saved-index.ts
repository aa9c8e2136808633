import { hash } from 'node:crypto';
import { SearchEngine, type SearchEngineOptions, type Tool } from '@foldout/core';
import { vectorsKey } from '@foldout/core/internal';
import { OWN_FOLDER, TreeFolder } from '../tree/tree-folder.ts';

/** The saved search index of a tree. */
const INDEX_PATH = `${OWN_FOLDER}/search.index`;
const CHECKSUM_BYTES = 32;
/** Minimum number of tools to save an index. Indexing fewer tools is as fast as reading the saved index. */
const WORTH_SAVING = 500;

export interface IndexedTree {
  readonly root: string;
  readonly tools: readonly Tool[];
  /** The text of `tools.json`. */
  readonly records: string;
}

/** A search engine over the tools of a tree. Restored from the saved index if its key matches, else built and saved. */
export async function indexTree(
  { root, tools, records }: IndexedTree,
  options: SearchEngineOptions,
): Promise<SearchEngine> {
  // The index contains results of `categoryDescription`. A function cannot be part of the cache key, so do not cache.
  const cacheable = tools.length >= WORTH_SAVING && options.categoryDescription === undefined;
  if (!cacheable) return SearchEngine.load(new Uint8Array(), tools, options);
  const key = checksum(`${checksum(records)}${vectorsKey(options.vectors)}`);
  const saved = await savedBytes(root);
  const engine = SearchEngine.load(saved ?? new Uint8Array(), tools, { ...options, key });
  if (!engine.restored) await save(root, engine.save(key));
  return engine;
}

/** Undefined if there is no saved index, or its checksum is wrong. */
async function savedBytes(root: string): Promise<Uint8Array | undefined> {
  try {
    const bytes = await (await TreeFolder.open(root, false)).readBytes(INDEX_PATH);
    const content = bytes?.subarray(CHECKSUM_BYTES);
    const isIntact = content && bytes?.toString('latin1', 0, CHECKSUM_BYTES) === checksum(content);
    return isIntact ? content : undefined;
  } catch {
    return undefined;
  }
}

/** Ignores errors: without a saved index, the next process builds it again. */
async function save(root: string, content: Uint8Array): Promise<void> {
  try {
    const folder = await TreeFolder.open(root, false);
    await folder.write(INDEX_PATH, Buffer.concat([Buffer.from(checksum(content), 'latin1'), content]));
  } catch {}
}

function checksum(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex').slice(0, CHECKSUM_BYTES);
}
