import type { CallContext } from '../../catalog/call-context.ts';
import { DefinitionError } from '../../catalog/definition-error.ts';
import type { Tool } from '../../catalog/tool.ts';
import { failure } from '../../result/result.ts';
import type { Middleware } from './middleware.ts';

export interface LimitRateOptions {
  /** Calls allowed in each window. */
  readonly limit: number;
  readonly windowMs?: number;
  /** Calls with the same key share a limit. Default: one key per session, and one for all callers without a session. */
  readonly key?: (command: Tool, context: CallContext) => string;
  readonly now?: () => number;
}

const DEFAULT_WINDOW_MS = 60_000;
/** With more keys than this, expired windows are deleted. */
const SWEEP_AT = 1_000;

/** Fixed-window rate limit: refuses further calls with `RATE_LIMITED` and says when to retry. */
export function limitRate(options: LimitRateOptions): Middleware {
  const { limit, windowMs = DEFAULT_WINDOW_MS, now = Date.now } = options;
  // Without this check, a misspelled option would be no limit at all.
  if (!(limit >= 0 && windowMs > 0)) {
    throw new DefinitionError(`limitRate has the limit ${limit} per ${windowMs} ms. Write limitRate({ limit: 100 }).`);
  }
  const keyOf = options.key ?? ((_command, context) => context.sessionId ?? '');
  const windows = new Map<string, { startedAt: number; used: number }>();

  return async (command, _input, context, next) => {
    const time = now();
    if (windows.size > SWEEP_AT) {
      for (const [key, { startedAt }] of windows) if (time - startedAt >= windowMs) windows.delete(key);
    }
    const key = keyOf(command, context);
    const current = windows.get(key);
    const window = current && time - current.startedAt < windowMs ? current : { startedAt: time, used: 0 };
    windows.set(key, window);
    if (window.used >= limit) {
      const waitMs = window.startedAt + windowMs - time;
      return failure({
        code: 'RATE_LIMITED',
        message: `'${command.name}' was refused: the limit of ${limit} calls per ${windowMs / 1000} s is reached`,
        suggestion: `Try again in ${Math.ceil(waitMs / 1000)} s.`,
        details: { retryAfterMs: waitMs },
      });
    }
    window.used += 1;
    return next();
  };
}
