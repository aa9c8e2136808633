import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  readonly residentKb: number;
  readonly command: string;
}

/** Processes are counted with `ps`, which Windows does not have. */
export const CAN_COUNT = process.platform !== 'win32';

const runFile = promisify(execFile);
const LINE = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/;

/** All running processes, without zombies. */
export async function runningProcesses(): Promise<RunningProcess[]> {
  const args = ['-A', '-ww', '-o', 'pid=,ppid=,rss=,stat=,command='];
  const { stdout } = await runFile('ps', args, { maxBuffer: 64 * 1024 * 1024 });
  return parseProcesses(stdout);
}

export function parseProcesses(listing: string): RunningProcess[] {
  return listing.split('\n').flatMap((line) => {
    const [, pid, parent, residentKb, state, command = ''] = LINE.exec(line) ?? [];
    if (pid === undefined || state?.startsWith('Z')) return [];
    return [{ pid: Number(pid), parent: Number(parent), residentKb: Number(residentKb), command }];
  });
}

/** A process and all its descendants. */
export function treeOf(root: number, running: readonly RunningProcess[]): RunningProcess[] {
  const tree = running.filter(({ pid }) => pid === root);
  for (const { pid } of tree) tree.push(...running.filter(({ parent }) => parent === pid));
  return tree;
}

/** Kills processes by id. A process that has ended meanwhile is ignored. */
export function endProcesses(processes: readonly RunningProcess[]): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {}
  }
}
