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
import { type PoolOptions, WorkerPool } from './worker-pool.ts';

export interface SandboxOptions extends PoolOptions {
  /** Limits of every run that does not bring its own. */
  readonly limits?: Partial<CodeLimits> | undefined;
}

/**
 * The worker notices itself that its time is up, between two steps of the guest; so much later it is ended from
 * outside. A step can be long: QuickJS is not interrupted while it copies a text of megabytes.
 */
const GRACE_MS = 500;
const LOOK_MS = 100;
/** What a timer can count, with room for the grace. */
const MOST = 2_000_000_000;

/**
 * Runs scripts in QuickJS (WebAssembly) in threads of their own. A script reaches the tools that its caller hands in,
 * and nothing else. Where no thread can be started, nothing runs.
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

  /** Starts a thread ahead of the first run. */
  warm(): Promise<void> {
    return this.#pool.warm();
  }

  /** Ends every thread; what still runs is cancelled. */
  close(): Promise<void> {
    return this.#pool.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #start(code: string, request: CodeRequest, limits: CodeLimits, started: number): Promise<CodeResult> {
    const { modules, signal } = request;
    const thread = await this.#pool.take(signal);
    const run = new CodeRun({
      host: request,
      modules,
      limits,
      onPrint: request.onPrint,
      check: (script) => checkTypes(script, modules, signal),
      send: (message) => thread.send(message),
    });
    const onAbort = (): void => run.stop(cancelled());
    const longest = limits.timeMs + GRACE_MS + (request.check ? CHECK_TIMEOUT_MS : 0);
    const deadline = setTimeout(() => run.stop(limitError('TIME_LIMIT', limits)), longest);
    const busyBefore = thread.busyMs;
    const look = setInterval(() => {
      if (thread.loading) return;
      if (thread.busyMs - busyBefore > limits.cpuMs + GRACE_MS) run.stop(limitError('CPU_LIMIT', limits));
    }, LOOK_MS);
    signal?.addEventListener('abort', onAbort, { once: true });
    let ended: Ended | undefined;
    try {
      thread.take(run);
      thread.send({ type: 'run', code, limits, check: request.check === true });
      if (signal?.aborted) onAbort();
      ended = await run.ended;
    } finally {
      clearTimeout(deadline);
      clearInterval(look);
      signal?.removeEventListener('abort', onAbort);
      this.#pool.release(thread, ended?.clean === true);
    }
    const { value, error } = ended;
    const durationMs = performance.now() - started;
    return { output: run.output, value, calls: run.calls, durationMs, ...(error && { error }) };
  }
}

/** The limits that are given, where they are numbers that a timer and a memory can have. */
function withLimits(defaults: CodeLimits, given: Partial<CodeLimits> = {}): CodeLimits {
  const limits = Object.entries(defaults).map(([name, value]: [string, number]) => {
    const wanted: unknown = given[name as keyof CodeLimits];
    const usable = typeof wanted === 'number' && wanted > 0;
    return [name, usable ? Math.min(wanted, MOST) : value];
  });
  return Object.fromEntries(limits) as CodeLimits;
}

function tooLong(length: number, { sourceChars }: CodeLimits): CodeError {
  return {
    code: 'SYNTAX_ERROR',
    message: `The script has ${length} characters; at most ${sourceChars} are read`,
    suggestion: 'Let tools bring the data instead of writing it into the script.',
  };
}

let shared: Sandbox | undefined;

/** Runs a script in the sandbox of this process. Its threads are kept warm and never keep the process alive. */
export function runCode(code: string, request: CodeRequest): Promise<CodeResult> {
  shared ??= new Sandbox();
  return shared.run(code, request);
}
