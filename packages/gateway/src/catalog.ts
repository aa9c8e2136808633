// The cached catalog, for commands that show tools, call none and start fast. Loads no code that connects to servers.
// Exports for the other packages of this repository. Not public: any release may change them.

export {
  type CachedCatalog,
  type CachedServer,
  openCachedCatalog,
} from './cache/cached-catalog.ts';
export { definitionTokens, servedDefinitions } from './cache/served-definitions.ts';
export { agreeTo, isAgreed } from './config/agreement.ts';
export { type ConfiguredScope, configScope } from './config/config-scope.ts';
export { type LoadedConfig, loadConfig } from './config/load-config.ts';
export { formatProblem } from './config/problem.ts';
export type { ModelEndpointConfig } from './config/search-schema.ts';
export { agreedPart, discoverConfig, type UnagreedFile } from './import/discover-config.ts';
export type { Log } from './logging/log.ts';
export { KnownSecrets } from './logging/redact.ts';
export { stderrLog } from './logging/stderr-log.ts';
export { enrich } from './models/enrich.ts';
export { ModelEndpoint } from './models/model-endpoint.ts';
export { openSecretStore, rotateSecretKey, SECRET_NAME, type SecretStore } from './state/secret-store.ts';
export { defaultStateFolder } from './state/state-folder.ts';
export type { UpstreamStatus } from './upstreams/upstream.ts';
