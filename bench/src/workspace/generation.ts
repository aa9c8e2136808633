import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Tool } from '@foldout/core';
import { generateTree, treeFiles } from '@foldout/workspace';
import { quantile } from '../measure.ts';
import { ROOT } from '../paths.ts';
import { type Row, row, say } from '../report.ts';

const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
/** File systems answer unevenly: a small tree is written more often, which takes no longer. */
const ROUNDS = { few: 3, many: 15, manyBelow: 1_000 };
const OURS = 'foldout';
const PLAIN = 'plain-fs';

/** Generates the tree twice and compiles it. Compared with writing and reading the same bytes with `fs` alone. */
export async function generationRows(tools: readonly Tool[], root: string, plainRoot: string): Promise<Row[]> {
  const files = treeFiles(tools).map(({ path, text }) => ({ path, text: text() }));
  const times = {
    cold: [] as Cost[],
    plainCold: [] as Cost[],
    unchanged: [] as Cost[],
    plainRead: [] as Cost[],
  };
  const rounds = tools.length < ROUNDS.manyBelow ? ROUNDS.many : ROUNDS.few;
  for (let round = 0; round < rounds; round += 1) {
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
  if (!check.current) throw new Error('The tree is out of date right after it was generated.');
  say('compiling the tree …');
  const started = performance.now();
  const { stdout, status } = spawnSync(process.execPath, [TSC, '-p', root], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  const compileMs = performance.now() - started;
  const errors = stdout.match(/error TS\d+/g)?.length ?? 0;
  for (const line of stdout.split('\n').slice(0, 10).filter(Boolean)) say(`      ${line}`);
  if (errors === 0 && status !== 0) throw new Error(`tsc ended with ${status}`);
  return [
    row('generate/cold', 'tools', OURS, tools.length, 'tools'),
    row('generate/cold', 'files', OURS, check.files, 'files'),
    ...costRows('generate/cold', OURS, times.cold),
    ...costRows('generate/cold', PLAIN, times.plainCold),
    ...costRows('generate/unchanged', OURS, times.unchanged),
    ...costRows('generate/unchanged', PLAIN, times.plainRead),
    row('generate/check', 'ms', OURS, checkMs, 'ms'),
    row('type-check', 'type-errors', OURS, errors, 'errors'),
    row('type-check', 'ms', OURS, compileMs, 'ms'),
  ];
}

function writePlainly(root: string, files: readonly { readonly path: string; readonly text: string }[]): void {
  for (const { path, text } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** Processor time beside elapsed time: the disk of a shared machine makes the latter differ from run to run. */
interface Cost {
  readonly ms: number;
  readonly cpuMs: number;
}

async function timed(work: () => unknown): Promise<Cost> {
  const cpu = process.cpuUsage();
  const started = performance.now();
  await work();
  const ms = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  return { ms, cpuMs: (user + system) / 1_000 };
}

function costRows(name: string, subject: string, costs: readonly Cost[]): Row[] {
  const median = (samples: number[]) => quantile(samples, 0.5);
  return [
    row(name, 'ms', subject, median(costs.map(({ ms }) => ms)), 'ms'),
    row(name, 'cpu', subject, median(costs.map(({ cpuMs }) => cpuMs)), 'ms'),
  ];
}
