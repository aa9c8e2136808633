// Everything named here is public: adding a name is a promise, removing one is a breaking change.
export { ConfigError, type ConfigProblem, formatProblem } from './config/config-problem.ts';
export {
  type AccessRight,
  type AccessTokenConfig,
  type GatewayConfig,
  type HttpConfig,
  SERVER_CONFIG_DEFAULTS,
  type ServerConfig,
} from './config/config-schema.ts';
export { diffServers, type ServerChanges } from './config/diff-servers.ts';
export {
  type ConfigInput,
  type ConfigSource,
  type LoadConfigOptions,
  type LoadedConfig,
  loadConfig,
} from './config/load-config.ts';
