import { readFileSync } from 'node:fs';

/** Linux counts CPU time in ticks of 10 ms on every architecture that Node supports. */
const TICK_MS = 10;
/** Positions of user and system time after the name of the program, which may contain blanks and parentheses. */
const USER = 11;
const SYSTEM = 12;

/** CPU time of another process, in milliseconds. Undefined on systems other than Linux, which do not report it. */
function processCpuMs(pid: number | undefined): number | undefined {
  if (process.platform !== 'linux' || pid === undefined) return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[USER]) + Number(fields[SYSTEM])) * TICK_MS;
  } catch {
    return undefined;
  }
}

/** CPU time that a process uses from now on. On systems that do not report it, the time during which the process computes counts. */
export class CpuWatch {
  readonly #pid: number | undefined;
  readonly #before: number | undefined;
  #checkedAt = performance.now();
  #computedMs = 0;

  constructor(pid: number | undefined) {
    this.#pid = pid;
    this.#before = processCpuMs(pid);
  }

  /** `computing`: whether the process computes now. Must be called at short intervals. */
  usedMs(computing: boolean): number {
    const now = performance.now();
    if (computing) this.#computedMs += now - this.#checkedAt;
    this.#checkedAt = now;
    const used = processCpuMs(this.#pid);
    return used === undefined || this.#before === undefined ? this.#computedMs : used - this.#before;
  }
}
