import type { Checkpoint, CommandResult } from '@foldout/core';
import type { ScriptJournal } from './script-journal.ts';

/** Error codes of a script. Each limit has its own code. */
export const CODE_ERRORS = [
  'SYNTAX_ERROR',
  'TYPE_ERROR',
  'RUNTIME_ERROR',
  'TIME_LIMIT',
  'CPU_LIMIT',
  'MEMORY_LIMIT',
  'OUTPUT_LIMIT',
  'CALL_LIMIT',
  'ANSWER_LIMIT',
  'APPROVAL_REQUIRED',
  'OUTCOME_UNKNOWN',
  'REPLAY_DIVERGED',
  'SCRIPT_TAKEN',
  'CANCELLED',
  'SANDBOX_UNAVAILABLE',
] as const;
export type CodeErrorCode = (typeof CODE_ERRORS)[number];

export interface CodeError {
  readonly code: CodeErrorCode;
  readonly message: string;
  readonly suggestion: string;
  /** Position in the script, starting at 1. */
  readonly line?: number;
  readonly column?: number;
}

/** Resource limits of a script. */
export interface CodeLimits {
  /** Wall-clock time, including the time spent waiting for tools. */
  readonly timeMs: number;
  /** CPU time, without the time spent waiting for tools. */
  readonly cpuMs: number;
  /** Total memory of the guest. */
  readonly memoryBytes: number;
  /** Characters printed and returned in total. */
  readonly outputChars: number;
  /** Tool calls, searches, descriptions and sleeps in total. */
  readonly calls: number;
  /** Characters of all answers to its calls, as JSON. */
  readonly answerChars: number;
  /** Length of the script. */
  readonly sourceChars: number;
  /** Length of the input of one call as JSON. */
  readonly inputChars: number;
}

export const CODE_LIMITS: CodeLimits = {
  timeMs: 30_000,
  cpuMs: 5_000,
  memoryBytes: 64 * 1024 * 1024,
  outputChars: 64_000,
  calls: 200,
  answerChars: 32_000_000,
  sourceChars: 200_000,
  inputChars: 1_000_000,
};

/**
 * Returns the source of a module by its path, such as `servers/github/index.ts`; undefined if there is none. A `.js` path
 * is tried first: its source runs unchanged, without type stripping.
 */
export type ModuleTree = (path: string) => string | undefined | Promise<string | undefined>;

/** The host functions: everything that a script can reach outside its sandbox. */
export interface CodeHost {
  /** `checkpoint`: for a script with a journal. */
  callTool(
    server: string,
    tool: string,
    input: unknown,
    signal: AbortSignal,
    checkpoint?: Checkpoint,
  ): Promise<CommandResult>;
  searchTools?(query: string, options: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<CommandResult>;
  describeTool?(name: string, signal: AbortSignal): Promise<CommandResult>;
  store?: ScriptStore | undefined;
}

/** What the scripts of one principal keep between runs. Values are JSON. */
export interface ScriptStore {
  /** `data` is undefined if there is no such key. */
  get(key: string): Promise<CommandResult>;
  set(key: string, value: unknown): Promise<CommandResult>;
  delete(key: string): Promise<CommandResult>;
  /** The keys in order. */
  keys(): Promise<CommandResult>;
}

export interface CodeRequest extends CodeHost {
  readonly modules?: ModuleTree | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Makes the script one that can stop at a call and be run again up to there. */
  readonly journal?: ScriptJournal | undefined;
  /** The session or person that runs the script. Scripts of different owners take turns. */
  readonly owner?: string | undefined;
  readonly limits?: Partial<CodeLimits> | undefined;
  /** Type-checks the script against the modules before anything runs. Needs `typescript` to be installed. */
  readonly check?: boolean | undefined;
  /** Called with each printed text at once; the result contains all of them too. */
  readonly onPrint?: ((text: string) => void) | undefined;
}

/** One call that the script made. */
export interface CodeCall {
  /** `server/tool`, `searchTools` or `describeTool`. */
  readonly name: string;
  readonly success: boolean;
  readonly code?: string;
  readonly durationMs: number;
}

/** The result of a script: its output, its return value and its calls. */
export interface CodeResult {
  readonly output: string;
  readonly value: unknown;
  readonly calls: readonly CodeCall[];
  readonly durationMs: number;
  readonly error?: CodeError;
  /**
   * Set if all that the script waits for are people. Resolves when their calls have ended: with the result of a call that
   * still waits, or with undefined if the script can be run again.
   */
  readonly suspended?: Promise<CommandResult | undefined>;
}

/** Runs scripts. It never throws: errors are in the result. */
export interface Executor {
  run(code: string, request: CodeRequest): Promise<CodeResult>;
}
