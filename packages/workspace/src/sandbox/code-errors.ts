import type { CommandResult } from '@foldout/core';
import type { CodeError, CodeLimits } from './contract.ts';
import type { LimitCode, RuntimeProblem, SyntaxProblem } from './worker/protocol.ts';

const MAX_MESSAGE = 2_000;

const LIMITS: Readonly<Record<LimitCode, (limits: CodeLimits) => Omit<CodeError, 'code'>>> = {
  TIME_LIMIT: ({ timeMs }) => ({
    message: `The script did not end within ${seconds(timeMs)} s`,
    suggestion: 'Call fewer or faster tools, several at once with Promise.all, or split the script.',
  }),
  CPU_LIMIT: ({ cpuMs }) => ({
    message: `The script used more than ${seconds(cpuMs)} s of CPU time`,
    suggestion: 'Look for a loop that does not end; let tools filter and sort instead of the script.',
  }),
  MEMORY_LIMIT: ({ memoryBytes }) => ({
    message: `The script used more than ${Math.round(memoryBytes / 1024 / 1024)} MB of memory`,
    suggestion: 'Work on one page or part of the data at a time.',
  }),
  OUTPUT_LIMIT: ({ outputChars }) => ({
    message: `The script printed or returned more than ${outputChars} characters`,
    suggestion: 'Print a count, a few fields or the first rows instead of everything.',
  }),
  CALL_LIMIT: ({ calls }) => ({
    message: `The script made more than ${calls} calls`,
    suggestion: 'Use a tool that takes many items at once, or split the work over several runs.',
  }),
  ANSWER_LIMIT: ({ answerChars }) => ({
    message: `The results of the script's calls have more than ${answerChars} characters together`,
    suggestion: 'Ask tools for fewer rows or fields, or split the work over several runs.',
  }),
};

export function limitError(code: LimitCode, limits: CodeLimits): CodeError {
  return { code, ...LIMITS[code](limits) };
}

export function cancelled(): CodeError {
  return {
    code: 'CANCELLED',
    message: 'The run was cancelled',
    suggestion: 'Calls that had already ended keep their effect. Run the script again to start over.',
  };
}

export function unavailable(reason: string): CodeError {
  return {
    code: 'SANDBOX_UNAVAILABLE',
    message: `Nothing was run: ${reason}`,
    suggestion: 'Try again, or call the tools one by one.',
  };
}

/** A script that waits for a person. */
export function paused({ error }: CommandResult): CodeError {
  return {
    code: 'APPROVAL_REQUIRED',
    message: error?.message ?? 'A call needs the approval of a person',
    suggestion:
      'The script stopped there and is kept. Tell the user that they can approve the call on the dashboard or with: foldout pending. ' +
      'Then run the same script again, unchanged: it goes on where it stopped, and repeats no call.',
  };
}

export function outcomeUnknown(names: readonly string[]): CodeError {
  const calls = [...new Set(names)].join(', ');
  return {
    code: 'OUTCOME_UNKNOWN',
    message: `The gateway ended after this script had sent ${calls}, before the answer came`,
    suggestion: `Check with a tool that reads whether ${calls} had its effect. Then write a script for what is left: this one is not run again.`,
  };
}

export function diverged(what: string): CodeError {
  return {
    code: 'REPLAY_DIVERGED',
    message: `This script stopped earlier, and cannot go on there: ${what}`,
    suggestion:
      'A tool or a module has changed since. Write a script for what is left: calls that were made keep their effect.',
  };
}

export function taken(): CodeError {
  return {
    code: 'SCRIPT_TAKEN',
    message: 'The same script runs already, and goes on there',
    suggestion: 'Wait, then run the same script again, unchanged, if its result is still needed.',
  };
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}

function suggestionFor(outcome: SyntaxProblem | RuntimeProblem): string {
  if (outcome.kind === 'syntax') return 'Nothing was run. Correct this line and run the script again.';
  const { suggestion = 'Correct the script and run it again.' } = outcome;
  return `${suggestion.slice(0, MAX_MESSAGE)} Calls before the error keep their effect.`;
}

/** The error of a script that has a problem in its source or threw. */
export function problemError(outcome: SyntaxProblem | RuntimeProblem): CodeError {
  const { message, line, column } = outcome;
  const name = outcome.kind === 'error' && outcome.name !== 'Error' && outcome.name !== '' ? `${outcome.name}: ` : '';
  return {
    code: outcome.kind === 'syntax' ? 'SYNTAX_ERROR' : 'RUNTIME_ERROR',
    message: `${name}${message}`.slice(0, MAX_MESSAGE) + (line === undefined ? '' : ` (line ${line})`),
    suggestion: suggestionFor(outcome),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  };
}
