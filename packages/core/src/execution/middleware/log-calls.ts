import type { Middleware } from './middleware.ts';

export interface CallLog {
  readonly event: 'call';
  readonly command: string;
  readonly traceId: string;
  readonly success: boolean;
  readonly code?: string;
  readonly durationMs: number;
}

export interface LogCallsOptions {
  /** Where a line goes. Never stdout: over stdio that belongs to the protocol. */
  readonly write?: (entry: CallLog) => void;
}

/** One line for each call: which, how it ended, how long it took. Never the input or the result. */
export function logCalls({ write = toStderr }: LogCallsOptions = {}): Middleware {
  return async (command, _input, context, next) => {
    const started = performance.now();
    const result = await next();
    const entry: CallLog = {
      event: 'call',
      command: command.id,
      traceId: context.traceId,
      success: result.success,
      ...(!result.success && { code: result.error.code }),
      durationMs: Math.round(performance.now() - started),
    };
    try {
      write(entry);
    } catch {
      // A full disk must not turn a call that was made into one that failed.
    }
    return result;
  };
}

function toStderr(entry: CallLog): void {
  // The one way to stderr that every runtime has.
  console.error(JSON.stringify(entry));
}
