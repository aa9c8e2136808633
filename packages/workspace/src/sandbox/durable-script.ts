import type { CommandResult } from '@foldout/core';
import { diverged, outcomeUnknown, paused, taken } from './code-errors.ts';
import type { CodeError, CodeRequest, CodeResult, Executor } from './contract.ts';
import { ReplayDiverged } from './replay.ts';
import { type JournalStore, JournalTaken, ScriptJournal } from './script-journal.ts';

/** A script that can be run again, up to the point where it stopped, under this key. */
export interface DurableScript {
  readonly store: JournalStore;
  /** The same for the same script of the same caller. */
  readonly key: string;
}

export interface DurableResult extends CodeResult {
  /** A question to the caller of the script. The script goes on when it is sent again with the answer. */
  readonly question?: CommandResult | undefined;
}

/** These ends are final: the next run of the same script starts anew. After any other, the script goes on where it was. */
const FINAL: ReadonlySet<string | undefined> = new Set([undefined, 'RUNTIME_ERROR', 'SYNTAX_ERROR', 'TYPE_ERROR']);

/**
 * Runs a script that may wait for people. While it waits, it holds no process. With the answers, it is run again from the
 * start: calls that were made get their recorded answers, until the script is where it stopped.
 */
export async function runDurably(
  executor: Executor,
  code: string,
  request: CodeRequest,
  { store, key }: DurableScript,
): Promise<DurableResult> {
  const started = performance.now();
  try {
    const journal = await ScriptJournal.open(store, key);
    for (let check = request.check; ; check = false) {
      const { unknown } = journal;
      if (unknown.length > 0) return stopped(outcomeUnknown(unknown), started);
      const result = await executor.run(code, { ...request, check, journal });
      if (!result.suspended) {
        if (FINAL.has(result.error?.code)) await journal.end();
        return result;
      }
      const waiting = await result.suspended;
      if (waiting) return { ...result, error: paused(waiting), question: questionIn(waiting) };
    }
  } catch (error) {
    if (error instanceof JournalTaken) return stopped(taken(), started);
    throw error;
  }
}

function questionIn(waiting: CommandResult): CommandResult | undefined {
  return waiting.error?.code === 'INPUT_REQUIRED' ? waiting : undefined;
}

function stopped(error: CodeError, started: number): CodeResult {
  return { output: '', value: undefined, calls: [], durationMs: performance.now() - started, error };
}

/** The error of a run that its journal has stopped; undefined for any other reason. */
export function journalProblem(error: unknown): CodeError | undefined {
  if (error instanceof JournalTaken) return taken();
  return error instanceof ReplayDiverged ? diverged(error.message) : undefined;
}
