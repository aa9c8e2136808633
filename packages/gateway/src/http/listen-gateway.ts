import { isLoopback, serveHttp } from '@foldout/server/http';
import type { HttpConfig } from '../config/config-schema.ts';
import type { Log } from '../logging/log.ts';
import { createAccess } from './access.ts';
import { type FrontOptions, GatewayFront } from './gateway-front.ts';
import { HTTP_DEFAULTS, type HttpLimits } from './http-defaults.ts';
import { MCP_PATH } from './routes.ts';

export interface ListenGatewayOptions extends FrontOptions {
  readonly config: HttpConfig;
  readonly log: Log;
  /** What the configuration cannot say. */
  readonly limits?: Partial<HttpLimits>;
}

export interface GatewayListener extends AsyncDisposable {
  /** Where MCP is served. */
  readonly url: string;
  /** Calls and streams that are open now. */
  inFlight(): { readonly calls: number; readonly streams: number };
  /** Takes over tokens, hosts, origins and limits. Throws, and changes nothing, where they would leave the door open. */
  update(config: HttpConfig): void;
  /** Stops accepting, ends streams, lets calls in flight finish for a while, and closes. */
  close(): Promise<void>;
}

/** Serves a gateway on a port, to those who may use it. */
export async function listenGateway(options: ListenGatewayOptions): Promise<GatewayListener> {
  const { config, log, limits: given = {} } = options;
  const { host = HTTP_DEFAULTS.host, port = HTTP_DEFAULTS.port } = config;
  const access = createAccess(config, host, given, log);
  const { limits } = access;
  const front = new GatewayFront(options, access);
  const { origin, server, close } = await serveHttp({
    host,
    port,
    graceMs: limits.graceMs,
    handle: front.handle,
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
  // Past a number, Node would drop headers without a word, and a check with them. Their size is bounded.
  server.maxHeadersCount = 0;
  server.timeout = limits.stalledMs;
  server.on('error', options.onProblem);
  if (!isLoopback(host)) warnOfOpenNetwork(config, host, log);
  return {
    url: `${origin}${MCP_PATH}`,
    inFlight: () => front.inFlight(),
    update: (next) => front.setAccess(createAccess(next, host, given, log)),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function warnOfOpenNetwork({ allowedHosts = [] }: HttpConfig, host: string, log: Log): void {
  log.warn(`Listening on ${host} without TLS: put a proxy that has it in front, or tokens travel in the clear.`);
  if (allowedHosts.length === 0) {
    log.warn('http.allowedHosts is empty: requests to any name but a loopback one or the host itself are refused.');
  }
}
