// What is known of servers without starting any: for programs that look and do not call, and want to start quickly.
// Nothing that speaks MCP is loaded from here. Everything named here is public.
export { ConfigError, type ConfigProblem, formatProblem } from './config/config-problem.ts';
export { configScope } from './config/config-scope.ts';
export { type LoadedConfig, loadConfig } from './config/load-config.ts';
export { type DiscoveredConfig, discoverConfig } from './import/discover-config.ts';
export { type KnownCatalog, type KnownServer, type OpenCatalogOptions, openKnownCatalog } from './known-catalog.ts';
export type { Log } from './logging/log.ts';
export { KnownSecrets } from './logging/redact.ts';
export { stderrLog } from './logging/stderr-log.ts';
export { defaultStateFolder } from './state/open-state.ts';
export type { UpstreamStatus } from './upstreams/upstream.ts';
