// Everything named here is public: adding a name is a promise, removing one is a breaking change.
export type { AccessRight, AccessTokenConfig, HttpConfig } from './config/config-schema.ts';
export type { ObservedRequest } from './http/gateway-front.ts';
export { HTTP_DEFAULTS, type HttpLimits } from './http/http-defaults.ts';
export { type GatewayListener, type ListenGatewayOptions, listenGateway } from './http/listen-gateway.ts';
export { createMetrics, type Metrics, type MetricsSources } from './http/metrics.ts';
export type { Principal, ToolAddress } from './http/principal.ts';
export type { Readiness, Route } from './http/routes.ts';
export type { SessionOwner } from './http/session-owners.ts';
export { spanCalls } from './http/span-calls.ts';
