// Exports for the other packages of this repository. Not public: any release may change them.
export { CONFIG_SCHEMA_URL, configJsonSchema } from './config/config-schema.ts';
export type { WrittenConfig } from './config/write-config.ts';
export type { GatewayParts } from './gateway-parts.ts';
export type { ToolAddress } from './http/principal.ts';
export { type DiscoveredConfig, discoverConfig } from './import/discover-config.ts';
export { type FoundConfig, findConfigs, ownConfigFile } from './import/find-configs.ts';
export type { ImportedFile } from './import/import-configs.ts';
export type { ImportedServer } from './import/merge-servers.ts';
export { KnownSecrets } from './logging/redact.ts';
export { firstList } from './relay/first-list.ts';
export { defaultStateFolder } from './state/open-state.ts';
export { type Finding, type ScanContext, scanTool } from './trust/scan-tool.ts';
