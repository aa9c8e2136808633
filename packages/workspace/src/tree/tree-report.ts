import type { ClassifiedFile, FileState, LeftoverFile } from './classify-files.ts';
import { CONFIG_PATH } from './runtime-file.ts';

/** A file that the generator did not write, or that was edited since. It was left unchanged. */
export interface KeptFile {
  readonly path: string;
  /** `edited`: written by the generator and changed since. `foreign`: never written by the generator. */
  readonly reason: 'edited' | 'foreign';
}

/** The differences between the tools and the files on disk, before anything was written. */
export interface TreeReport {
  readonly servers: number;
  readonly tools: number;
  readonly files: number;
  readonly missing: readonly string[];
  readonly stale: readonly string[];
  /** Files of removed tools. */
  readonly extra: readonly string[];
  readonly kept: readonly KeptFile[];
  /** True if nothing differed. */
  readonly current: boolean;
}

/** `recordsDiffer`: whether the records of search are out of date. */
export function reportOf(
  files: readonly ClassifiedFile[],
  leftovers: readonly LeftoverFile[],
  recordsDiffer: boolean,
): Omit<TreeReport, 'servers' | 'tools'> {
  const inState = (state: FileState): string[] => files.filter((file) => file.state === state).map(({ path }) => path);
  const leftIn = (state: LeftoverFile['state']): string[] =>
    leftovers.filter((file) => file.state === state).map(({ path }) => path);
  const [missing, stale, extra] = [inState('missing'), inState('stale'), leftIn('extra')];
  const kept: KeptFile[] = [
    ...[...inState('edited'), ...leftIn('edited')].map((path) => ({ path, reason: 'edited' as const })),
    ...inState('foreign').map((path) => ({ path, reason: 'foreign' as const })),
  ];
  // Users may write their own tsconfig.json, so an edited one does not make the tree out of date.
  const wrong = kept.filter(({ path }) => path !== CONFIG_PATH);
  const current = !recordsDiffer && [missing, stale, extra, wrong].every(({ length }) => length === 0);
  return { files: files.length, missing, stale, extra, kept, current };
}
