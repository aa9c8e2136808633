import { type CallEvent, ERROR_CODES, estimateTokens } from '@foldout/core';
import type { ObservedRequest } from './observe-requests.ts';
import { isMcpPath } from './routes.ts';

/** Bounds the label values: further servers are counted together as `other`. */
const MAX_SERVERS = 500;
const OTHER = 'other';
const COUNTED_CHARS = 4_000;
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Values that are read when the metrics are requested. */
export interface MetricsSources {
  readonly upstreams?: () => Iterable<{ readonly server: string; readonly state: string }>;
  readonly catalogSize?: () => number;
  readonly inFlight?: () => { readonly calls: number; readonly streams: number };
}

export interface Metrics {
  /** Counts an HTTP request. Passed to `listenGateway`. */
  readonly observe: (request: ObservedRequest) => void;
  /** Counts a tool call. Passed to `engine.onCall`. */
  readonly call: (event: CallEvent) => void;
  /** Counts the tokens of texts that were sent to clients: in the list of tools, or in results. */
  countTokens(kind: 'list' | 'result', texts: Iterable<string>): void;
  /** The metrics in the text format of Prometheus. */
  readonly text: () => Promise<string>;
}

/** Metrics of the process, its requests and its calls. Loads prom-client on first use, because a gateway over stdio does not need it. */
export async function createMetrics(sources: MetricsSources = {}): Promise<Metrics> {
  // prom-client is a CommonJS package: its exports are under `default`, in a bundle too.
  const { default: prom } = await import('prom-client');
  const { Registry, Counter, Gauge, Histogram, collectDefaultMetrics } = prom;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'foldout_http_requests_total',
    help: 'HTTP requests. Status 0: the client left before the response.',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'foldout_http_request_duration_seconds',
    help: 'Duration of HTTP requests, without MCP streams, which stay open as long as the client is connected.',
    labelNames: ['route'],
    buckets: SECONDS,
    registers,
  });
  const calls = new Counter({
    name: 'foldout_calls_total',
    help: 'Tool calls by server and outcome (ok, or the error code).',
    labelNames: ['server', 'outcome'],
    registers,
  });
  const callSeconds = new Histogram({
    name: 'foldout_call_duration_seconds',
    help: 'Duration of tool calls.',
    labelNames: ['server'],
    buckets: SECONDS,
    registers,
  });
  const tokens = new Counter({
    name: 'foldout_tokens_sent_total',
    help: 'Estimated tokens sent to clients, in lists of tools and in results.',
    labelNames: ['kind'],
    registers,
  });
  const { upstreams, catalogSize, inFlight } = sources;
  const serverLabel = boundedLabels(MAX_SERVERS);
  if (upstreams) {
    new Gauge({
      name: 'foldout_upstream_state',
      help: '1 for the current state of a server.',
      labelNames: ['server', 'state'],
      registers,
      collect() {
        this.reset();
        for (const { server, state } of upstreams()) this.inc({ server: serverLabel(server), state });
      },
    });
  }
  if (catalogSize) {
    new Gauge({
      name: 'foldout_catalog_tools',
      help: 'Tools in the catalog.',
      registers,
      collect() {
        this.set(catalogSize());
      },
    });
  }
  if (inFlight) {
    new Gauge({
      name: 'foldout_http_in_flight',
      help: 'Open calls and streams.',
      labelNames: ['kind'],
      registers,
      collect() {
        for (const [kind, count] of Object.entries(inFlight())) this.set({ kind }, count);
      },
    });
  }
  return {
    observe: ({ route, method, status, durationMs }) => {
      requests.inc({ route, method: METHODS.has(method) ? method : OTHER, status });
      if (!isMcpPath(route) || method === 'POST') requestSeconds.observe({ route }, durationMs / 1000);
    },
    call: ({ tool, success, code, durationMs }) => {
      const server = tool ? serverLabel(tool.server) : OTHER;
      calls.inc({ server, outcome: success ? 'ok' : outcomeOf(code) });
      callSeconds.observe({ server }, durationMs / 1000);
    },
    countTokens: (kind, texts) => {
      for (const text of texts) tokens.inc({ kind }, roughTokens(text));
    },
    text: () => registry.metrics(),
  };
}

/** Of a long text, the beginning is counted: a result can have megabytes. */
function roughTokens(text: string): number {
  const counted = text.slice(0, COUNTED_CHARS);
  return counted === '' ? 0 : Math.round((estimateTokens(counted) * text.length) / counted.length);
}

/** A tool can return any code, so only the codes of the registry become label values. */
function outcomeOf(code: string | undefined): string {
  return code !== undefined && Object.hasOwn(ERROR_CODES, code) ? code : OTHER;
}

function boundedLabels(max: number): (label: string) => string {
  const labels = new Set<string>();
  return (label) => {
    if (labels.has(label)) return label;
    if (labels.size >= max) return OTHER;
    labels.add(label);
    return label;
  };
}
