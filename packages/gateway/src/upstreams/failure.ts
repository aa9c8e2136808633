import type { Transport } from '@modelcontextprotocol/client';
import type { ServerConfig } from '../config/config-schema.ts';
import { StdioTransport } from './stdio/stdio-transport.ts';
import { UpstreamUnavailable } from './upstream.ts';
import { AnswerLost, AnswerTimeout } from './wire.ts';

const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;
const SHOWN_WORDS = 600;
const SHOWN_MESSAGE = 300;

export class StartTimeout extends Error {
  override readonly name = 'StartTimeout';
}

/** Says in words what went wrong with a server, and what to do about it. No secret passes. */
export class FailureText {
  readonly #name: string;
  readonly #config: ServerConfig;
  readonly #hide: (text: string) => string;

  constructor(name: string, config: ServerConfig, hide: (text: string) => string) {
    this.#name = name;
    this.#config = config;
    this.#hide = hide;
  }

  /** `transport` is what it happened on: it knows how a process ended and what it said last. */
  of(error: unknown, transport: Transport | undefined, doing: 'start' | 'call'): UpstreamUnavailable {
    if (error instanceof UpstreamUnavailable) return error;
    if (isUnauthorized(error)) return this.needsAuth(error);
    if (error instanceof AnswerTimeout) return this.#timeout(error);
    const what = this.#what(error, transport);
    const verb = doing === 'start' ? 'could not be started' : 'failed during the call';
    return new UpstreamUnavailable(`server "${this.#name}" ${verb}: ${what}`, this.#todo(error, transport), {
      cause: error,
    });
  }

  needsAuth(cause?: unknown): UpstreamUnavailable {
    return new UpstreamUnavailable(`server "${this.#name}" asks for a sign-in`, this.authTodo(), {
      retryable: false,
      reason: 'needs-auth',
      cause,
    });
  }

  authTodo(): string {
    if (this.#config.bearerToken !== undefined || hasAuthorization(this.#config)) {
      return `The token of server "${this.#name}" was refused: put a valid one into the configuration.`;
    }
    if (this.#config.oauth === false)
      return `Give server "${this.#name}" a "bearerToken" or "headers" in the configuration.`;
    return `Ask the user to run: foldout auth ${this.#name}`;
  }

  #timeout(error: AnswerTimeout): UpstreamUnavailable {
    return new UpstreamUnavailable(
      `server "${this.#name}" gave ${error.message}; the call was cancelled`,
      'Try again with a smaller request, or raise "callTimeoutMs" of this server.',
      { reason: 'timeout', cause: error },
    );
  }

  #what(error: unknown, transport: Transport | undefined): string {
    if (!(transport instanceof StdioTransport)) return this.#messageOf(error);
    const ending = transport.ending?.wanted ? undefined : transport.ending;
    const words = transport.lastWords;
    const said = words === '' ? '' : `; its last words on stderr: ${words.slice(-SHOWN_WORDS)}`;
    if (ending?.reason !== undefined) return `it ${ending.reason} and was ended`;
    if (ending?.code === NOT_FOUND) return `command "${this.#config.command}" was not found`;
    if (ending?.code === NOT_EXECUTABLE) return `command "${this.#config.command}" cannot be run${said}`;
    if (ending?.signal) return `it was ended by ${ending.signal}${said}`;
    if (ending) return `it ended with exit code ${ending.code}${said}`;
    return this.#messageOf(error) + said;
  }

  #messageOf(error: unknown): string {
    if (error instanceof AnswerLost || error instanceof StartTimeout) return error.message;
    const status = httpStatus(error);
    if (status !== undefined) return `it answered with HTTP status ${status}`;
    return this.#hide(causeText(error)).slice(0, SHOWN_MESSAGE);
  }

  #todo(error: unknown, transport: Transport | undefined): string {
    const ending = transport instanceof StdioTransport ? transport.ending : undefined;
    if (ending?.code === NOT_FOUND || ending?.code === NOT_EXECUTABLE) {
      return `Install it, or correct "command" of server "${this.#name}".`;
    }
    if (error instanceof StartTimeout) return 'Try again, or raise "startTimeoutMs" of this server.';
    if (this.#config.url !== undefined) return 'Check that the server is up and its "url" is right, then try again.';
    return `Try again; if it stays so, run: foldout doctor ${this.#name}`;
  }
}

/** `fetch failed` says nothing; what caused it says whether nobody listens, or nobody knows the name. */
function causeText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, data } = error as { code?: unknown; data?: { cause?: unknown } };
  if (code === 'ECONNREFUSED') return 'nobody listens at its address';
  if (code === 'ENOTFOUND') return 'the name of its host is not known';
  const cause = error.cause ?? data?.cause ?? (error instanceof AggregateError ? error.errors[0] : undefined);
  if (cause instanceof Error) return causeText(cause);
  return error.message === '' ? error.name : error.message;
}

/** The status that a server over HTTP answered with, where that is what went wrong. */
export function httpStatus(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const { data, code } = error as { data?: { status?: unknown }; code?: unknown };
  if (typeof data?.status === 'number') return data.status;
  // The transport of 2024 puts it here.
  return typeof code === 'number' && code >= 400 && code < 600 ? code : undefined;
}

export function isUnauthorized(error: unknown): boolean {
  return httpStatus(error) === 401 || (error instanceof Error && error.name === 'UnauthorizedError');
}

function hasAuthorization(config: ServerConfig): boolean {
  return Object.keys(config.headers ?? {}).some((name) => name.toLowerCase() === 'authorization');
}
