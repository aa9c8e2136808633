import { annotate } from '../../result/result.ts';
import type { Middleware } from './middleware.ts';

/** Puts the call's `metadata.traceId` on every result, so that it can be found in the logs. */
export function traceCalls(): Middleware {
  return async (_command, _input, context, next) => annotate(await next(), { metadata: { traceId: context.traceId } });
}
