import { isLoopback } from '@foldout/core/internal';
import { serveHttp } from '@foldout/server/internal/http';
import type { HttpConfig } from '../config/http-schema.ts';
import type { Log } from '../logging/log.ts';
import { type Access, createAccess } from './access.ts';
import { createGatewayApp, type GatewayAppOptions } from './gateway-app.ts';
import { HTTP_DEFAULTS, type HttpLimits } from './http-defaults.ts';
import { nodeListener } from './node-listener.ts';
import { OpenResponses } from './open-responses.ts';
import type { People } from './people.ts';
import { MCP_PATH } from './routes.ts';
import { limitSocketsPerAddress } from './socket-limit.ts';

export interface ListenGatewayOptions extends GatewayAppOptions {
  readonly config: HttpConfig;
  readonly log: Log;
  /** People who sign in. Absent: only tokens of the configuration, and of `http.oauth`, are accepted. */
  readonly people?: People | undefined;
  /** Gives the right `administer` where no token is needed. Absent: nobody has it there. */
  readonly localKey?: string | undefined;
  /** Limits that override those of the configuration. */
  readonly limits?: Partial<HttpLimits>;
}

export interface GatewayListener extends AsyncDisposable {
  /** The URL of the MCP endpoint. */
  readonly url: string;
  /** Open calls and streams. */
  inFlight(): { readonly calls: number; readonly streams: number };
  /** Applies new tokens, hosts, origins and limits. Throws and changes nothing when they would allow unauthenticated access. */
  update(config: HttpConfig): void;
  /** Graceful shutdown: stops accepting, ends streams, waits for calls in flight (at most `graceMs`), and closes. */
  close(): Promise<void>;
}

/** Serves a gateway on a port, with authentication and limits. */
export async function listenGateway(options: ListenGatewayOptions): Promise<GatewayListener> {
  const { config, log, people, localKey, limits: overrides = {} } = options;
  const { host = HTTP_DEFAULTS.host, port = HTTP_DEFAULTS.port } = config;
  const open = new OpenResponses();
  const accessOf = (now: HttpConfig, before?: Access): Access =>
    createAccess({ config: now, host, overrides, log, people, localKey, open, before });
  let access = accessOf(config);
  const { limits } = access;
  const app = createGatewayApp(options, () => access);
  const { origin, server, close } = await serveHttp({
    host,
    port,
    graceMs: limits.graceMs,
    handle: nodeListener(app, options.onProblem),
    server: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: Math.min(limits.headersTimeoutMs, limits.requestTimeoutMs),
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: Math.max(100, Math.min(5_000, limits.headersTimeoutMs / 2)),
      insecureHTTPParser: false,
    },
  });
  server.maxConnections = limits.sockets;
  limitSocketsPerAddress(server, limits.socketsPerAddress);
  // By default Node ignores headers after the 2,000th, so a late Origin header would skip its check. `headerBytes` bounds them.
  server.maxHeadersCount = 0;
  server.timeout = limits.stalledMs;
  server.on('error', options.onProblem);
  // The token of an authorization server expires while its streams are open.
  const checking = setInterval(() => void open.check(access.authenticator), limits.recheckMs);
  checking.unref();
  const closeAll = (): Promise<void> => {
    clearInterval(checking);
    return close();
  };
  if (!isLoopback(host)) warnOfOpenNetwork(config, host, log);
  return {
    url: `${origin}${MCP_PATH}`,
    inFlight: () => ({ calls: access.calls.used, streams: access.streams.used }),
    update: (next) => {
      const changed = accessOf(next, access);
      people?.update(next);
      access = changed;
      void open.check(access.authenticator);
    },
    close: closeAll,
    [Symbol.asyncDispose]: closeAll,
  };
}

function warnOfOpenNetwork({ allowedHosts = [], publicUrl }: HttpConfig, host: string, log: Log): void {
  log.warn(
    `Listening on ${host} without TLS: tokens are sent unencrypted. Put a proxy with TLS in front of the gateway.`,
  );
  if (allowedHosts.length === 0 && publicUrl === undefined) {
    log.warn(
      'http.allowedHosts is empty: requests to other host names than localhost and the listen address are refused.',
    );
  }
}
