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
  /** Receives each entry. Do not write it to stdout: over stdio, stdout carries the protocol. */
  readonly write?: (entry: CallLog) => void;
}

/** Logs one line per call: command, outcome, duration. Never the input or the result. */
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
      // A logging error, such as a full disk, must not fail the call.
    }
    return result;
  };
}

function toStderr(entry: CallLog): void {
  // Every runtime has console.error; not every one has process.stderr.
  console.error(JSON.stringify(entry));
}
