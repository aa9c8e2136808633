// The cached catalog, for programs that show tools, call none and start fast. Loads no code that connects to servers.
// Everything named here is public.

export {
  type CachedCatalog,
  type CachedServer,
  type OpenCachedCatalogOptions,
  openCachedCatalog,
} from './cache/cached-catalog.ts';
export { definitionTokens, servedDefinitions } from './cache/served-definitions.ts';
export { type ConfiguredScope, configScope } from './config/config-schema.ts';
export { type LoadedConfig, loadConfig } from './config/load-config.ts';
export { ConfigError, formatProblem, type Problem } from './config/problem.ts';
export { type DiscoveredConfig, discoverConfig } from './import/discover-config.ts';
export type { Log } from './logging/log.ts';
export { KnownSecrets } from './logging/redact.ts';
export { stderrLog } from './logging/stderr-log.ts';
export { defaultStateFolder } from './state/open-state.ts';
export type { UpstreamStatus } from './upstreams/upstream.ts';
