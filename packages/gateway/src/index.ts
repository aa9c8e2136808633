// Everything named here is public: adding a name is a promise, removing one is a breaking change.
export { CONFIG_SCHEMA_URL, configJsonSchema } from './config/config-json-schema.ts';
export { ConfigError, type ConfigProblem, formatProblem } from './config/config-problem.ts';
export {
  type AccessRight,
  type AccessTokenConfig,
  type GatewayConfig,
  type HttpConfig,
  SERVER_CONFIG_DEFAULTS,
  type ServerConfig,
} from './config/config-schema.ts';
export { describeServer } from './config/describe-server.ts';
export { diffServers, type ServerChanges } from './config/diff-servers.ts';
export {
  type ConfigInput,
  type ConfigSource,
  type LoadConfigOptions,
  type LoadedConfig,
  loadConfig,
} from './config/load-config.ts';
export { renderConfig } from './config/render-config.ts';
export { type ConfigWatch, type WatchConfigOptions, watchConfig } from './config/watch-config.ts';
export { type WrittenConfig, writeConfig } from './config/write-config.ts';
export { Gateway, type GatewayParts } from './gateway.ts';
export { HTTP_DEFAULTS, type HttpLimits } from './http/http-defaults.ts';
export type { Principal, ToolAddress } from './http/principal.ts';
export type { Readiness, Route } from './http/routes.ts';
export { type DiscoveredConfig, discoverConfig } from './import/discover-config.ts';
export { type FoundConfig, findConfigs, ownConfigFile } from './import/find-configs.ts';
export {
  IMPORT_CLIENTS,
  type ImportedFile,
  type ImportOptions,
  type ImportResult,
  importConfigs,
} from './import/import-configs.ts';
export type { ImportedServer } from './import/merge-servers.ts';
export type { Log } from './logging/log.ts';
export { KnownSecrets } from './logging/redact.ts';
export { stderrLog } from './logging/stderr-log.ts';
export { type OpenGatewayOptions, openGateway } from './open-gateway.ts';
export { type ServeHttpOptions, type Serving, serveOverHttp } from './serve-gateway.ts';
export { serveOverStdio } from './serve-stdio.ts';
export { defaultStateFolder } from './state/open-state.ts';
export { type Finding, type ScanContext, scanTool } from './trust/scan-tool.ts';
export type { Upstream, UpstreamState, UpstreamStatus } from './upstreams/upstream.ts';
