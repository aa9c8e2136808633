import { annotate } from '../../result/result.ts';
import type { Middleware } from './middleware.ts';

/** Puts `metadata.executionTimeMs` on every result. */
export function timeCalls(): Middleware {
  return async (_command, _input, _context, next) => {
    const started = performance.now();
    const result = await next();
    const executionTimeMs = Math.round((performance.now() - started) * 100) / 100;
    return annotate(result, { metadata: { executionTimeMs } });
  };
}
