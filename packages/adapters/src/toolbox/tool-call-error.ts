import type { CommandError } from '@foldout/core';

/** A call that failed before or outside of the tool: unknown name, invalid input, deadline. The message is for the model. */
export class ToolCallError extends Error {
  readonly code: CommandError['code'];
  readonly suggestion: string;
  readonly details: unknown;

  constructor(text: string, { code, suggestion, details }: CommandError, cause?: unknown) {
    super(text, cause === undefined ? {} : { cause });
    this.name = 'ToolCallError';
    this.code = code;
    this.suggestion = suggestion;
    this.details = details;
  }
}

/** The longest message of a tool's own error that reaches the model as it is. */
const MAX_MESSAGE = 2_000;

/** The error to throw for a failed call: the tool's own error object where it threw one. */
export function errorOf(
  { text, error, thrown }: { text: string; error: CommandError; thrown?: { error: unknown } | undefined },
  signal?: AbortSignal,
): unknown {
  if (signal?.aborted) return signal.reason;
  if (!thrown) return new ToolCallError(text, error);
  const { error: own } = thrown;
  return isShort(own) ? own : new ToolCallError(text, error, own);
}

function isShort(error: unknown): boolean {
  const message = error instanceof Error ? error.message : error;
  return typeof message !== 'string' || message.length <= MAX_MESSAGE;
}
