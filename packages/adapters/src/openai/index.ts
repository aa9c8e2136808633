// Everything named here is public: adding a name is a promise, removing one is a breaking change.
export { foldoutTools, type OpenAIToolOptions, OpenAITools } from './foldout-tools.ts';
export type { OpenAITool } from './read-tools.ts';
export { toMcpServer } from './to-mcp-server.ts';
