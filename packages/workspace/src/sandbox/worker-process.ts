import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { limitedCommand } from './limited-command.ts';
import { readMessage } from './read-message.ts';
import { encodeFrame, FrameReader } from './worker/frames.ts';
import type { FromWorker, ToWorker } from './worker/protocol.ts';

const require = createRequire(import.meta.url);

/** The callbacks of one run. */
interface RunEvents {
  message(message: FromWorker): void;
  lost(reason: string): void;
}

/** What a process is made for. A script with higher limits needs another process. */
export interface WorkerLimits {
  readonly memoryBytes: number;
  readonly cpuMs: number;
}

const MB = 1024 * 1024;
const [NODE_MAJOR = 0, NODE_MINOR = 0] = process.versions.node.split('.').map(Number);
/**
 * Memory of Node, V8 and the compilers, without the guest. An idle worker has about 160 MB of writable memory. From Node
 * 24 on, the kernel also counts the 512 MB that V8 reserves for machine code.
 */
const BASE_BYTES = (NODE_MAJOR < 23 ? 384 : 896) * MB;
/** The guest, the copies of its texts, and the guest before it, which V8 has perhaps not freed yet. */
const GUEST_COPIES = 3;
/** CPU time of a process over all its scripts. A worker that has used half of it is not used again. */
const MIN_CPU_SECONDS = 60;
const SCRIPTS_PER_PROCESS = 20;
/** A message carries at most a whole script, an input or an output. */
const MAX_BODY_BYTES = 64 * MB;
const START_TIMEOUT_MS = 30_000;
/** QuickJS, then its extensions. `url.so` does not load in Node 20 (`worker/guest-web.ts` has `URL`). */
const ENGINE_FILES = ['quickjs.wasm', 'encoding.so', 'structured-clone.so'];
/** Packages that the worker imports. It can read these folders, and no other file. */
const IMPORTED = ['quickjs-wasi', '@swc/wasm-typescript', 'es-module-lexer'];

/** A process that runs one script after the other. While idle, it does not keep this process alive. */
export class WorkerProcess {
  readonly limits: WorkerLimits;
  readonly #child: ChildProcess;
  #events: RunEvents | undefined;
  #sent = 0;
  #ended = false;

  private constructor(child: ChildProcess, limits: WorkerLimits) {
    this.#child = child;
    this.limits = limits;
  }

  /** Resolves when the worker is ready; rejects if it cannot be started. */
  static async start(limits: WorkerLimits, entry: string = workerEntry()): Promise<WorkerProcess> {
    const cpuSeconds = MIN_CPU_SECONDS + (SCRIPTS_PER_PROCESS * limits.cpuMs) / 1_000;
    const memoryBytes = BASE_BYTES + GUEST_COPIES * limits.memoryBytes;
    const wasm = ENGINE_FILES.map((file) => require.resolve(`quickjs-wasi/${file}`));
    const node = { file: process.execPath, args: [...nodeFlags(entry), entry, String(cpuSeconds / 2), ...wasm] };
    const { file, args } = limitedCommand(node, { memoryBytes, cpuSeconds });
    const child = spawn(file, args, {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {},
      cwd: dirname(entry),
      windowsHide: true,
    });
    const worker = new WorkerProcess(child, limits);
    const ready = worker.#listen();
    try {
      await ready;
    } catch (error) {
      worker.end();
      throw error;
    }
    worker.#setRef(false);
    return worker;
  }

  get ended(): boolean {
    return this.#ended;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Number of messages sent to the worker. */
  get sent(): number {
    return this.#sent;
  }

  /** Assigns the process to a run. It keeps this process alive until `release`. */
  take(events: RunEvents): void {
    this.#events = events;
    this.#setRef(true);
  }

  release(): void {
    this.#events = undefined;
    this.#setRef(false);
  }

  send(message: ToWorker): void {
    this.#sent += 1;
    this.#child.stdin?.write(encodeFrame(message));
  }

  /** Kills the process, even while a script runs. */
  end(): void {
    this.#lose('it was closed');
    this.#child.kill('SIGKILL');
  }

  #listen(): Promise<void> {
    const reader = new FrameReader(MAX_BODY_BYTES);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => fail(`it did not start within ${START_TIMEOUT_MS / 1_000} s`), START_TIMEOUT_MS);
      const fail = (reason: string): void => {
        clearTimeout(timer);
        this.#lose(reason);
        reject(new Error(reason));
      };
      const receive = (fields: Record<string, unknown>): void => {
        const message = readMessage(fields);
        if (message.type === 'ready') {
          clearTimeout(timer);
          resolve();
        } else this.#events?.message(message);
      };
      this.#child.stdout?.on('data', (chunk: Buffer) => {
        try {
          for (const fields of reader.push(chunk)) receive(fields);
        } catch (error) {
          // Only a worker that an attacker controls sends such a message.
          fail(`it sent an invalid message: ${error instanceof Error ? error.message : error}`);
          this.end();
        }
      });
      // A pipe breaks when the worker dies, which `exit` reports.
      this.#child.stdin?.on('error', () => {});
      this.#child.on('error', (error) => fail(error.message));
      this.#child.on('exit', (code, signal) => fail(signal ? `it ended with ${signal}` : `it ended with code ${code}`));
    });
  }

  #setRef(ref: boolean): void {
    for (const handle of [this.#child, this.#child.stdin as Socket | null, this.#child.stdout as Socket | null]) {
      if (ref) handle?.ref();
      else handle?.unref();
    }
  }

  #lose(reason: string): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#events?.lost(reason);
    this.#events = undefined;
  }
}

/** The permission model of Node: no writes, no other process, no native code; only the worker's own files are read. */
function nodeFlags(entry: string): string[] {
  const stable = NODE_MAJOR > 23 || (NODE_MAJOR === 23 && NODE_MINOR >= 5) || (NODE_MAJOR === 22 && NODE_MINOR >= 13);
  const folders = [dirname(entry), ...IMPORTED.map((name) => packageFolder(require.resolve(name), name))];
  return [
    '--max-old-space-size=256',
    // The main thread of Windows has a stack of 1 MB; elsewhere `limitedCommand` raises the limit.
    ...(process.platform === 'win32' ? [] : ['--stack-size=7600']),
    stable ? '--permission' : '--experimental-permission',
    ...[...folders.map((folder) => join(folder, '*')), packageFile(entry)].map((path) => `--allow-fs-read=${path}`),
  ];
}

function packageFolder(file: string, name: string): string {
  const folder = join('node_modules', ...name.split('/'));
  return file.slice(0, file.lastIndexOf(`${folder}${sep}`) + folder.length);
}

/** The `package.json` above the worker's files: Node reads it to learn that they are ES modules. */
function packageFile(entry: string): string {
  return join(dirname(entry), '..', '..', '..', 'package.json');
}

/** The worker needs JavaScript, so tests that run from the sources use the built file. */
function workerEntry(): string {
  const built = import.meta.url.endsWith('.ts') ? '../../dist/sandbox/worker/main.js' : './worker/main.js';
  return fileURLToPath(new URL(built, import.meta.url));
}
