import { riskOf, type Tool } from '../../catalog/tool.ts';
import { annotate } from '../../result/result.ts';
import type { Middleware } from './middleware.ts';

export interface RetryCallsOptions {
  /** Number of retries after the first attempt. */
  readonly retries?: number;
  /** Delay before the first retry. Back-off: doubled for each further retry, with jitter. */
  readonly delayMs?: number;
}

/** Retries after a retryable error, only for commands that read or are idempotent. */
export function retryCalls({ retries = 2, delayMs = 100 }: RetryCallsOptions = {}): Middleware {
  return async (command, _input, context, next) => {
    let result = await next();
    for (let attempt = 1; attempt <= retries && canRetry(command); attempt += 1) {
      if (result.success || !result.error.retryable || context.signal.aborted) return result;
      await pause(delayMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2), context.signal);
      if (context.signal.aborted) return result;
      result = annotate(await next(), { metadata: { retries: attempt } });
    }
    return result;
  };
}

function canRetry(command: Tool): boolean {
  return riskOf(command) === 'read' || command.annotations?.idempotentHint === true;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
