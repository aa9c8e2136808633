import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SearchEngine } from '@foldout/core';
import { loadVectorTable } from '@foldout/core/node';
import type { BenchTool } from '../retrieval/bare-tool.ts';
import { miniSearchTuned } from '../retrieval/subjects/mini-search.ts';
import { readTools, synthesize } from './catalog.ts';

export interface BuildCost {
  /** Of processor time, which a busy machine does not change much. */
  readonly ms: number;
  readonly megabytes: number;
}

export type Built = 'foldout' | 'minisearch-tuned';

/**
 * What building an index takes, measured in a process that does nothing else. Memory is what is still held after a
 * collection, beyond the tools and the vector table, which were there before.
 */
export async function buildCost(subject: Built, catalogs: string, size: number): Promise<BuildCost> {
  const flags = ['--expose-gc', '--max-old-space-size=8192'];
  const args = [...flags, fileURLToPath(import.meta.url), subject, catalogs, String(size)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as BuildCost;
}

/** `alive` is what was there before and stays: were it collected meanwhile, building would seem to free memory. */
async function measured(build: () => Promise<unknown> | unknown, alive: readonly unknown[]): Promise<BuildCost> {
  const before = await heldMegabytes();
  const started = process.cpuUsage();
  const built = await build();
  const { user, system } = process.cpuUsage(started);
  const megabytes = (await heldMegabytes()) - before;
  // Named once more, so that nothing is collected before it is weighed.
  if (built === undefined || alive.length === 0) throw new Error('Nothing was built.');
  return { ms: (user + system) / 1_000, megabytes };
}

async function heldMegabytes(): Promise<number> {
  const { gc } = globalThis;
  if (!gc) throw new Error('Memory can only be measured with --expose-gc.');
  // What a turn of the event loop still holds goes with the next collection.
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
