import { CHECK_TIMEOUT_MS, checkTypes } from './check-types.ts';
import { cancelled, limitError, unavailable } from './code-errors.ts';
import { CodeRun, type Ended } from './code-run.ts';
import {
  CODE_LIMITS,
  type CodeError,
  type CodeLimits,
  type CodeRequest,
  type CodeResult,
  type Executor,
} from './contract.ts';
import { CpuWatch } from './cpu-watch.ts';
import { type PoolOptions, WorkerPool } from './worker-pool.ts';

export interface SandboxOptions extends PoolOptions {
  /** Default limits of a run. */
  readonly limits?: Partial<CodeLimits> | undefined;
}

/**
 * The interrupt handler in the worker enforces the time limits. If that fails, the host kills the process this much
 * later: QuickJS is not interrupted during a long native operation, such as copying a string of megabytes.
 */
const GRACE_MS = 500;
/** The same for CPU time. It is longer, because V8 compiles QuickJS in other threads of the process. */
const CPU_GRACE_MS = 1_000;
/** Interval at which the host checks the CPU time of a process. */
const CHECK_MS = 100;
/** Maximum value of any limit. A time limit plus `GRACE_MS` must fit in the delay of `setTimeout` (2^31 - 1 ms). */
const MAX_LIMIT = 2_000_000_000;

/**
 * Runs scripts in QuickJS (WebAssembly), each in a process of its own. A script can reach only the host functions of its
 * request. If no process can be started, nothing runs.
 */
export class Sandbox implements Executor, AsyncDisposable {
  readonly #pool: WorkerPool;
  readonly #limits: CodeLimits;

  constructor(options: SandboxOptions = {}, pool: WorkerPool = new WorkerPool(options)) {
    this.#pool = pool;
    this.#limits = withLimits(CODE_LIMITS, options.limits);
  }

  async run(code: string, request: CodeRequest): Promise<CodeResult> {
    const started = performance.now();
    const failed = (error: CodeError): CodeResult => ({
      output: '',
      value: undefined,
      calls: [],
      durationMs: performance.now() - started,
      error,
    });
    const limits = withLimits(this.#limits, request.limits);
    try {
      if (request.signal?.aborted) return failed(cancelled());
      if (code.length > limits.sourceChars) return failed(tooLong(code.length, limits));
      return await this.#start(code, request, limits, started);
    } catch (error) {
      if (request.signal?.aborted) return failed(cancelled());
      return failed(unavailable(error instanceof Error ? error.message : String(error)));
    }
  }

  /** Starts a process in advance of the first run. */
  warm(): Promise<void> {
    return this.#pool.warm(this.#limits);
  }

  /** Kills every process and cancels running scripts. */
  async close(): Promise<void> {
    this.#pool.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #start(code: string, request: CodeRequest, limits: CodeLimits, started: number): Promise<CodeResult> {
    const { signal, owner = '' } = request;
    const worker = await this.#pool.take(owner, limits, signal);
    const clock = new RunClock();
    const run = new CodeRun({
      request,
      limits,
      computing: this.#pool.computing,
      owner,
      worker,
      check: (script) => checkTypes(script, request.modules, signal),
      started: () => clock.start(limits.timeMs, atDeadline),
    });
    const timeOut = (): void => run.stop(limitError('TIME_LIMIT', limits));
    // A script that computes stops by itself and says where; the others only wait.
    const atDeadline = (): void => (run.computing ? clock.start(GRACE_MS, timeOut) : timeOut());
    const onAbort = (): void => run.stop(cancelled());
    const cpu = new CpuWatch(worker.pid);
    const watchdog = setInterval(() => {
      if (cpu.usedMs(run.computing) > limits.cpuMs + CPU_GRACE_MS) run.stop(limitError('CPU_LIMIT', limits));
    }, CHECK_MS);
    signal?.addEventListener('abort', onAbort, { once: true });
    let ended: Ended | undefined;
    try {
      worker.take(run);
      if (request.check) clock.start(limits.timeMs + CHECK_TIMEOUT_MS, timeOut);
      if (signal?.aborted) onAbort();
      await Promise.race([run.start(code), run.ended]);
      ended = await run.ended;
    } finally {
      clock.stop();
      clearInterval(watchdog);
      signal?.removeEventListener('abort', onAbort);
      this.#pool.release(worker, ended?.clean === true);
    }
    const { value, error, suspended } = ended;
    const durationMs = performance.now() - started;
    return {
      output: run.output,
      value,
      calls: run.calls,
      durationMs,
      ...(error && { error }),
      ...(suspended && { suspended }),
    };
  }
}

/** The one timer of a run. Starting it again replaces the time before. */
class RunClock {
  #timer: NodeJS.Timeout | undefined;

  start(ms: number, then: () => void): void {
    this.stop();
    this.#timer = setTimeout(then, ms);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** Overrides the defaults with positive limits, capped at `MAX_LIMIT`. */
function withLimits(defaults: CodeLimits, overrides: Partial<CodeLimits> = {}): CodeLimits {
  const limits = Object.entries(defaults).map(([name, value]: [string, number]) => {
    const wanted: unknown = overrides[name as keyof CodeLimits];
    const usable = typeof wanted === 'number' && wanted > 0;
    return [name, usable ? Math.min(wanted, MAX_LIMIT) : value];
  });
  return Object.fromEntries(limits) as CodeLimits;
}

function tooLong(length: number, { sourceChars }: CodeLimits): CodeError {
  return {
    code: 'SYNTAX_ERROR',
    message: `The script has ${length} characters; the limit is ${sourceChars}`,
    suggestion: 'Load data with tools instead of writing it into the script.',
  };
}

let shared: Sandbox | undefined;

/** Runs a script in the shared sandbox of this process. Idle processes stay ready and do not keep the process alive. */
export function runCode(code: string, request: CodeRequest): Promise<CodeResult> {
  shared ??= new Sandbox();
  return shared.run(code, request);
}
