// Everything named here is public: adding a name is a promise, removing one is a breaking change.
export { type FromMcpUrlOptions, fromMcpUrl } from './toolbox/from-mcp-url.ts';
export type { SelectOptions } from './toolbox/select-tools.ts';
export { ToolCallError } from './toolbox/tool-call-error.ts';
export type { ToolboxOptions } from './toolbox/toolbox.ts';
