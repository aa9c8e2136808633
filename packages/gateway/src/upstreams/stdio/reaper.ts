import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { POSIX_REAPER, WINDOWS_REAPER } from './reaper-script.ts';

/**
 * A helper process that ends the servers when the gateway process dies without closing them. One per gateway, started with
 * the first server. It has its own session, so signals of the gateway's terminal do not reach it.
 */
export class Reaper implements AsyncDisposable {
  readonly #groups = new Set<number>();
  #process: ChildProcess | undefined;
  #closed = false;

  /** The pipe that a child writes its process group to. Undefined when the reaper could not be started. */
  get pipe(): Writable | undefined {
    return this.#running()?.stdin ?? undefined;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Registers a process group. `announced`: the child has already written the group to the pipe itself. */
  watch(group: number, announced: boolean): void {
    this.#groups.add(group);
    if (!announced) this.#write(`+${group}\n`);
  }

  forget(group: number): void {
    if (this.#groups.delete(group)) this.#write(`-${group}\n`);
  }

  /** Ends the remaining groups and the reaper. */
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
    // The reaper and its pipe must not keep the gateway process alive.
    started.unref();
    (started.stdin as Socket | null)?.unref();
    started.stdin?.on('error', () => {});
    const restart = (): void => {
      if (this.#process !== started) return;
      this.#process = undefined;
      if (!this.#closed && this.#groups.size > 0) this.#start();
    };
    started.once('exit', restart);
    started.once('error', () => {
      // The reaper cannot be spawned (no /bin/sh), so a restart would fail too. The gateway still ends its
      // servers when it closes normally.
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

/** One reaper for all upstreams of this process. */
export function sharedReaper(): Reaper {
  shared ??= new Reaper();
  return shared;
}
