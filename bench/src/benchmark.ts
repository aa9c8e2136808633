import type { Arguments, OptionTable } from './arguments.ts';
import type { RatioRule } from './ratios/rules.ts';
import type { Row } from './report.ts';
import type { Verdict } from './targets.ts';

export interface Report {
  readonly rows: readonly Row[];
  /** Replaces the plain table of rows in the output. `--json` ignores it. */
  readonly text?: string;
}

/** What `run.ts` of a benchmark's folder exports. */
export interface Benchmark {
  /** Options of this benchmark alone. Every benchmark has `--json`, `--quick` and `--help` too. */
  readonly options: OptionTable;
  run(args: Arguments): Promise<Report>;
  /** Checks the figures against the targets that the documents promise. */
  judge?(rows: readonly Row[]): readonly Verdict[];
  /** A failed verdict ends the process with code 1. Only for figures that are the same on every machine. */
  readonly strict?: boolean;
  /** Which rows of the quick form `npm run bench -- ratios` compares with the stored figures. */
  readonly ratios: readonly RatioRule[];
}
