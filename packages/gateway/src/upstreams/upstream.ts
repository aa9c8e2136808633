import type { JsonObject, Progress } from '@foldout/core';
import type { ServerManifest } from './manifest.ts';

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

/** One configured server, whatever it speaks and whether or not it runs. */
export interface Upstream extends AsyncDisposable {
  readonly name: string;
  readonly status: UpstreamStatus;
  /** What is known of it, from disk or from the server; undefined where it was never reached. */
  readonly manifest: ServerManifest | undefined;
  subscribe(listener: (event: UpstreamEvent) => void): () => void;
  /**
   * Sends a request, starting the server where it does not run (once, however many wait), and returns its result as
   * it came. Rejects with `UpstreamUnavailable` where it cannot be reached, and with the server's own
   * `ProtocolError` where it answered with an error.
   */
  request(method: string, params: JsonObject, options?: RelayOptions): Promise<JsonObject>;
  /** Asks the server for all of its lists now, starting it where needed. Never rejects: `status` tells. */
  refresh(): Promise<void>;
  /** Refreshes in the background where what is known is missing or old. Returns at once. */
  refreshIfStale(): void;
  /** Starts it in the background because a call is likely. Returns at once. */
  warm(): void;
  /** Ends it, forgets its failures and starts it again. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** The server cannot be reached. `message` says what happened, `todo` what to do. */
export class UpstreamUnavailable extends Error {
  override readonly name = 'UpstreamUnavailable';
  readonly todo: string;
  readonly retryable: boolean;

  constructor(message: string, todo: string, options: { retryable?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.todo = todo;
    this.retryable = options.retryable ?? true;
  }
}
