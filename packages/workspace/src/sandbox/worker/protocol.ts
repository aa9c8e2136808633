import type { MessagePort } from 'node:worker_threads';
import type { CodeLimits } from '../contract.ts';

/** What a worker is started with. */
export interface WorkerStart {
  /** QuickJS, compiled once for all workers. */
  readonly quickjs: WebAssembly.Module;
  /** Where modules are asked for, and `wake` tells that the answer is there: the guest waits for it on the spot. */
  readonly loader: MessagePort;
  readonly wake: Int32Array<SharedArrayBuffer>;
}

/** What a script can ask of its host. */
export type CallKind = 'callTool' | 'searchTools' | 'describeTool';

export type ToWorker =
  | { readonly type: 'run'; readonly script: string; readonly limits: CodeLimits }
  /** `json`: the data of a success, or the error of a failure. */
  | { readonly type: 'answer'; readonly id: number; readonly success: boolean; readonly json: string };

export type FromWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'print'; readonly text: string }
  /** `json`: the arguments, as an array. */
  | { readonly type: 'call'; readonly id: number; readonly kind: CallKind; readonly json: string }
  | { readonly type: 'done'; readonly outcome: Outcome };

/** How a run ended. Everything in it was made by the guest: none of it is to be trusted. */
export type Outcome =
  | { readonly kind: 'value'; readonly json: string | undefined }
  | {
      readonly kind: 'limit';
      readonly code: 'TIME_LIMIT' | 'CPU_LIMIT' | 'MEMORY_LIMIT' | 'OUTPUT_LIMIT' | 'CALL_LIMIT';
    }
  | { readonly kind: 'error'; readonly name: string; readonly message: string; readonly stack: string };

export interface LoadRequest {
  readonly importer: string;
  readonly specifier: string;
}

export type LoadAnswer = { readonly path: string; readonly source: string } | { readonly problem: string };
