import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Arguments, OptionTable } from '../arguments.ts';
import { BENCHMARKS } from '../benchmarks.ts';
import { quantile } from '../measure.ts';
import { ROOT } from '../paths.ts';
import { isObject, readJson } from '../read-json.ts';
import { printReport, type Row, row, say } from '../report.ts';
import { type Comparison, compare, isFailure, type Stored, toComparisonTable } from './compare.ts';
import { type Ratio, type RatioRule, ratiosOf } from './rules.ts';

const FILE = join(ROOT, 'bench/ratios.json');
/** The benchmarks that have ratios. */
const COMPARED = Object.keys(BENCHMARKS).filter((name) => !BENCHMARKS[name]?.withoutRatios);
const MAIN = join(ROOT, 'bench/dist/main.js');
/** Repeats if a ratio is worse than stored, so that a busy moment of the machine does not fail the run. */
const RETRIES = 2;

export const RATIOS_OPTIONS: OptionTable = {
  only: { value: 'NAME,…', about: 'Only these benchmarks' },
  repeat: { value: 'N', about: 'Run each benchmark N times and take the median of every ratio (default 1)' },
  write: { about: 'Store the measured ratios in bench/ratios.json' },
};

/** Returns the exit code: 1 where a ratio is worse or missing, or a benchmark failed. */
export async function compareRatios(args: Arguments): Promise<number> {
  const names = args.names('only', COMPARED);
  const repeat = args.number('repeat', { full: 1, quick: 1 });
  const stored = readStored();
  const comparisons: Comparison[] = [];
  const failed: string[] = [];
  for (const name of names) {
    try {
      const ratios = await measureBench(name, stored[name] ?? {}, repeat, args.flag('write') ? 0 : RETRIES);
      comparisons.push(...compare(name, ratios, stored[name] ?? {}));
      stored[name] = Object.fromEntries(ratios.map(({ key, value }) => [key, rounded(value)]));
    } catch (error) {
      failed.push(`${name} failed: ${(error as Error).message}`);
    }
  }
  printReport('ratios', { rows: comparisons.flatMap(rowsOf), text: toComparisonTable(comparisons) }, args.json);
  for (const failure of failed) say(failure);
  if (args.flag('write')) {
    writeStored(stored);
    return failed.length > 0 ? 1 : 0;
  }
  const failures = comparisons.filter(isFailure).length;
  say(`${comparisons.length} ratios compared with bench/ratios.json: ${failures} worse or missing.`);
  if (failures > 0) say('If a change is worth its cost, store the new figures: npm run bench -- ratios --write');
  return failures > 0 || failed.length > 0 ? 1 : 0;
}

/** The median of each ratio over `repeat` runs, and over up to `retries` more where one is worse than stored. */
async function measureBench(name: string, stored: Stored, repeat: number, retries: number): Promise<Ratio[]> {
  const { ratios: rules } = (await BENCHMARKS[name]?.load()) ?? { ratios: [] };
  const runs: Ratio[][] = [];
  for (let run = 1; ; run += 1) {
    say(`${name}, run ${run} …`);
    runs.push(await runQuickForm(name, rules));
    const ratios = medians(runs);
    const isWorse = compare(name, ratios, stored).some(({ verdict }) => verdict === 'worse');
    if (run >= repeat + (isWorse ? retries : 0)) return ratios;
  }
}

/** Runs in a separate process, so that the heap and the compiled code of one benchmark do not influence the next. */
async function runQuickForm(name: string, rules: readonly RatioRule[]): Promise<Ratio[]> {
  const child = spawn(process.execPath, [MAIN, name, '--quick', '--json'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  if (!stdout.startsWith('{')) throw new Error(`exit code ${code}\n${stderr}`);
  const { rows } = JSON.parse(stdout) as { rows: readonly Row[] };
  return ratiosOf(rows, rules);
}

function medians(runs: readonly (readonly Ratio[])[]): Ratio[] {
  const [first = []] = runs;
  return first.map((ratio) => {
    const values = runs.flatMap((run) => run.filter(({ key }) => key === ratio.key).map(({ value }) => value));
    return { ...ratio, value: quantile(values, 0.5) };
  });
}

function rowsOf({ bench, key, before, now }: Comparison): Row[] {
  const value = { before, now };
  return (['before', 'now'] as const).flatMap((when) => {
    const figure = value[when];
    return figure === undefined ? [] : [row(bench, key, when, figure, 'ratio')];
  });
}

function readStored(): Record<string, Stored> {
  const content = existsSync(FILE) ? readJson(FILE) : {};
  return isObject(content) ? ({ ...content } as Record<string, Stored>) : {};
}

function writeStored(stored: Readonly<Record<string, Stored>>): void {
  writeFileSync(FILE, `${JSON.stringify(stored, undefined, 2)}\n`);
  say(`${FILE} was written.`);
}

/** Four significant digits: more would be noise in every later diff. */
function rounded(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(4));
}
