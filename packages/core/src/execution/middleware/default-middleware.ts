import { logCalls } from './log-calls.ts';
import type { Middleware } from './middleware.ts';
import { timeCalls } from './time-calls.ts';
import { traceCalls } from './trace-calls.ts';

/** Logs, times and traces every call. */
export function defaultMiddleware(): Middleware[] {
  return [traceCalls(), logCalls(), timeCalls()];
}
