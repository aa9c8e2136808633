// Everything named here is public: adding a name is a promise, removing one is a breaking change.
export { type AnthropicToolOptions, AnthropicTools, foldoutTools } from './foldout-tools.ts';
export type { AnthropicTool } from './read-tools.ts';
export { toMcpServer } from './to-mcp-server.ts';
