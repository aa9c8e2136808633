import type { CommandResult } from '@foldout/core';

/** What went wrong with a script. Each limit has a code of its own. */
export const CODE_ERRORS = [
  'SYNTAX_ERROR',
  'TYPE_ERROR',
  'RUNTIME_ERROR',
  'TIME_LIMIT',
  'CPU_LIMIT',
  'MEMORY_LIMIT',
  'OUTPUT_LIMIT',
  'CALL_LIMIT',
  'CANCELLED',
  'SANDBOX_UNAVAILABLE',
] as const;
export type CodeErrorCode = (typeof CODE_ERRORS)[number];

export interface CodeError {
  readonly code: CodeErrorCode;
  readonly message: string;
  readonly suggestion: string;
  /** Where in the script, from 1. */
  readonly line?: number;
  readonly column?: number;
}

/** What a script may use up. */
export interface CodeLimits {
  /** From start to end, waiting for tools included. */
  readonly timeMs: number;
  /** Time spent computing; waiting for tools does not count. */
  readonly cpuMs: number;
  /** The guest's whole memory. */
  readonly memoryBytes: number;
  /** Characters printed and returned, together. */
  readonly outputChars: number;
  /** Calls of tools, searches and descriptions, together. */
  readonly calls: number;
  /** Characters of the script. */
  readonly sourceChars: number;
  /** Characters of the input of one call, as JSON. */
  readonly inputChars: number;
}

export const CODE_LIMITS: CodeLimits = {
  timeMs: 30_000,
  cpuMs: 5_000,
  memoryBytes: 64 * 1024 * 1024,
  outputChars: 64_000,
  calls: 200,
  sourceChars: 200_000,
  inputChars: 1_000_000,
};

/**
 * The source of a module by its path from the root, such as `servers/github/index.ts`; undefined where there is none.
 * A path that ends in `.js` is asked for first: what it answers is run as it is, without types to strip.
 */
export type ModuleTree = (path: string) => string | undefined | Promise<string | undefined>;

/** Everything that a script can reach outside of its sandbox. */
export interface CodeHost {
  callTool(server: string, tool: string, input: unknown, signal: AbortSignal): Promise<CommandResult>;
  searchTools?(query: string, options: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<CommandResult>;
  describeTool?(name: string, signal: AbortSignal): Promise<CommandResult>;
}

export interface CodeRequest extends CodeHost {
  readonly modules?: ModuleTree | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly limits?: Partial<CodeLimits> | undefined;
  /** Type-checks the script against the modules before anything runs. Needs `typescript` to be installed. */
  readonly check?: boolean | undefined;
  /** Told every text when it is printed; all of them are in the result as well. */
  readonly onPrint?: ((text: string) => void) | undefined;
}

/** One call that the script made. */
export interface CodeCall {
  /** `server/tool`, or the name of the function that searched or described. */
  readonly name: string;
  readonly success: boolean;
  readonly code?: string;
  readonly durationMs: number;
}

/** What comes back from a script: what it printed, what it returned, whom it called. */
export interface CodeResult {
  readonly output: string;
  readonly value: unknown;
  readonly calls: readonly CodeCall[];
  readonly durationMs: number;
  readonly error?: CodeError;
}

/** Runs scripts. It never throws: what goes wrong is in the result. */
export interface Executor {
  run(code: string, request: CodeRequest): Promise<CodeResult>;
}
