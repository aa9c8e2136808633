import type { Transport } from '@modelcontextprotocol/client';
import type { ServerConfig } from '../config/config-schema.ts';
import { StdioTransport } from './stdio/stdio-transport.ts';
import { UpstreamUnavailable } from './upstream.ts';
import { AnswerLost, AnswerTimeout, ServerError } from './wire.ts';

const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;
const UNSUPPORTED_VERSION = -32022;
const WRONG_ERA_STATUS = new Set([400, 404, 405]);
const MAX_STDERR = 600;
const MAX_MESSAGE = 300;

export class StartTimeout extends Error {
  override readonly name = 'StartTimeout';
}

/** Error messages about a server: what went wrong, and what to do. Secrets are removed. */
export class FailureText {
  readonly #name: string;
  readonly #config: ServerConfig;
  readonly #hide: (text: string) => string;
  readonly #accountsUrl: string | undefined;

  /** `accountsUrl`: where people sign in to this server. */
  constructor(name: string, config: ServerConfig, hide: (text: string) => string, accountsUrl?: string | undefined) {
    this.#accountsUrl = accountsUrl;
    this.#name = name;
    this.#config = config;
    this.#hide = hide;
  }

  /** A stdio `transport` adds the exit code of the process and the last lines of its stderr. */
  of(error: unknown, transport: Transport | undefined, doing: 'start' | 'call'): UpstreamUnavailable {
    if (error instanceof UpstreamUnavailable) return error;
    if (isUnauthorized(error)) return this.needsAuth(error);
    if (error instanceof AnswerTimeout) return this.#timeout(error);
    const what = this.#what(error, transport);
    const verb = doing === 'start' ? 'could not be started' : 'failed during the call';
    return new UpstreamUnavailable(`server "${this.#name}" ${verb}: ${what}`, this.#todo(error, transport), {
      unsent: doing === 'start',
      cause: error,
    });
  }

  needsAuth(cause?: unknown): UpstreamUnavailable {
    return new UpstreamUnavailable(`server "${this.#name}" needs a sign-in`, this.authTodo(), {
      retryable: false,
      reason: 'needs-auth',
      unsent: true,
      signInUrl: this.#config.identity === 'person' ? this.#accountsUrl : undefined,
      cause,
    });
  }

  authTodo(): string {
    if (this.#config.bearerToken !== undefined || hasAuthorization(this.#config)) {
      return `The token of server "${this.#name}" was refused. Put a valid one into the configuration.`;
    }
    const { identity } = this.#config;
    if (identity === 'forward' || (typeof identity === 'object' && identity.kind === 'exchange')) {
      return `Connect to this gateway with an OAuth token: server "${this.#name}" uses the account of its caller.`;
    }
    if (identity === 'person') {
      return this.#accountsUrl === undefined
        ? `Ask the operator to run: foldout auth ${this.#name} --as <principal>`
        : `Ask the user to sign in there, and then call again: ${this.#accountsUrl}`;
    }
    if (this.#config.oauth === false)
      return `Give server "${this.#name}" a "bearerToken" or "headers" in the configuration.`;
    return `Ask the user to run: foldout auth ${this.#name}`;
  }

  #timeout(error: AnswerTimeout): UpstreamUnavailable {
    return new UpstreamUnavailable(
      `server "${this.#name}" sent ${error.message}; the call was cancelled`,
      'Try again with a smaller request, or increase "callTimeoutMs" of this server.',
      { reason: 'timeout', cause: error },
    );
  }

  #what(error: unknown, transport: Transport | undefined): string {
    if (!(transport instanceof StdioTransport)) return this.#messageOf(error);
    const ending = transport.ending?.wanted ? undefined : transport.ending;
    const { stderrTail } = transport;
    const stderr = stderrTail === '' ? '' : `; its last lines on stderr: ${stderrTail.slice(-MAX_STDERR)}`;
    if (ending?.reason !== undefined) return `it ${ending.reason} and was stopped`;
    if (ending?.code === NOT_FOUND) return `command "${this.#config.command}" was not found`;
    if (ending?.code === NOT_EXECUTABLE) return `command "${this.#config.command}" cannot be run${stderr}`;
    if (ending?.signal) return `it was killed by ${ending.signal}${stderr}`;
    if (ending) return `it exited with code ${ending.code}${stderr}`;
    return this.#messageOf(error) + stderr;
  }

  #messageOf(error: unknown): string {
    if (error instanceof AnswerLost || error instanceof StartTimeout) return error.message;
    const status = httpStatus(error);
    if (status !== undefined) return `it answered with HTTP status ${status}`;
    return this.#hide(causeText(error, this.#address())).slice(0, MAX_MESSAGE);
  }

  /** Host and port of the configured URL, for messages; undefined for a local command or an invalid URL. */
  #address(): URL | undefined {
    return URL.canParse(this.#config.url ?? '') ? new URL(this.#config.url ?? '') : undefined;
  }

  #todo(error: unknown, transport: Transport | undefined): string {
    const ending = transport instanceof StdioTransport ? transport.ending : undefined;
    if (ending?.code === NOT_FOUND || ending?.code === NOT_EXECUTABLE) {
      return `Install it, or correct "command" of server "${this.#name}".`;
    }
    if (error instanceof StartTimeout) return 'Try again, or increase "startTimeoutMs" of this server.';
    if (this.#config.url !== undefined) return 'Check that the server is up and its "url" is right, then try again.';
    return `Try again. If it fails again, run: foldout doctor ${this.#name}`;
  }
}

/** The message `fetch failed` has no details; its cause says whether the connection or the DNS lookup failed. */
function causeText(error: unknown, address: URL | undefined): string {
  if (!(error instanceof Error)) return String(error);
  const { code, data } = error as { code?: unknown; data?: { cause?: unknown } };
  if (code === 'ECONNREFUSED') return `connection refused: no server listens at ${address?.host ?? 'its address'}`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `DNS lookup failed for ${address ? `"${address.hostname}"` : 'its host'}`;
  const cause = error.cause ?? data?.cause ?? (error instanceof AggregateError ? error.errors[0] : undefined);
  if (cause instanceof Error) return causeText(cause, address);
  return error.message === '' ? error.name : error.message;
}

/** The HTTP status of a refused request; undefined for other errors. */
export function httpStatus(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const { data, code } = error as { data?: { status?: unknown }; code?: unknown };
  if (typeof data?.status === 'number') return data.status;
  // The SSE transport of the SDK puts the status into `code`.
  return typeof code === 'number' && code >= 400 && code < 600 ? code : undefined;
}

/**
 * Whether the server has lost the session. The protocol requires status 404, but many servers answer 400, as the SDK's
 * example does. A 400 with "session" in its text is a lost session, any other 400 a bad request.
 */
export function isSessionGone(error: unknown): boolean {
  const status = httpStatus(error);
  const { text } = (error as { data?: { text?: unknown } }).data ?? {};
  return status === 404 || (status === 400 && typeof text === 'string' && /session/i.test(text));
}

/** Whether the error of a connection's first request means that the server speaks another era than assumed. */
export function isWrongEra(error: unknown): boolean {
  if (error instanceof ServerError) return error.code === UNSUPPORTED_VERSION;
  return WRONG_ERA_STATUS.has(httpStatus(error) ?? 0);
}

export function isUnauthorized(error: unknown): boolean {
  return httpStatus(error) === 401 || (error instanceof Error && error.name === 'UnauthorizedError');
}

function hasAuthorization(config: ServerConfig): boolean {
  return Object.keys(config.headers ?? {}).some((name) => name.toLowerCase() === 'authorization');
}
