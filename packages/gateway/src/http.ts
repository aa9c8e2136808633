// The front over HTTP by itself. Apart from the root, which most load for stdio.
export { type GatewayListener, type ListenGatewayOptions, listenGateway } from './http/listen-gateway.ts';
export { createMetrics, type Metrics, type MetricsSources } from './http/metrics.ts';
export { spanCalls } from './http/span-calls.ts';
