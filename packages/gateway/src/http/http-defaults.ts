/** What a gateway grants where its configuration says nothing else. The first four are `http.limits`. */
export const HTTP_DEFAULTS = {
  host: '127.0.0.1',
  port: 3200,
  /** The longest request body. */
  bodyBytes: 4_194_304,
  /** All headers of a request together. */
  headerBytes: 16_384,
  /** Calls at the same time, of everybody. */
  concurrent: 1_024,
  /** Requests that one principal may send per minute. Does not hold on loopback without authentication, unless it is set. */
  perMinute: 6_000,
  /** The part of the calls and streams that one principal may take where there can be several. */
  principalShare: 0.75,
  /** Streams at the same time: they last as long as their clients stay, and do not count as calls. */
  streams: 1_024,
  /** Requests with a wrong token that one address may send per minute. */
  failuresPerMinute: 60,
  /** Connections at the same time. */
  sockets: 4_096,
  /** From the first byte of a request to the end of its headers, */
  headersTimeoutMs: 10_000,
  /** and to the end of its body. */
  requestTimeoutMs: 60_000,
  /** How long a silent connection is kept: longer than load balancers do, so that they are the ones who close it. */
  keepAliveMs: 65_000,
  /** How long a client may leave its answer unread. */
  stalledMs: 60_000,
  /** How long calls in flight may go on when the gateway closes. */
  graceMs: 10_000,
} as const;

export type HttpLimits = { readonly [K in keyof Omit<typeof HTTP_DEFAULTS, 'host' | 'port'>]: number };
