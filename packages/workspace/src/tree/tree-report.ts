import type { FileState, JudgedFile, LeftFile } from './judge-files.ts';
import { CONFIG_PATH } from './runtime-file.ts';

/** A file that was left as it is, because it is not (or no longer) what the generator wrote. */
export interface KeptFile {
  readonly path: string;
  /** `edited`: written by the generator and changed since. `foreign`: never written by it. */
  readonly reason: 'edited' | 'foreign';
}

/** What differs from the tools, or did before it was written. */
export interface TreeReport {
  readonly servers: number;
  readonly tools: number;
  readonly files: number;
  readonly missing: readonly string[];
  readonly stale: readonly string[];
  /** Files of tools that are gone. */
  readonly extra: readonly string[];
  readonly kept: readonly KeptFile[];
  /** Nothing differs, or differed: what a check wants to hear. */
  readonly current: boolean;
}

/** `recordsDiffer`: whether what search knows of the tools is not what they are. */
export function reportOf(
  judged: readonly JudgedFile[],
  left: readonly LeftFile[],
  recordsDiffer: boolean,
): Omit<TreeReport, 'servers' | 'tools'> {
  const inState = (state: FileState): string[] => judged.filter((one) => one.state === state).map(({ path }) => path);
  const leftIn = (state: LeftFile['state']): string[] =>
    left.filter((one) => one.state === state).map(({ path }) => path);
  const [missing, stale, extra] = [inState('missing'), inState('stale'), leftIn('extra')];
  const kept: KeptFile[] = [
    ...[...inState('edited'), ...leftIn('edited')].map((path) => ({ path, reason: 'edited' as const })),
    ...inState('foreign').map((path) => ({ path, reason: 'foreign' as const })),
  ];
  // How scripts are compiled is for the people of the place to decide.
  const wrong = kept.filter(({ path }) => path !== CONFIG_PATH);
  const current = !recordsDiffer && [missing, stale, extra, wrong].every(({ length }) => length === 0);
  return { files: judged.length, missing, stale, extra, kept, current };
}
