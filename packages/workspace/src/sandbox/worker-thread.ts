import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { CodeRun } from './code-run.ts';
import { SPIN_MS } from './worker/adaptive-spin.ts';
import {
  type FromWorker,
  LOADED,
  type LoadRequest,
  NOT_LOADING,
  SENT,
  SIGNALS,
  type Signals,
  SPINNING,
  type ToWorker,
  WAITED,
  type WorkerStart,
} from './worker/protocol.ts';

/** The callbacks of one run. */
type RunEvents = Pick<CodeRun, 'message' | 'load' | 'lost'>;

/** Limits of the worker's V8 heap, which contains messages only. The memory of the guest is limited separately. */
const RESOURCES = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 8 };

let compiled: Promise<WebAssembly.Module> | undefined;

/** A thread that runs one script after the other. While idle, it does not keep the process alive. */
export class WorkerThread {
  readonly #worker: Worker;
  readonly #signals: Signals;
  #spinUntil = 0;
  #spinning = false;
  #events: RunEvents | undefined;
  #ended = false;

  private constructor(worker: Worker, signals: Signals) {
    this.#worker = worker;
    this.#signals = signals;
  }

  /** Resolves when the thread is ready; rejects if it cannot be started. */
  static async start(entry: URL = workerEntry()): Promise<WorkerThread> {
    const { port1: near, port2: far } = new MessageChannel();
    const signals: Signals = new Int32Array(new SharedArrayBuffer(SIGNALS * Int32Array.BYTES_PER_ELEMENT));
    Atomics.store(signals, LOADED, NOT_LOADING);
    const workerData: WorkerStart = { quickjs: await quickjsModule(), loader: far, signals };
    const worker = new Worker(entry, {
      workerData,
      transferList: [far],
      env: {},
      argv: [],
      execArgv: [],
      // Captured and ignored: stdout of the host belongs to the MCP protocol.
      stdout: true,
      stderr: true,
      resourceLimits: RESOURCES,
    });
    const thread = new WorkerThread(worker, signals);
    near.on('message', async (request: LoadRequest) => {
      near.postMessage((await thread.#events?.load(request)) ?? { problem: 'The run has ended' });
      Atomics.store(signals, LOADED, 1);
      Atomics.notify(signals, LOADED);
    });
    near.unref();
    await new Promise<void>((resolve, reject) => {
      worker.once('message', () => resolve());
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`the worker ended with code ${code}`)));
    });
    worker.removeAllListeners('error').removeAllListeners('exit');
    worker.on('message', (message: FromWorker) => thread.#events?.message(message));
    worker.on('error', (error) => thread.#lose(error instanceof Error ? error.message : String(error)));
    worker.on('exit', (code) => thread.#lose(`the worker ended with code ${code}`));
    worker.unref();
    return thread;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** CPU time of the thread since its start, without the time spent spinning or blocked. */
  get busyMs(): number {
    return this.#worker.performance.eventLoopUtilization().active - Atomics.load(this.#signals, WAITED);
  }

  /** Whether the thread is blocked on a module load. `busyMs` is not reliable until the load ends. */
  get loading(): boolean {
    return Atomics.load(this.#signals, LOADED) !== NOT_LOADING;
  }

  /** Assigns the thread to a run. It keeps the process alive until `release`. */
  take(events: RunEvents): void {
    this.#events = events;
    this.#worker.ref();
  }

  release(): void {
    this.#events = undefined;
    this.#worker.unref();
  }

  send(message: ToWorker): void {
    this.#worker.postMessage(message);
    Atomics.add(this.#signals, SENT, 1);
    if (message.type === 'answer' && Atomics.load(this.#signals, SPINNING) === 1) this.#spin();
  }

  /** Keeps the event loop polling for `SPIN_MS`, because the script may call again at once. Other events still run. */
  #spin(): void {
    this.#spinUntil = performance.now() + SPIN_MS;
    if (this.#spinning) return;
    this.#spinning = true;
    const poll = (): void => {
      this.#spinning = this.#events !== undefined && performance.now() < this.#spinUntil;
      if (this.#spinning) setImmediate(poll);
    };
    setImmediate(poll);
  }

  /** Terminates the thread, even while a script runs. */
  async end(): Promise<void> {
    this.#lose('it was closed');
    await this.#worker.terminate();
  }

  #lose(reason: string): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#events?.lost(reason);
    this.#events = undefined;
  }
}

/** Compiled once for all workers of the process. */
function quickjsModule(): Promise<WebAssembly.Module> {
  compiled ??= readFile(createRequire(import.meta.url).resolve('quickjs-wasi/quickjs.wasm'))
    .then((bytes) => WebAssembly.compile(bytes))
    .catch((error) => {
      compiled = undefined;
      throw error;
    });
  return compiled;
}

/** Workers need JavaScript, so tests that run from the sources use the built file. */
function workerEntry(): URL {
  const built = import.meta.url.endsWith('.ts') ? '../../dist/sandbox/worker/main.js' : './worker/main.js';
  return new URL(built, import.meta.url);
}
