import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SearchEngine } from '@foldout/core';
import { loadVectorTable } from '@foldout/core/node';
import type { BenchTool } from '../retrieval/bare-tool.ts';
import { miniSearchTuned } from '../retrieval/subjects/mini-search.ts';
import { readTools, synthesize } from './catalog.ts';

export interface BuildCost {
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

async function measured(build: () => Promise<unknown> | unknown): Promise<BuildCost> {
  const before = heldMegabytes();
  const started = performance.now();
  const built = await build();
  const ms = performance.now() - started;
  const megabytes = heldMegabytes() - before;
  // Named once more, so that what was built is not collected before it is weighed.
  if (built === undefined) throw new Error('Nothing was built.');
  return { ms, megabytes };
}

function heldMegabytes(): number {
  if (!globalThis.gc) throw new Error('Memory can only be measured with --expose-gc.');
  globalThis.gc();
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
  const build = await builderOf(subject, synthesize(readTools(catalogs), Number(size)));
  process.stdout.write(JSON.stringify(await measured(build)));
}
