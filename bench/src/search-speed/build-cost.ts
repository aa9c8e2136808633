import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SearchEngine } from '@foldout/core';
import { loadVectorTable } from '@foldout/core/node';
import { readTools } from '../catalogs.ts';
import type { BenchTool } from '../retrieval/bare-tool.ts';
import { miniSearchTuned } from '../retrieval/subjects/mini-search.ts';
import { synthesize } from './catalog.ts';

export interface BuildCost {
  /** Processor time, which a busy machine changes little. */
  readonly ms: number;
  readonly megabytes: number;
}

export type Built = 'foldout' | 'minisearch-tuned';

/**
 * Time and memory of building an index, in a process that does nothing else. Memory is the growth of the
 * heap, measured after garbage collections. Tools and vector table are loaded earlier and do not count.
 */
export async function buildCost(subject: Built, catalogs: string, size: number): Promise<BuildCost> {
  const flags = ['--expose-gc', '--max-old-space-size=8192'];
  const args = [...flags, fileURLToPath(import.meta.url), subject, catalogs, String(size)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as BuildCost;
}

/** `alive` keeps the build's input on the heap. If the input were collected, the build would seem to free memory. */
async function measured(build: () => Promise<unknown> | unknown, alive: readonly unknown[]): Promise<BuildCost> {
  const before = await heldMegabytes();
  const started = process.cpuUsage();
  const built = await build();
  const { user, system } = process.cpuUsage(started);
  const megabytes = (await heldMegabytes()) - before;
  // Refers to `built` and `alive`, so that neither is collected before the heap is measured.
  if (built === undefined || alive.length === 0) throw new Error('Nothing was built.');
  return { ms: (user + system) / 1_000, megabytes };
}

async function heldMegabytes(): Promise<number> {
  const { gc } = globalThis;
  if (!gc) throw new Error('Memory can only be measured with --expose-gc.');
  // Objects that the current turn of the event loop refers to are only collected in a later one.
  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    gc();
  }
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

async function builderOf(subject: Built, tools: readonly BenchTool[]): Promise<() => unknown> {
  if (subject === 'minisearch-tuned') return () => miniSearchTuned.build(tools);
  const vectors = await loadVectorTable();
  return () => {
    const engine = new SearchEngine({ vectors });
    for (const tool of tools) engine.upsert(tool);
    return engine;
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [subject, catalogs, size] = process.argv.slice(2) as [Built, string, string];
  const real = readTools(catalogs);
  const tools = synthesize(real, Number(size));
  const build = await builderOf(subject, tools);
  process.stdout.write(JSON.stringify(await measured(build, [real, tools])));
}
