import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { POSIX_REAPER, WINDOWS_REAPER } from './reaper-script.ts';

/**
 * Ends the servers of a gateway that can no longer do it itself. One process per gateway, started with the first
 * server, in a session of its own: what is sent to the gateway's terminal does not reach it.
 */
export class Reaper implements AsyncDisposable {
  readonly #groups = new Set<number>();
  #process: ChildProcess | undefined;
  #closed = false;

  /** Where a child announces itself. Undefined where the reaper could not be started. */
  get pipe(): Writable | undefined {
    return this.#running()?.stdin ?? undefined;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** `announced`: the child has told the reaper itself. */
  watch(group: number, announced: boolean): void {
    this.#groups.add(group);
    if (!announced) this.#write(`+${group}\n`);
  }

  forget(group: number): void {
    if (this.#groups.delete(group)) this.#write(`-${group}\n`);
  }

  /** Ends what is left, and the reaper. */
  async close(): Promise<void> {
    this.#closed = true;
    const running = this.#process;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.ref();
    running.stdin?.end();
    await ended;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #write(line: string): void {
    const pipe = this.pipe;
    if (pipe?.writable) pipe.write(line);
  }

  #running(): ChildProcess | undefined {
    if (!this.#process && !this.#closed) this.#start();
    return this.#process;
  }

  #start(): void {
    const [command, args] =
      process.platform === 'win32' ? [process.execPath, ['-e', WINDOWS_REAPER]] : ['/bin/sh', ['-c', POSIX_REAPER]];
    const started = spawn(command, args, {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      windowsHide: true,
      cwd: process.platform === 'win32' ? undefined : '/',
      env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', ...systemRoot() },
    });
    this.#process = started;
    // Neither the process nor its pipe keeps the gateway running.
    started.unref();
    (started.stdin as Socket | null)?.unref();
    started.stdin?.on('error', () => {});
    const again = (): void => {
      if (this.#process !== started) return;
      this.#process = undefined;
      if (!this.#closed && this.#groups.size > 0) this.#start();
    };
    started.once('exit', again);
    started.once('error', () => {
      // Without a shell there is nothing to restart: the gateway itself still ends its servers.
      if (this.#process === started) this.#closed = true;
      this.#process = undefined;
    });
    for (const group of this.#groups) started.stdin?.write(`+${group}\n`);
  }
}

function systemRoot(): Record<string, string> {
  const root = process.env['SYSTEMROOT'];
  return root === undefined ? {} : { SYSTEMROOT: root };
}

let shared: Reaper | undefined;

/** The one reaper of this process. */
export function sharedReaper(): Reaper {
  shared ??= new Reaper();
  return shared;
}
