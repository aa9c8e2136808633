import type { CallContext } from '../catalog/call-context.ts';
import { isObject } from '../catalog/json.ts';
import type { Tool } from '../catalog/tool.ts';
import type { CommandError } from '../result/result.ts';

/** An exception of a handler or of middleware, for the operator. */
export interface ThrownError {
  /** What was thrown, with its stack. */
  readonly error: unknown;
  readonly command: Tool;
  /** Stands in the message that the caller gets. */
  readonly traceId: string;
}

export type OnError = (thrown: ThrownError) => void;

/**
 * The error of a call whose command threw. A thrown `CommandError` reaches the caller as it is. The message of any other
 * exception may hold paths, queries or secrets: it goes to `onError` alone, and the caller gets the trace id.
 */
export function thrownError(
  command: Tool,
  error: unknown,
  { traceId }: Pick<CallContext, 'traceId'>,
  onError?: OnError,
): CommandError {
  const meant = commandErrorIn(error);
  if (meant) return meant;
  try {
    onError?.({ error, command, traceId });
  } catch {
    // A listener must not be able to fail the call.
  }
  return {
    code: 'INTERNAL_ERROR',
    message: `'${command.name}' failed unexpectedly (trace ${traceId})`,
    suggestion: 'The input was valid; the command itself failed. Try another command, or report the error.',
  };
}

/** System errors have a code and a message too, but no suggestion. */
function commandErrorIn(error: unknown): CommandError | undefined {
  if (!isObject(error)) return undefined;
  const { code, message, suggestion, details, retryable } = error;
  if (typeof code !== 'string' || typeof message !== 'string' || typeof suggestion !== 'string') return undefined;
  return {
    code,
    message,
    suggestion,
    ...(details !== undefined && { details }),
    ...(typeof retryable === 'boolean' && { retryable }),
  };
}

/** For a log: which command threw what, with its stack. */
export function thrownText({ error, command, traceId }: ThrownError): string {
  const text =
    error instanceof Error ? (error.stack ?? error.message) : typeof error === 'string' ? error : typeof error;
  return `'${command.name}' threw (trace ${traceId}): ${text}`;
}
