import { annotate } from '../../result/result.ts';
import type { Middleware } from './middleware.ts';

/** Puts `metadata.traceId` on every result: the id of the call in the logs. */
export function traceCalls(): Middleware {
  return async (_command, _input, context, next) => annotate(await next(), { metadata: { traceId: context.traceId } });
}
