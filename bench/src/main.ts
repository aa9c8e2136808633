import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Arguments, optionHelp } from './arguments.ts';
import type { Benchmark } from './benchmark.ts';
import { BENCHMARKS } from './benchmarks.ts';
import { Problem } from './problem.ts';
import { compareRatios, RATIOS_OPTIONS } from './ratios/run.ts';
import { printReport, say } from './report.ts';

const RATIOS_ABOUT = 'the quick form of every benchmark, compared with the figures in bench/ratios.json';

// A gateway that a benchmark starts without a state folder of its own must not use the user's.
const state = mkdtempSync(join(tmpdir(), 'foldout-bench-state-'));
process.env['FOLDOUT_HOME'] = state;
process.on('exit', () => rmSync(state, { recursive: true, force: true }));

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  say(error.message);
  process.exitCode = 2;
}

/** Returns the exit code. */
async function main([name = '', ...argv]: readonly string[]): Promise<number> {
  if (name === '' || name === '--help') {
    say(listing());
    return name === '' ? 2 : 0;
  }
  if (name === 'ratios') {
    const args = new Arguments(name, RATIOS_OPTIONS, argv);
    return args.help ? help(name, RATIOS_ABOUT, optionHelp(RATIOS_OPTIONS)) : compareRatios(args);
  }
  const entry = Object.hasOwn(BENCHMARKS, name) ? BENCHMARKS[name] : undefined;
  if (!entry) throw new Problem(`There is no benchmark '${name}'.\n${listing()}`);
  const benchmark = await entry.load();
  const args = new Arguments(name, benchmark.options, argv);
  if (args.help) return help(name, entry.about, optionHelp(benchmark.options));
  return runBenchmark(name, benchmark, args);
}

async function runBenchmark(name: string, benchmark: Benchmark, args: Arguments): Promise<number> {
  const report = await benchmark.run(args);
  printReport(name, report, args.json);
  const verdicts = benchmark.judge?.(report.rows) ?? [];
  for (const { holds, text } of verdicts) say(`${holds ? 'PASS' : 'FAIL'}  ${text}`);
  return benchmark.strict && verdicts.some(({ holds }) => !holds) ? 1 : 0;
}

function help(name: string, about: string, options: string): number {
  say(`npm run bench -- ${name} [options]\n${about}\n\n${options}`);
  return 0;
}

function listing(): string {
  const abouts = [...Object.entries(BENCHMARKS).map(([name, { about }]) => [name, about]), ['ratios', RATIOS_ABOUT]];
  return [
    'Usage: npm run bench -- <name> [options]',
    ...abouts.map(([name = '', about]) => `  ${name.padEnd(14)}${about}`),
    'Options of a benchmark: npm run bench -- <name> --help. What each one shows: bench/README.md',
    'For clean JSON on stdout: npm run --silent bench -- <name> --json',
  ].join('\n');
}
