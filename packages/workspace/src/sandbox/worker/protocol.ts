import type { CodeLimits } from '../contract.ts';

/** File name of the script in stack traces. */
export const SCRIPT = 'script.ts';

/** The host functions of a script. */
export const CALL_KINDS = ['callTool', 'searchTools', 'describeTool', 'sleep', 'store'] as const;
export type CallKind = (typeof CALL_KINDS)[number];

/**
 * Every message has a text, its `body`, beside a few short fields. The body is sent as it is, not as JSON inside JSON,
 * because results of tools are long.
 */
interface Message {
  readonly body: string;
}

/** Seed and first time of a script that may be run again. */
export interface Beginning {
  readonly seed: string;
  readonly at: number;
}

export type ToWorker =
  /** `body`: the script. With `check`, the worker sends `prepared` and waits for `go`. */
  | (Message & {
      readonly type: 'run';
      readonly limits: CodeLimits;
      readonly check: boolean;
      readonly beginning?: Beginning | undefined;
    })
  | (Message & { readonly type: 'go' })
  /** `body`: the data of a success as JSON, or the error of a failure. `at`: the clock of a script with a `beginning`. */
  | (Message & { readonly type: 'answer'; readonly id: number; readonly success: boolean; readonly at?: number })
  /** `body`: the source of the module, or the reason why there is none. */
  | (Message & { readonly type: 'module'; readonly path: string | null });

export type FromWorker =
  | (Message & { readonly type: 'ready' })
  /** `body`: the script as a TypeScript module. `shift`: characters inserted at the start of its first line. */
  | (Message & { readonly type: 'prepared'; readonly shift: number })
  /** `body`: one printed text. */
  | (Message & { readonly type: 'print' })
  /** `body`: the arguments, a JSON array. */
  | (Message & { readonly type: 'call'; readonly id: number; readonly kind: CallKind })
  /** `body`: the specifier of the import. The worker blocks until the module arrives. */
  | (Message & { readonly type: 'load'; readonly importer: string })
  /** The script waits for answers. `received`: number of messages that the worker has processed. */
  | (Message & { readonly type: 'waiting'; readonly received: number })
  /** `body`: the outcome as JSON. `reusable`: the worker can run another script. */
  | (Message & { readonly type: 'done'; readonly reusable: boolean });

/** A script as a TypeScript module. `shift`: number of characters inserted at the start of its first line. */
export interface ScriptSource {
  readonly typed: string;
  readonly shift: number;
}

export const LIMIT_CODES = [
  'TIME_LIMIT',
  'CPU_LIMIT',
  'MEMORY_LIMIT',
  'OUTPUT_LIMIT',
  'CALL_LIMIT',
  'ANSWER_LIMIT',
] as const;
export type LimitCode = (typeof LIMIT_CODES)[number];

/** How a run ended. All fields come from the guest and must not be trusted. */
export type Outcome =
  | { readonly kind: 'value'; readonly json?: string | undefined }
  | { readonly kind: 'limit'; readonly code: LimitCode }
  | SyntaxProblem
  | RuntimeProblem;

interface Problem {
  readonly message: string;
  /** Position in the script. QuickJS does not report it for every error. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

export interface SyntaxProblem extends Problem {
  readonly kind: 'syntax';
}

export interface RuntimeProblem extends Problem {
  readonly kind: 'error';
  readonly name: string;
  /** What a failed tool call suggests. */
  readonly suggestion?: string | undefined;
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
