import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CAN_COUNT, endProcesses, type RunningProcess, runningProcesses } from './processes.ts';

/** Everything that a run writes. Its name is in the command lines of what it starts, so nothing can get lost. */
export class WorkFolder implements AsyncDisposable {
  readonly path = mkdtempSync(join(tmpdir(), 'foldout-bench-'));
  #count = 0;

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

  /** What runs with a file of this folder on its command line. */
  async processes(): Promise<RunningProcess[]> {
    if (!CAN_COUNT) return [];
    return (await runningProcesses()).filter(({ pid, command }) => pid !== process.pid && command.includes(this.path));
  }

  /** Ends what was started in it and is still there. */
  async clear(): Promise<void> {
    endProcesses(await this.processes());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.clear();
    rmSync(this.path, { recursive: true, force: true, maxRetries: 5 });
  }
}
