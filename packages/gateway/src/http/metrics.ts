import { type CallEvent, ERROR_CODES } from '@foldout/core';
import type { ObservedRequest } from './gateway-front.ts';
import { MCP_PATH } from './routes.ts';

/** Every set of labels is bounded: past so many servers, the others are counted together. */
const MAX_SERVERS = 500;
const OTHER = 'other';
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** What is not told but asked for, whenever somebody reads the metrics. */
export interface MetricsSources {
  readonly upstreams?: () => Iterable<{ readonly server: string; readonly state: string }>;
  readonly catalogSize?: () => number;
  readonly inFlight?: () => { readonly calls: number; readonly streams: number };
}

export interface Metrics {
  /** For `listenGateway`. */
  readonly observe: (request: ObservedRequest) => void;
  /** For `engine.onCall`. */
  readonly call: (event: CallEvent) => void;
  /** What went to clients: the list of tools, or results. */
  countTokens(kind: 'list' | 'result', tokens: number): void;
  /** In the form that Prometheus reads. */
  readonly text: () => Promise<string>;
}

/** Measures the process, its requests and its calls. What it takes is loaded only here: most gateways are not watched. */
export async function createMetrics(sources: MetricsSources = {}): Promise<Metrics> {
  // It is a CommonJS package: what it exports stands under `default`, wherever it was bundled.
  const { default: prom } = await import('prom-client');
  const { Registry, Counter, Gauge, Histogram, collectDefaultMetrics } = prom;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'foldout_http_requests_total',
    help: 'Requests over HTTP. Status 0: the client left before it was answered.',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'foldout_http_request_duration_seconds',
    help: 'How long requests took. Streams of MCP are left out: they last as long as their clients stay.',
    labelNames: ['route'],
    buckets: SECONDS,
    registers,
  });
  const calls = new Counter({
    name: 'foldout_calls_total',
    help: 'Calls of tools, by server and outcome (ok, or the code of the error).',
    labelNames: ['server', 'outcome'],
    registers,
  });
  const callSeconds = new Histogram({
    name: 'foldout_call_duration_seconds',
    help: 'How long calls of tools took.',
    labelNames: ['server'],
    buckets: SECONDS,
    registers,
  });
  const tokens = new Counter({
    name: 'foldout_tokens_sent_total',
    help: 'Estimated tokens of what clients were sent: lists of tools, and results.',
    labelNames: ['kind'],
    registers,
  });
  const { upstreams, catalogSize, inFlight } = sources;
  const serverLabel = boundedLabels(MAX_SERVERS);
  if (upstreams) {
    new Gauge({
      name: 'foldout_upstream_state',
      help: '1 for the state that a server is in.',
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
      help: 'Calls and streams that are open now.',
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
      if (route !== MCP_PATH || method === 'POST') requestSeconds.observe({ route }, durationMs / 1000);
    },
    call: ({ tool, success, code, durationMs }) => {
      const server = tool ? serverLabel(tool.server) : OTHER;
      calls.inc({ server, outcome: success ? 'ok' : outcomeOf(code) });
      callSeconds.observe({ server }, durationMs / 1000);
    },
    countTokens: (kind, count) => tokens.inc({ kind }, count),
    text: () => registry.metrics(),
  };
}

/** Codes of a tool's own are as many as its author likes. */
function outcomeOf(code: string | undefined): string {
  return code !== undefined && Object.hasOwn(ERROR_CODES, code) ? code : OTHER;
}

function boundedLabels(max: number): (label: string) => string {
  const known = new Set<string>();
  return (label) => {
    if (known.has(label)) return label;
    if (known.size >= max) return OTHER;
    known.add(label);
    return label;
  };
}
