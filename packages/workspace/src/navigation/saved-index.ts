import { hash } from 'node:crypto';
import { SearchEngine, type SearchEngineOptions, type Tool } from '@foldout/core';
import { OWN_FOLDER, TreeFolder } from '../tree/tree-folder.ts';

/** The search index of a tree, beside what it was made of. */
export const INDEX_PATH = `${OWN_FOLDER}/search.index`;
const CHECKSUM_BYTES = 32;
/** Indexing fewer tools takes less time than a glance at the disk is worth. */
const WORTH_SAVING = 500;
/** Any words will do: another table of vectors puts them elsewhere. */
const PROBE = 'create a file and send a message';

export interface IndexedTree {
  readonly root: string;
  readonly tools: readonly Tool[];
  /** The text that the tools were read from. */
  readonly records: string;
}

/** A search engine over the tools of a tree, from the index that was saved beside it where that still fits. */
export async function indexTree(
  { root, tools, records }: IndexedTree,
  options: SearchEngineOptions,
): Promise<SearchEngine> {
  // What a category is about goes into the index as well, and nobody can name a function.
  const saving = tools.length >= WORTH_SAVING && options.categoryDescription === undefined;
  if (!saving) return SearchEngine.load(new Uint8Array(), tools, options);
  const key = checksum(`${checksum(records)}${options.vectors?.embed(PROBE).join() ?? ''}`);
  const saved = await savedBytes(root);
  const engine = SearchEngine.load(saved ?? new Uint8Array(), tools, { ...options, key });
  if (!engine.restored) await save(root, engine.save(key));
  return engine;
}

/** Undefined where there is nothing, or nothing whole: an index is made anew then. */
async function savedBytes(root: string): Promise<Uint8Array | undefined> {
  try {
    const bytes = await (await TreeFolder.open(root, false)).readBytes(INDEX_PATH);
    const content = bytes?.subarray(CHECKSUM_BYTES);
    const isWhole = content && bytes?.toString('latin1', 0, CHECKSUM_BYTES) === checksum(content);
    return isWhole ? content : undefined;
  } catch {
    return undefined;
  }
}

/** A tree that cannot be written to is searched all the same; the next process takes a second longer. */
async function save(root: string, content: Uint8Array): Promise<void> {
  try {
    const folder = await TreeFolder.open(root, false);
    await folder.write(INDEX_PATH, Buffer.concat([Buffer.from(checksum(content), 'latin1'), content]));
  } catch {}
}

function checksum(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex').slice(0, CHECKSUM_BYTES);
}
