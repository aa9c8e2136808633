import type { CallContext } from './catalog/call-context.ts';
import type { DryCall } from './catalog/dry-run.ts';
import type { Engine } from './engine.ts';
import type { CommandResult } from './result/result.ts';

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
  /** Run only what reads, and list every other call instead. */
  readonly dryRun?: boolean | undefined;
}

export interface CodeOutcome {
  /** What the script printed. */
  readonly output: string;
  /** What the script returned; a JSON value. */
  readonly value: unknown;
  readonly calls: readonly { readonly name: string; readonly success: boolean }[];
  /** The calls that a dry run did not make. */
  readonly wouldCall?: readonly DryCall[];
  /** The script waits for a person: this is the answer to its caller, such as a question to the client. */
  readonly question?: CommandResult | undefined;
  readonly error?: { readonly code: string; readonly message: string; readonly suggestion: string };
}
