import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { WorkFolder } from '../gateway/work-folder.ts';
import { ended, hostileMark } from './hostile-servers.ts';

const PROGRAM = join(import.meta.dirname, 'programs/burn.js');

/** CPU cores that each hostile server kept busy on average, by name. */
export type CpuShares = ReadonlyMap<string, number>;

/** Harmless processes that use as much CPU time as the hostile servers did. One process can use one core at most. */
export function startBurners(shares: CpuShares, lifeMs: number, work: WorkFolder): AsyncDisposable {
  const each = [...shares].flatMap(([name, share]) => {
    const processes = Math.max(1, Math.ceil(share));
    return Array.from({ length: processes }, () => ({ name, share: share / processes }));
  });
  const children = each.map(({ name, share }) =>
    spawn(process.execPath, [PROGRAM, String(share), String(lifeMs), hostileMark(name, work)], {
      stdio: ['pipe', 'ignore', 'ignore'],
    }),
  );
  return {
    [Symbol.asyncDispose]: async () => {
      await Promise.all(children.map(ended));
    },
  };
}
