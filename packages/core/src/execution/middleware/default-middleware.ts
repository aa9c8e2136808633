import { logCalls } from './log-calls.ts';
import type { Middleware } from './middleware.ts';
import { timeCalls } from './time-calls.ts';
import { traceCalls } from './trace-calls.ts';

/** What most servers want: every call logged, timed and traceable. */
export function defaultMiddleware(): Middleware[] {
  return [traceCalls(), logCalls(), timeCalls()];
}
