import { definedOnly, isLoopback } from '@foldout/core/internal';
import type { HttpConfig } from '../config/http-schema.ts';
import type { Log } from '../logging/log.ts';
import { Authenticator } from './authenticator.ts';
import { BrowserGuard } from './browser-guard.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { HTTP_DEFAULTS, type HttpLimits } from './http-defaults.ts';
import type { OpenResponses } from './open-responses.ts';
import type { People } from './people.ts';
import { MCP_PATH } from './routes.ts';
import { TokenBuckets } from './token-buckets.ts';

/** The access rules of one configuration: who may connect, and the limits. A new configuration replaces the object. */
export interface Access {
  readonly limits: HttpLimits;
  readonly guard: BrowserGuard;
  readonly authenticator: Authenticator;
  readonly calls: ConcurrencyLimit;
  readonly streams: ConcurrencyLimit;
  /** Concurrent requests to public routes. */
  readonly visits: ConcurrencyLimit;
  /** Undefined: requests per minute are not limited. */
  readonly rate: TokenBuckets | undefined;
  /** Outlives the configuration. */
  readonly open: OpenResponses;
}

export interface AccessOptions {
  readonly config: HttpConfig;
  readonly host: string;
  /** Limits that override those of the configuration. */
  readonly overrides: Partial<HttpLimits>;
  readonly log: Log;
  readonly people?: People | undefined;
  readonly localKey?: string | undefined;
  readonly open: OpenResponses;
  /** What the new rules replace: its requests in progress count on. */
  readonly before: Access | undefined;
}

export function createAccess({ config, host, overrides, log, people, localKey, open, before }: AccessOptions): Access {
  const limits: HttpLimits = { ...HTTP_DEFAULTS, ...definedOnly(config.limits ?? {}), ...overrides };
  const { failuresPerMinute, concurrent, streams, perMinute } = limits;
  const authenticator = new Authenticator({ config, mcpPath: MCP_PATH, failuresPerMinute, people, localKey, log });
  refuseOpenAccess(config, host, authenticator.required);
  const share = (total: number): number =>
    authenticator.shared ? Math.max(1, Math.floor(total * limits.principalShare)) : total;
  const rateLimited =
    authenticator.required || config.limits?.perMinute !== undefined || overrides.perMinute !== undefined;
  return {
    limits,
    guard: new BrowserGuard({ host, allowedHosts: hostsOf(config), allowedOrigins: originsOf(config) }),
    authenticator,
    calls: (before?.calls ?? new ConcurrencyLimit()).resize(concurrent, share(concurrent)),
    streams: (before?.streams ?? new ConcurrencyLimit()).resize(streams, share(streams)),
    visits: (before?.visits ?? new ConcurrencyLimit()).resize(concurrent, concurrent),
    rate: rateLimited ? new TokenBuckets(perMinute) : undefined,
    open,
  };
}

function hostsOf({ allowedHosts = [], publicUrl }: HttpConfig): readonly string[] {
  return publicUrl === undefined ? allowedHosts : [...allowedHosts, new URL(publicUrl).host];
}

function originsOf({ allowedOrigins = [], publicUrl }: HttpConfig): readonly string[] {
  return publicUrl === undefined ? allowedOrigins : [...allowedOrigins, new URL(publicUrl).origin];
}

function refuseOpenAccess(
  { allowedHosts = [], allowedOrigins = [] }: HttpConfig,
  host: string,
  authenticated: boolean,
): void {
  if (authenticated) return;
  if (!isLoopback(host)) {
    throw new Error(
      `Refusing to listen on '${host}' without authentication: anyone who can reach it could use every tool. ` +
        "Add http.tokens (a name and a token of at least 16 characters each) or http.oauth, or use '127.0.0.1'.",
    );
  }
  const [open] = Object.entries({ allowedHosts, allowedOrigins }).filter(([, names]) => names.includes('*'));
  if (open) {
    throw new Error(
      `Refusing to let any web page use every tool: remove '*' from http.${open[0]}, or add http.tokens or http.oauth.`,
    );
  }
}
