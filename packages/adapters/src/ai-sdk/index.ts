// Everything named here is public: adding a name is a promise, removing one is a breaking change.
export { type FoldoutTools, foldoutTools } from './foldout-tools.ts';
export { type NativeSearchOptions, nativeSearch, type SearchedTools } from './native-search.ts';
export { selectTools } from './select-tools.ts';
export { toMcpServer } from './to-mcp-server.ts';
