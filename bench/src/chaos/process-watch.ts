import { readdirSync, readFileSync } from 'node:fs';
import { hostileName } from './hostile-servers.ts';

/** Linux counts CPU time in hundredths of a second, and memory in pages. */
const TICKS_PER_SECOND = 100;
const PAGE_MB = 4_096 / 1024 / 1024;
const EVERY_MS = 500;

export interface ProcessStat {
  readonly parent: number;
  readonly isZombie: boolean;
  readonly cpuSeconds: number;
  /** Distinguishes a process from a later one with the same id. */
  readonly startedTick: number;
  readonly residentMb: number;
}

interface Seen {
  readonly pid: number;
  readonly startedTick: number;
  readonly command: string;
  cpuSeconds: number;
}

/** Looks at `/proc` twice a second: which processes a soak has, what CPU time they used, and the memory of replicas. */
export class ProcessWatch implements Disposable {
  readonly #seen = new Map<string, Seen>();
  readonly #strangers = new Set<string>();
  readonly #peaks = new Map<number, number>();
  readonly #mark: string;
  readonly #timer: NodeJS.Timeout;

  /** A process belongs to the soak if its command line has `mark` in it, or if its parent's has. */
  constructor(mark: string) {
    this.#mark = mark;
    this.#timer = setInterval(() => this.look(), EVERY_MS);
  }

  look(): void {
    for (const name of readdirSync('/proc')) if (/^\d+$/.test(name)) this.#lookAt(Number(name));
  }

  /** CPU seconds that each hostile server has used, in all its processes. */
  hostileCpuSeconds(): ReadonlyMap<string, number> {
    const sums = new Map<string, number>();
    for (const { command, cpuSeconds } of this.#seen.values()) {
      const name = hostileName(command);
      if (name) sums.set(name, (sums.get(name) ?? 0) + cpuSeconds);
    }
    return sums;
  }

  /** The largest memory that a process was seen with. */
  peakMb(pid: number): number {
    return this.#peaks.get(pid) ?? 0;
  }

  /** Processes of the soak that still run. */
  running(): { readonly pid: number; readonly command: string }[] {
    this.look();
    return [...this.#seen.values()].filter(({ pid, startedTick }) => {
      const stat = statOf(pid);
      return stat !== undefined && !stat.isZombie && stat.startedTick === startedTick;
    });
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #lookAt(pid: number): void {
    const stat = pid === process.pid ? undefined : statOf(pid);
    if (!stat) return;
    const key = `${pid}/${stat.startedTick}`;
    if (this.#strangers.has(key)) return;
    const seen = this.#seen.get(key) ?? this.#meet(pid, key, stat);
    if (!seen) return;
    seen.cpuSeconds = stat.cpuSeconds;
    this.#peaks.set(pid, Math.max(this.#peaks.get(pid) ?? 0, stat.residentMb));
  }

  #meet(pid: number, key: string, { parent, startedTick }: ProcessStat): Seen | undefined {
    const command = commandOf(pid);
    const isOurs = command.includes(this.#mark) || commandOf(parent).includes(this.#mark);
    if (!isOurs) {
      this.#strangers.add(key);
      return undefined;
    }
    const seen = { pid, startedTick, command, cpuSeconds: 0 };
    this.#seen.set(key, seen);
    return seen;
  }
}

export function residentMb(pid: number): number {
  return statOf(pid)?.residentMb ?? Number.NaN;
}

/** Ids of the processes whose parent is `pid` and whose command line has `part` in it. */
export function childrenOf(pid: number, part: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => statOf(child)?.parent === pid && commandOf(child).includes(part));
}

function statOf(pid: number): ProcessStat | undefined {
  const line = readProc(pid, 'stat');
  return line === '' ? undefined : parseStat(line);
}

/** One line of `/proc/<pid>/stat`. The name in parentheses may contain anything, so fields are counted after it. */
export function parseStat(line: string): ProcessStat {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const at = (field: number): number => Number(fields[field - 3]);
  return {
    parent: at(4),
    isZombie: fields[0] === 'Z',
    cpuSeconds: (at(14) + at(15)) / TICKS_PER_SECOND,
    startedTick: at(22),
    residentMb: at(24) * PAGE_MB,
  };
}

function commandOf(pid: number): string {
  return readProc(pid, 'cmdline').replaceAll('\0', ' ');
}

/** Empty if the process has ended meanwhile. */
function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
