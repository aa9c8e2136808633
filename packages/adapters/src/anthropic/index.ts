// Everything named here is public: adding a name is a promise, removing one is a breaking change.
export { type AnthropicTool, type AnthropicToolOptions, AnthropicTools, foldoutTools } from './foldout-tools.ts';
