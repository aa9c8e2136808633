import type { JsonObject, Progress } from '@foldout/core';
import type { Era, ServerManifest } from './manifest.ts';

export type UpstreamState = 'ready' | 'cold' | 'starting' | 'needs-auth' | 'failed';

export interface UpstreamStatus {
  readonly state: UpstreamState;
  /** What an agent or a person can do about it; absent where nothing is to be done. */
  readonly todo?: string | undefined;
  readonly lastError?: string | undefined;
  /** How often it was started again after it had failed. */
  readonly restarts: number;
  /** When it will be tried again, in milliseconds since 1970. */
  readonly retryAt?: number | undefined;
  readonly pid?: number | undefined;
}

/** The client that a call came from, as far as an upstream may speak to it while the call runs. */
export interface CallingClient {
  /** Calls of one session share an instance, where instances are per session. */
  readonly sessionId?: string | undefined;
  /** A server that speaks both eras is spoken to in the client's: what it asks then reaches the client as it is. */
  readonly era: Era;
  readonly capabilities: JsonObject;
  /** The level of log messages it asked for; none where it is absent. */
  readonly logLevel?: string | undefined;
  /** Elicitation or sampling. Rejects where the client cannot or will not. */
  ask(method: string, params: JsonObject, signal: AbortSignal): Promise<JsonObject>;
  /** A `notifications/message` of the upstream. */
  log(params: JsonObject): void;
}

export interface RelayOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly client?: CallingClient | undefined;
}

export type UpstreamEvent =
  | { readonly kind: 'manifest'; readonly manifest: ServerManifest }
  | { readonly kind: 'status'; readonly status: UpstreamStatus }
  | { readonly kind: 'resource-updated'; readonly uri: string }
  /** Something that an operator should know. */
  | { readonly kind: 'warning'; readonly message: string };

export interface AuthorizeOptions {
  /** Called with the address that the person has to open in a browser. */
  readonly onLink: (url: URL) => void;
  readonly signal?: AbortSignal | undefined;
}

/** One configured server, whatever it speaks and whether or not it runs. */
export interface Upstream extends AsyncDisposable {
  readonly name: string;
  readonly status: UpstreamStatus;
  /** What is known of it, from disk or from the server; undefined where it was never reached. */
  readonly manifest: ServerManifest | undefined;
  subscribe(listener: (event: UpstreamEvent) => void): () => void;
  /**
   * Sends a request, starting the server where it does not run (once, however many wait), and returns its result as
   * it came. Rejects with `UpstreamUnavailable` where it cannot be reached, with a `ServerError` where the server
   * itself answered with an error, and with the signal's reason where the call was cancelled.
   *
   * `resources/subscribe` and `resources/unsubscribe` work in both eras and are counted by session: the server hears
   * of the first and the last.
   */
  request(method: string, params: JsonObject, options?: RelayOptions): Promise<JsonObject>;
  /** Asks the server for all of its lists now, starting it where needed. Never rejects: `status` tells. */
  refresh(): Promise<void>;
  /** Refreshes where what is known is missing or old. Never rejects: `status` tells. */
  refreshIfStale(): Promise<void>;
  /** Starts it in the background because a call is likely. Returns at once. */
  warm(): void;
  /** Ends it, forgets its failures and starts it again. Never rejects: `status` tells. */
  restart(): Promise<void>;
  /** Lets a person sign in at a server that asks for it. Rejects where that fails or `signal` is aborted. */
  authorize(options: AuthorizeOptions): Promise<void>;
  /** Ends the instance and the subscriptions of a session that is over. */
  endSession(sessionId: string): Promise<void>;
  close(): Promise<void>;
}

/** `timeout`: it was reached, and did not answer in time. */
export type UnavailableReason = 'unreachable' | 'timeout' | 'needs-auth';

/** The server cannot be reached. `message` says what happened, `todo` what to do. */
export class UpstreamUnavailable extends Error {
  override readonly name = 'UpstreamUnavailable';
  readonly todo: string;
  readonly retryable: boolean;
  readonly reason: UnavailableReason;

  constructor(
    message: string,
    todo: string,
    options: { retryable?: boolean; reason?: UnavailableReason; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.todo = todo;
    this.retryable = options.retryable ?? true;
    this.reason = options.reason ?? 'unreachable';
  }
}
