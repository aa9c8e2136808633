import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Tool } from '@foldout/core';
import { generateTree, treeFiles } from '@foldout/workspace';
import { quantile } from '../measure.ts';
import { type Row, say } from '../report.ts';

const TSC = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));
const ROUNDS = 3;

/** Generates the tree from nothing and again, beside writing and reading the same bytes with nothing but `fs`; then compiles it. */
export async function generationRows(tools: readonly Tool[], root: string, plainRoot: string): Promise<Row[]> {
  const files = treeFiles(tools).map(({ path, text }) => ({ path, text: text() }));
  const times = {
    cold: [] as number[],
    plainCold: [] as number[],
    unchanged: [] as number[],
    plainRead: [] as number[],
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    rmSync(root, { recursive: true, force: true });
    rmSync(plainRoot, { recursive: true, force: true });
    times.cold.push(await timed(() => generateTree(tools, { root })));
    times.plainCold.push(await timed(() => writePlainly(plainRoot, files)));
    times.unchanged.push(await timed(() => generateTree(tools, { root })));
    times.plainRead.push(
      await timed(() => files.filter(({ path, text }) => readFileSync(join(plainRoot, path), 'utf8') !== text)),
    );
  }
  const checking = performance.now();
  const check = await generateTree(tools, { root, check: true });
  const checkMs = performance.now() - checking;
  if (!check.current) throw new Error('The tree is not what the tools say, right after it was generated.');
  say('compiling the tree …');
  const started = performance.now();
  const { stdout, status } = spawnSync(process.execPath, [TSC, '-p', root], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  const compileMs = performance.now() - started;
  const errors = stdout.match(/error TS\d+/g)?.length ?? 0;
  for (const line of stdout.split('\n').slice(0, 10).filter(Boolean)) say(`      ${line}`);
  if (errors === 0 && status !== 0) throw new Error(`tsc ended with ${status}`);
  return [
    row('generate/cold', 'tools', tools.length, 'tools'),
    row('generate/cold', 'files', check.files, 'files'),
    row('generate/cold', 'ms', median(times.cold), 'ms'),
    { ...row('generate/cold', 'ms', median(times.plainCold), 'ms'), subject: 'plain-fs' },
    row('generate/unchanged', 'ms', median(times.unchanged), 'ms'),
    { ...row('generate/unchanged', 'ms', median(times.plainRead), 'ms'), subject: 'plain-fs' },
    row('generate/check', 'ms', checkMs, 'ms'),
    row('type-check', 'type-errors', errors, 'errors'),
    row('type-check', 'ms', compileMs, 'ms'),
  ];
}

function writePlainly(root: string, files: readonly { readonly path: string; readonly text: string }[]): void {
  for (const { path, text } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

async function timed(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function median(samples: readonly number[]): number {
  return quantile(samples, 0.5);
}

function row(name: string, metric: string, value: number, unit: string): Row {
  return { case: name, metric, subject: 'foldout', value, unit };
}
