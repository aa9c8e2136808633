// Everything named here is public: adding a name is a promise, removing one is a breaking change.
export { foldoutTools } from './foldout-tools.ts';
export { type SelectToolsOptions, selectTools } from './select-tools.ts';
export { toMcpServer } from './to-mcp-server.ts';
