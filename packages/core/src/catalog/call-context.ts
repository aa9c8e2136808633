import type { ToolScope } from './catalog-reader.ts';
import type { Risk } from './tool.ts';

export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** Who is calling, as far as the transport knows. */
export interface Caller {
  readonly client?: { readonly name: string; readonly version?: string } | undefined;
  readonly era?: 'modern' | 'legacy' | undefined;
  readonly sessionId?: string | undefined;
}

/** What a call brings along, from the face it came through down to the handler. */
export interface CallContext extends Caller {
  readonly traceId: string;
  /** Aborts when the caller cancels or the deadline passes. Handlers that wait must listen. */
  readonly signal: AbortSignal;
  /** The active context (see `contexts`), if any. */
  readonly activeContext?: string;
  readonly maxRisk?: Risk;
  /** What exists for this caller; everything where it is absent. */
  readonly scope?: ToolScope | undefined;
  /** The request as the face knows it, for commands that are written for that face. */
  readonly protocol?: unknown;
  reportProgress(progress: Progress): void;
}

/** Fills in what the face did not provide. A context that is complete is used as it is. */
export function createCallContext(given: Partial<CallContext> = {}): CallContext {
  if (isComplete(given)) return given;
  return {
    ...given,
    traceId: given.traceId ?? crypto.randomUUID(),
    signal: given.signal ?? new AbortController().signal,
    reportProgress: given.reportProgress ?? (() => {}),
  };
}

function isComplete(given: Partial<CallContext>): given is CallContext {
  return given.traceId !== undefined && given.reportProgress !== undefined && given.signal !== undefined;
}
