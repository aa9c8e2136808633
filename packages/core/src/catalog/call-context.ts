import type { Words } from '../result/words.ts';
import type { ToolScope } from './catalog-reader.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { DryRun } from './dry-run.ts';
import type { Risk } from './tool.ts';

export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** Who calls, as the transport has verified it. */
export interface CallPrincipal {
  /** `local` for the user who started this process, the name of a token, or `oauth:<sub>`. */
  readonly name: string;
  /** The OAuth client that calls for the principal. */
  readonly client?: string | undefined;
}

/** The client that calls, as far as the transport knows it. */
export interface Caller {
  readonly client?: { readonly name: string; readonly version?: string } | undefined;
  readonly era?: 'modern' | 'legacy' | undefined;
  readonly sessionId?: string | undefined;
  /** Absent: the user who started this process. */
  readonly principal?: CallPrincipal | undefined;
  /** How this caller does the next step. Absent: with the meta-tools. */
  readonly words?: Words | undefined;
  /** The longest result that this caller shows whole. */
  readonly maxResultChars?: number | undefined;
}

/** The identity that the host of a server has verified, in the form of the MCP SDK. */
export interface CallerAuth {
  readonly token: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** When the token expires, in seconds since 1970. */
  readonly expiresAt?: number;
  /** What the host has added, such as the user's id. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** The context of a call, passed from the entry point (MCP, CLI, `DirectClient`) down to the handler. */
export interface CallContext extends Caller {
  readonly traceId: string;
  /** Aborts when the caller cancels or the deadline passes. Handlers that wait must listen. */
  readonly signal: AbortSignal;
  /** The active context (see `contexts`), if any. */
  readonly activeContext?: string;
  readonly maxRisk?: Risk;
  /** The call is one of several in one request, so its result cannot be a question to the client. */
  readonly nested?: boolean;
  /** Set for a call of a script that can be stopped here. */
  readonly checkpoint?: Checkpoint | undefined;
  /** Only reads run; every other call is noted instead. */
  readonly dryRun?: DryRun | undefined;
  /** The tools that exist for this caller; all tools if absent. */
  readonly scope?: ToolScope | undefined;
  /** Who calls, if the host of the server has verified it. Never logged, and not part of events. */
  readonly auth?: CallerAuth | undefined;
  /** The entry point's own request object, such as the MCP SDK's `ServerContext`, for commands written for MCP. */
  readonly protocol?: unknown;
  reportProgress(progress: Progress): void;
}

/** Fills in missing fields. A complete context is returned as it is. */
export function createCallContext(context: Partial<CallContext> = {}): CallContext {
  if (isComplete(context)) return context;
  return {
    ...context,
    traceId: context.traceId ?? crypto.randomUUID(),
    signal: context.signal ?? new AbortController().signal,
    reportProgress: context.reportProgress ?? (() => {}),
  };
}

function isComplete(context: Partial<CallContext>): context is CallContext {
  return context.traceId !== undefined && context.reportProgress !== undefined && context.signal !== undefined;
}
