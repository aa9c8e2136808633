import type { JsonObject, Progress } from '@foldout/core';
import type { Era, ServerManifest } from './manifest.ts';

export type UpstreamState = 'ready' | 'cold' | 'starting' | 'needs-auth' | 'needs-approval' | 'failed';

export interface UpstreamStatus {
  readonly state: UpstreamState;
  /** What an agent or a user can do about a problem. */
  readonly todo?: string | undefined;
  readonly lastError?: string | undefined;
  /** How often the server was started again after a failure. */
  readonly restarts: number;
  /** When a start may be tried again, in milliseconds since 1970. */
  readonly retryAt?: number | undefined;
  readonly pid?: number | undefined;
  /** When the running server was started, in milliseconds since 1970. */
  readonly startedAt?: number | undefined;
}

/** A line that a server wrote to stderr, or a change of its state. Without secrets and control characters. */
export interface ServerLogLine {
  readonly at: number;
  readonly kind: 'stderr' | 'state';
  readonly text: string;
}

/** The client of a call, and what an upstream may send to it while the call runs. */
export interface CallingClient {
  /** With `instances: "per-session"`, calls of one session share an instance. */
  readonly sessionId?: string | undefined;
  /** The working folder of the client, where clients of one gateway have different ones. */
  readonly folder?: string | undefined;
  /** Who calls. Undefined: the user who started this process. */
  readonly principal?: string | undefined;
  /** The verified OAuth token of the caller. Never logged. */
  readonly token?: string | undefined;
  /** A server that speaks both eras is called in this era, so that the server's requests reach the client unchanged. */
  readonly era: Era;
  readonly capabilities: JsonObject;
  /** The minimum level of log messages. Undefined: no log messages. */
  readonly logLevel?: string | undefined;
  /** How often the client has said that its roots changed. */
  readonly rootChanges?: number | undefined;
  /** Elicitation, sampling or roots. Rejects when the client does not support it or refuses. */
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
  /** A problem with the server that the operator should know. */
  | { readonly kind: 'warning'; readonly message: string };

/** A server's lists are not read again before a listener is done with a manifest. */
export type UpstreamListener = (event: UpstreamEvent) => void | Promise<void>;

export interface AuthorizeOptions {
  /** Called with the URL that the user has to open in a browser. */
  readonly onLink: (url: URL) => void;
  readonly signal?: AbortSignal | undefined;
  /** With `identity: "person"`: who signs in. Default: the user who started this process. */
  readonly principal?: string | undefined;
}

/** A sign-in of which the browser comes back to an address of this gateway, maybe at another replica. */
export interface StartedSignIn {
  /** Where to send the browser. */
  readonly url: URL;
  /** Comes back with the browser. */
  readonly state: string;
  /** What `finish` needs. Secret. */
  readonly pending: string;
}

export interface WebSignIn {
  /** Whether the principal has signed in. */
  isStored(): Promise<boolean>;
  /** Undefined: the stored sign-in is valid. */
  begin(redirectUrl: string): Promise<StartedSignIn | undefined>;
  finish(pending: string, query: URLSearchParams, redirectUrl: string): Promise<void>;
}

/** One configured MCP server, running or not, over any transport and in any era. */
export interface Upstream extends AsyncDisposable {
  readonly name: string;
  readonly status: UpstreamStatus;
  /** The tools, prompts and resources of the server, from disk or from the server. Undefined until first read. */
  readonly manifest: ServerManifest | undefined;
  /** Reads the manifest that an earlier run stored. Until then, and if none is stored, `manifest` is undefined. */
  restore(): void;
  subscribe(listener: UpstreamListener): () => void;
  /** The last lines of the log of the server, the oldest first. */
  readonly log?: readonly ServerLogLine[];
  /**
   * Sends a request and returns the result unchanged. Starts the server first where it does not run. Rejects with
   * `UpstreamUnavailable` when the server cannot be reached, with a `ServerError` when the server answered with an error, and
   * with the reason of the signal when the call was cancelled.
   */
  request(method: string, params: JsonObject, options?: RelayOptions): Promise<JsonObject>;
  /**
   * Subscribes to a resource, in either era: changes are emitted as `resource-updated`. Returns the function that ends the
   * subscription. Subscriptions are counted, so the server sees only the first and the last, and they survive a restart.
   */
  watchResource(uri: string, signal?: AbortSignal): Promise<() => void>;
  /** Reads all lists from the server now, and starts it where needed. Never rejects: `status` has the failure. */
  refresh(): Promise<void>;
  /** Refreshes when the manifest is missing or stale. Never rejects: `status` has the failure. */
  refreshIfStale(): Promise<void>;
  /** A principal is active. Reads the lists with the account of the principal, if no other account can. */
  meet?(caller: Pick<CallingClient, 'principal' | 'token'>): Promise<void> | undefined;
  /** Starts the server in the background, because a call is likely. */
  warm(): void;
  /** Stops the server, resets its failures and starts it again. Never rejects: `status` has the failure. */
  restart(): Promise<void>;
  /** Lets a user sign in. Rejects when that fails or `signal` is aborted. */
  authorize(options: AuthorizeOptions): Promise<void>;
  /** The sign-in of a principal in a browser. Undefined: the server has no sign-in for each person. */
  webSignIn?(principal: string): WebSignIn | undefined;
  /** With `instances: "per-session"`, stops the instance of this session. */
  endSession(sessionId: string): Promise<void>;
  close(): Promise<void>;
}

/** `timeout`: the server was reached, but did not answer in time. */
export type UnavailableReason = 'unreachable' | 'timeout' | 'needs-auth';

/** The server is not available. `message` says what happened, `todo` what to do. */
export class UpstreamUnavailable extends Error {
  override readonly name = 'UpstreamUnavailable';
  readonly todo: string;
  readonly retryable: boolean;
  readonly reason: UnavailableReason;
  /** The page on which the caller signs in. */
  readonly signInUrl: string | undefined;
  /** The request never reached the server. */
  readonly unsent: boolean;

  constructor(
    message: string,
    todo: string,
    options: {
      retryable?: boolean;
      reason?: UnavailableReason;
      signInUrl?: string | undefined;
      unsent?: boolean;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.todo = todo;
    this.retryable = options.retryable ?? true;
    this.reason = options.reason ?? 'unreachable';
    this.signInUrl = options.signInUrl;
    this.unsent = options.unsent ?? false;
  }
}
