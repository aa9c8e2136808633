import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const PAGE_BYTES = 4_096;
/** The process group and the resident pages in `/proc/<pid>/stat`, counted after the name of the program. */
const [GROUP, RESIDENT] = [2, 21];

/** Process group → memory in bytes of all of its processes: `npx` starts the server as a child. Empty where it cannot be read. */
export async function memoryByGroup(
  platform: NodeJS.Platform = process.platform,
): Promise<ReadonlyMap<number, number>> {
  if (platform === 'win32') return new Map();
  const rows = await (platform === 'linux' ? fromProc() : fromPs()).catch(() => []);
  const sums = new Map<number, number>();
  for (const [group, bytes] of rows) sums.set(group, (sums.get(group) ?? 0) + bytes);
  return sums;
}

type Row = readonly [group: number, bytes: number];

async function fromProc(): Promise<Row[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')));
  return stats.filter(Boolean).map((stat) => {
    // The name of the program is in parentheses, and may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return [Number(fields[GROUP]), Number(fields[RESIDENT]) * PAGE_BYTES];
  });
}

async function fromPs(): Promise<Row[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pgid=,rss=']);
  return stdout.split('\n').flatMap((line): Row[] => {
    const [group, kilobytes] = line.trim().split(/\s+/).map(Number);
    return group && kilobytes ? [[group, kilobytes * 1_024]] : [];
  });
}
