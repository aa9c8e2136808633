import type { MessagePort } from 'node:worker_threads';
import type { CodeLimits } from '../contract.ts';

/** The name under which the script appears in stacks. */
export const SCRIPT = 'script.ts';

/** What a worker is started with. */
export interface WorkerStart {
  /** QuickJS as a `WebAssembly.Module`, compiled once for all workers. */
  readonly quickjs: object;
  /** Where modules are asked for: the guest waits for the answer on the spot. */
  readonly loader: MessagePort;
  readonly signals: Signals;
}

/** What the two threads tell each other without a message. */
export type Signals = Int32Array<SharedArrayBuffer>;
export const SIGNALS = 4;
/** 1 when the answer of the loader is there, 0 before; `NOT_LOADING` when the worker goes on. */
export const LOADED = 0;
export const NOT_LOADING = 2;
/** How many messages were sent to the worker. */
export const SENT = 1;
/** 1 where both stay awake for the next message of the other. */
export const AWAKE = 2;
/** For how many milliseconds the thread of the script was up without computing. */
export const WAITED = 3;

/** What a script can ask of its host. */
export type CallKind = 'callTool' | 'searchTools' | 'describeTool';

export type ToWorker =
  /** With `check`, the worker tells what is to be checked and waits for `go`. */
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
  /** `broken`: what reads scripts cannot read another one. */
  | { readonly type: 'done'; readonly outcome: Outcome; readonly broken: boolean };

/** A script as a module, with its types, and how far its first line was moved to the right. */
export interface ScriptSource {
  readonly typed: string;
  readonly shift: number;
}

export type LimitCode = 'TIME_LIMIT' | 'CPU_LIMIT' | 'MEMORY_LIMIT' | 'OUTPUT_LIMIT' | 'CALL_LIMIT';

/** How a run ended. Everything in it was made by the guest: none of it is to be trusted. */
export type Outcome =
  | { readonly kind: 'value'; readonly json: string | undefined }
  | { readonly kind: 'limit'; readonly code: LimitCode }
  | SyntaxProblem
  | RuntimeProblem;

export interface SyntaxProblem {
  readonly kind: 'syntax';
  readonly message: string;
  /** Where in the script; QuickJS does not say it of everything. */
  readonly line?: number;
  readonly column?: number;
}

export interface RuntimeProblem {
  readonly kind: 'error';
  readonly name: string;
  readonly message: string;
  /** Where in the script, if the stack says so. */
  readonly line?: number;
  readonly column?: number;
}

export interface LoadRequest {
  readonly importer: string;
  readonly specifier: string;
}

/** `source` still has its types where `path` ends in `.ts`. */
export type LoadAnswer = { readonly path: string; readonly source: string } | { readonly problem: string };
