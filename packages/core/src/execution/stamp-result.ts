import type { CallContext } from '../catalog/call-context.ts';
import type { CommandResult } from '../result/result.ts';

/** Puts the time and the trace id of a call on its result. Values that middleware or a handler has set stay. */
export function stampResult<T>(
  result: CommandResult<T>,
  { traceId }: Pick<CallContext, 'traceId'>,
  startedAt: number,
): CommandResult<T> {
  const executionTimeMs = Math.round((performance.now() - startedAt) * 100) / 100;
  return { ...result, metadata: { executionTimeMs, traceId, ...result.metadata } };
}
