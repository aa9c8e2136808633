import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CAN_COUNT, endProcesses, type RunningProcess, runningProcesses } from './processes.ts';

/** The files of a run. Their paths are on the command lines of its processes, so that every process can be found. */
export class WorkFolder implements AsyncDisposable {
  readonly path = mkdtempSync(join(tmpdir(), 'foldout-bench-'));
  #count = 0;
  readonly #abandon = async (): Promise<void> => {
    await this[Symbol.asyncDispose]();
    process.exit(1);
  };

  /** A new, empty folder. */
  folder(name: string): string {
    this.#count += 1;
    const path = join(this.path, `${name}-${this.#count}`);
    mkdirSync(path);
    return path;
  }

  json(name: string, content: unknown): string {
    this.#count += 1;
    const path = join(this.path, `${name}-${this.#count}.json`);
    writeFileSync(path, JSON.stringify(content));
    return path;
  }

  /** Running processes with a file of this folder on their command line. */
  async processes(): Promise<RunningProcess[]> {
    if (!CAN_COUNT) return [];
    return (await runningProcesses()).filter(({ pid, command }) => pid !== process.pid && command.includes(this.path));
  }

  /** Ends the processes of an interrupted run. */
  clearOnSignals(): void {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, this.#abandon);
  }

  /** Kills the processes of this run that still run. */
  async clear(): Promise<void> {
    endProcesses(await this.processes());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, this.#abandon);
    await this.clear();
    rmSync(this.path, { recursive: true, force: true, maxRetries: 5 });
  }
}
