import { isLoopback } from '@foldout/server/http';
import type { HttpConfig } from '../config/config-schema.ts';
import type { Log } from '../logging/log.ts';
import { Authenticator } from './authenticator.ts';
import { BrowserGuard } from './browser-guard.ts';
import { HTTP_DEFAULTS, type HttpLimits } from './http-defaults.ts';
import { Places } from './places.ts';
import { MCP_PATH } from './routes.ts';
import { TokenBuckets } from './token-buckets.ts';

/** Who may come in, and how many at once: all of it follows from the configuration, and is replaced with it. */
export interface Access {
  readonly limits: HttpLimits;
  readonly guard: BrowserGuard;
  readonly authenticator: Authenticator;
  readonly calls: Places;
  readonly streams: Places;
  /** Requests to what is open to everybody. */
  readonly visits: Places;
  /** Absent where nobody is counted. */
  readonly rate: TokenBuckets | undefined;
}

export function createAccess(config: HttpConfig, host: string, given: Partial<HttpLimits>, log: Log): Access {
  const limits: HttpLimits = { ...HTTP_DEFAULTS, ...definedOnly(config.limits ?? {}), ...given };
  const { failuresPerMinute, concurrent, streams, perMinute } = limits;
  const authenticator = new Authenticator({ config, mcpPath: MCP_PATH, failuresPerMinute, log });
  refuseOpenDoors(config, host, authenticator.required);
  const share = (inAll: number): number =>
    authenticator.shared ? Math.max(1, Math.floor(inAll * limits.principalShare)) : inAll;
  const counted = authenticator.required || config.limits?.perMinute !== undefined || given.perMinute !== undefined;
  return {
    limits,
    guard: new BrowserGuard({ host, allowedHosts: config.allowedHosts, allowedOrigins: config.allowedOrigins }),
    authenticator,
    calls: new Places(concurrent, share(concurrent)),
    streams: new Places(streams, share(streams)),
    visits: new Places(concurrent, concurrent),
    rate: counted ? new TokenBuckets(perMinute) : undefined,
  };
}

function refuseOpenDoors(
  { allowedHosts = [], allowedOrigins = [] }: HttpConfig,
  host: string,
  authenticated: boolean,
): void {
  if (authenticated) return;
  if (!isLoopback(host)) {
    throw new Error(
      `Refusing to listen on '${host}' without authentication: everyone who can reach it could use every tool. ` +
        "Add http.tokens (a name and a token of at least 16 characters each) or http.oauth, or use '127.0.0.1'.",
    );
  }
  const [open] = Object.entries({ allowedHosts, allowedOrigins }).filter(([, names]) => names.includes('*'));
  if (open) {
    throw new Error(
      `Refusing to let every web page use every tool: remove '*' from http.${open[0]}, or add http.tokens or http.oauth.`,
    );
  }
}

function definedOnly<T extends object>(options: T): { [K in keyof T]: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never;
}
