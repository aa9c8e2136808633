import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { MessageChannel, Worker } from 'node:worker_threads';
import {
  AWAKE,
  type FromWorker,
  LOADED,
  type LoadAnswer,
  type LoadRequest,
  NOT_LOADING,
  SENT,
  SIGNALS,
  type Signals,
  type ToWorker,
  WAITED,
  type WorkerStart,
} from './worker/protocol.ts';
import { AWAKE_MS } from './worker/wakefulness.ts';

/** What one run does with its worker. */
export interface RunEvents {
  message(message: FromWorker): void;
  load(request: LoadRequest): Promise<LoadAnswer>;
  /** The worker has ended by itself; nothing more will come. */
  lost(reason: string): void;
}

/** The worker's own heap holds texts on their way; the guest's memory is QuickJS's and has its own limit. */
const RESOURCES = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 8 };

let compiled: Promise<WebAssembly.Module> | undefined;

/** One thread, in which one script after the other runs. It never keeps the process alive while it is idle. */
export class WorkerThread {
  readonly #worker: Worker;
  readonly #signals: Signals;
  #awakeUntil = 0;
  #looking = false;
  #events: RunEvents | undefined;
  #ended = false;

  private constructor(worker: Worker, signals: Signals) {
    this.#worker = worker;
    this.#signals = signals;
  }

  /** Resolves when the thread can take a script; rejects where it cannot be started. */
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
      // The host's stdout belongs to its protocol. Nothing writes here; if something did, nobody would read it.
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

  /** How long the thread has computed since it was started, seen from outside. */
  get busyMs(): number {
    return this.#worker.performance.eventLoopUtilization().active - Atomics.load(this.#signals, WAITED);
  }

  /** It waits on the spot for a module: what that takes is not told yet. */
  get loading(): boolean {
    return Atomics.load(this.#signals, LOADED) !== NOT_LOADING;
  }

  /** Takes the thread for one run: it keeps the process alive until it is released. */
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
    if (message.type === 'answer' && Atomics.load(this.#signals, AWAKE) === 1) this.#stayAwake();
  }

  /** A script that has its answer may ask for more at once. Everything else has its turn meanwhile. */
  #stayAwake(): void {
    this.#awakeUntil = performance.now() + AWAKE_MS;
    if (this.#looking) return;
    this.#looking = true;
    const look = (): void => {
      this.#looking = this.#events !== undefined && performance.now() < this.#awakeUntil;
      if (this.#looking) setImmediate(look);
    };
    setImmediate(look);
  }

  /** Ends the thread whatever runs in it. */
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

/** A worker is started from JavaScript: where the sources run (in tests), it is the built one beside them. */
function workerEntry(): URL {
  const built = import.meta.url.endsWith('.ts') ? '../../dist/sandbox/worker/main.js' : './worker/main.js';
  return new URL(built, import.meta.url);
}
