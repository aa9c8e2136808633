import type { CallContext } from './catalog/call-context.ts';
import type { Engine } from './engine.ts';

/** Runs a script that an agent wrote. Never throws. `codeRunner(new Sandbox())` of @foldout/workspace creates one. */
export interface CodeRunner {
  run(code: string, script: CodeScript): Promise<CodeOutcome>;
}

export interface CodeScript {
  readonly engine: Engine;
  /** The caller of `run_code`. Tool calls of the script run as this caller, within its scope. */
  readonly context: CallContext;
  /** Type-check the script before it runs. */
  readonly check?: boolean | undefined;
}

export interface CodeOutcome {
  /** What the script printed. */
  readonly output: string;
  /** What the script returned; a JSON value. */
  readonly value: unknown;
  readonly calls: readonly { readonly name: string; readonly success: boolean }[];
  readonly error?: { readonly code: string; readonly message: string; readonly suggestion: string };
}
