// Serving a gateway over HTTP. Not part of the root entry, because a gateway over stdio does not need it.
export { type GatewayListener, type ListenGatewayOptions, listenGateway } from './http/listen-gateway.ts';
export { createMetrics, type Metrics, type MetricsSources } from './http/metrics.ts';
export { spanCalls } from './http/span-calls.ts';
