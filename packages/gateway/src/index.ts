// Everything named here is public: adding a name is a promise, removing one is a breaking change.
export { type GatewayConfig, SERVER_CONFIG_DEFAULTS, type ServerConfig } from './config/config-schema.ts';
export type { AccessRight, AccessTokenConfig, HttpConfig } from './config/http-schema.ts';
export {
  type ConfigInput,
  type ConfigSource,
  type LoadConfigOptions,
  type LoadedConfig,
  loadConfig,
} from './config/load-config.ts';
export { ConfigError, formatProblem, type Problem } from './config/problem.ts';
export { describeServer } from './config/secrets.ts';
export { type ConfigWatch, type WatchConfigOptions, watchConfig } from './config/watch-config.ts';
export { renderConfig, writeConfig } from './config/write-config.ts';
export { Gateway } from './gateway.ts';
export { HTTP_DEFAULTS, type HttpLimits } from './http/http-defaults.ts';
export type { Principal } from './http/principal.ts';
export type { Readiness, Route } from './http/routes.ts';
export { type ImportOptions, type ImportResult, importConfigs } from './import/import-configs.ts';
export type { Log } from './logging/log.ts';
export { stderrLog } from './logging/stderr-log.ts';
export { type OpenGatewayOptions, openGateway } from './open-gateway.ts';
export { type ServeHttpOptions, type Serving, serveOverHttp } from './serving/serve-http.ts';
export { serveOverStdio } from './serving/serve-stdio.ts';
export type { Upstream, UpstreamState, UpstreamStatus } from './upstreams/upstream.ts';
