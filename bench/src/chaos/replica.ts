import { type ChildProcess, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../test/fixtures/free-port.mjs';
import type { WorkFolder } from '../gateway/work-folder.ts';
import { FOLDOUT_PROGRAM } from '../paths.ts';
import { ended } from './hostile-servers.ts';

const HEALTHY_TRIES = 300;
const HEALTHY_PAUSE_MS = 100;
const STOP_MS = 15_000;

export interface ReplicaOptions {
  readonly database: string;
  /** The `mcpServers` of this replica, for its own folder. */
  readonly entries: (folder: string) => Readonly<Record<string, object>>;
  readonly work: WorkFolder;
  /** Folder of the log file; the work folder unless the user wants to keep the logs. */
  readonly logs?: string | undefined;
}

/** `foldout serve --http` on a port of its own, which it keeps when it is started again. */
export class Replica implements AsyncDisposable {
  readonly name: string;
  readonly port: number;
  readonly #config: string;
  readonly #log: number;
  readonly #pids: number[] = [];
  #child: ChildProcess | undefined;

  private constructor(name: string, port: number, config: string, log: number) {
    this.name = name;
    this.port = port;
    this.#config = config;
    this.#log = log;
  }

  static async start(name: string, { database, entries, work, logs }: ReplicaOptions): Promise<Replica> {
    const folder = work.folder(name);
    const config = work.json(name, { database, stateFolder: join(folder, 'state'), mcpServers: entries(folder) });
    const log = openSync(join(logs ?? folder, `${name}.log`), 'a');
    const replica = new Replica(name, await freePort(), config, log);
    await replica.start();
    return replica;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/mcp`;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** The ids of all its processes, also of those that were killed. */
  get pids(): readonly number[] {
    return this.#pids;
  }

  /** Resolves when the replica answers. */
  async start(): Promise<void> {
    const args = ['serve', '--http', '--port', String(this.port), '--config', this.#config];
    this.#child = spawn(process.execPath, [FOLDOUT_PROGRAM, ...args], { stdio: ['ignore', 'ignore', this.#log] });
    this.#pids.push(this.pid);
    await untilHealthy(this.port);
  }

  /** SIGKILL: no cleanup, as in a power failure. */
  async kill(): Promise<void> {
    if (this.#child) await ended(this.#child);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const child = this.#child;
    if (!child) return;
    child.kill('SIGTERM');
    for (let waited = 0; waited < STOP_MS && child.exitCode === null && child.signalCode === null; waited += 100) {
      await sleep(100);
    }
    await ended(child);
  }
}

/** Resolves when a program answers `/health`. */
export async function untilHealthy(port: number): Promise<void> {
  for (let tries = 0; tries < HEALTHY_TRIES; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(HEALTHY_PAUSE_MS);
  }
  throw new Error(`Nothing healthy listens on port ${port}. Run the soak again with --logs DIR to see why.`);
}
