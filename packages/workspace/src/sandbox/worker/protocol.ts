import type { MessagePort } from 'node:worker_threads';
import type { CodeLimits } from '../contract.ts';

/** File name of the script in stack traces. */
export const SCRIPT = 'script.ts';

/** The `workerData` of a worker. */
export interface WorkerStart {
  /** QuickJS as a `WebAssembly.Module`, compiled once for all workers. */
  readonly quickjs: object;
  /** Port for module requests. The worker blocks until the answer arrives. */
  readonly loader: MessagePort;
  readonly signals: Signals;
}

/** Shared memory of the two threads, for state that needs no message. */
export type Signals = Int32Array<SharedArrayBuffer>;
export const SIGNALS = 4;
/** 0 while the worker waits for a module, 1 when the answer is sent, `NOT_LOADING` otherwise. */
export const LOADED = 0;
export const NOT_LOADING = 2;
/** Number of messages sent to the worker. */
export const SENT = 1;
/** 1 if each thread spins while it waits for a message of the other thread; 0 if they sleep. */
export const SPINNING = 2;
/** Milliseconds that the worker spent spinning or blocked, which are not CPU time of the script. */
export const WAITED = 3;

/** The host functions of a script. */
export type CallKind = 'callTool' | 'searchTools' | 'describeTool';

export type ToWorker =
  /** With `check`, the worker sends `prepared` and waits for `go`. */
  | { readonly type: 'run'; readonly code: string; readonly limits: CodeLimits; readonly check: boolean }
  | { readonly type: 'go' }
  /** `json`: the data of a success, or the error of a failure. */
  | { readonly type: 'answer'; readonly id: number; readonly success: boolean; readonly json: string };

export type FromWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'prepared'; readonly script: ScriptSource }
  | { readonly type: 'print'; readonly text: string }
  /** `json`: the arguments, as an array. */
  | { readonly type: 'call'; readonly id: number; readonly kind: CallKind; readonly json: string }
  /** `broken`: the compiler cannot be used again, so the worker must be replaced. */
  | { readonly type: 'done'; readonly outcome: Outcome; readonly broken: boolean };

/** A script as a TypeScript module. `shift`: number of characters inserted at the start of its first line. */
export interface ScriptSource {
  readonly typed: string;
  readonly shift: number;
}

export type LimitCode = 'TIME_LIMIT' | 'CPU_LIMIT' | 'MEMORY_LIMIT' | 'OUTPUT_LIMIT' | 'CALL_LIMIT';

/** How a run ended. All fields come from the guest and must not be trusted. */
export type Outcome =
  | { readonly kind: 'value'; readonly json: string | undefined }
  | { readonly kind: 'limit'; readonly code: LimitCode }
  | SyntaxProblem
  | RuntimeProblem;

interface Problem {
  readonly message: string;
  /** Position in the script. QuickJS does not report it for every error. */
  readonly line?: number;
  readonly column?: number;
}

export interface SyntaxProblem extends Problem {
  readonly kind: 'syntax';
}

export interface RuntimeProblem extends Problem {
  readonly kind: 'error';
  readonly name: string;
}

export interface LoadRequest {
  readonly importer: string;
  readonly specifier: string;
}

export interface ResolvedModule {
  readonly path: string;
  /** TypeScript if the path ends in `.ts`. */
  readonly source: string;
}

export type LoadAnswer = ResolvedModule | { readonly problem: string };
