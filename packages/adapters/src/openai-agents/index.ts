// Everything named here is public: adding a name is a promise, removing one is a breaking change.

export { filterTools } from './filter-tools.ts';
export { type AgentToolOptions, foldoutTools } from './foldout-tools.ts';
export { selectTools } from './select-tools.ts';
export { toMcpServer } from './to-mcp-server.ts';
