/** Defaults of HTTP serving. The configuration can set `bodyBytes`, `headerBytes`, `concurrent` and `perMinute` in `http.limits`. */
export const HTTP_DEFAULTS = {
  host: '127.0.0.1',
  port: 3200,
  /** Maximum size of a request body. */
  bodyBytes: 4_194_304,
  /** Maximum size of all headers of a request. */
  headerBytes: 16_384,
  /** Concurrent calls of all principals. */
  concurrent: 1_024,
  /** Requests per minute of one principal. Without authentication, only a limit that is configured applies. */
  perMinute: 6_000,
  /** The share of `concurrent` and `streams` that one principal may use when there are several principals. */
  principalShare: 0.75,
  /** Concurrent streams. They stay open as long as the client is connected, and do not count as calls. */
  streams: 1_024,
  /** Requests with an invalid token per minute and address. */
  failuresPerMinute: 60,
  /** Concurrent connections. */
  sockets: 4_096,
  /** Concurrent connections of one IPv4 address or one IPv6 network (/64). Loopback has no limit of its own. */
  socketsPerAddress: 1_024,
  /** From the first byte of a request to the end of its headers. */
  headersTimeoutMs: 10_000,
  /** From the first byte of a request to the end of its body. */
  requestTimeoutMs: 60_000,
  /** Idle time of a connection. Longer than that of most load balancers, so that the balancer closes it first. */
  keepAliveMs: 65_000,
  /** How long a client may leave a response unread. */
  stalledMs: 60_000,
  /** How often the tokens of open responses are checked again. */
  recheckMs: 30_000,
  /** How long calls in flight may run on when the gateway closes. */
  graceMs: 10_000,
} as const;

export type HttpLimits = { readonly [K in keyof Omit<typeof HTTP_DEFAULTS, 'host' | 'port'>]: number };
