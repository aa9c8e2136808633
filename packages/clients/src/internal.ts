// Exports for the other packages of this repository. Not public: any release may change them.
export type { ServersPlace } from './client.ts';
export { clientFileNames, clientOfFile } from './client-table.ts';
export { withoutOpenCodeReferences } from './clients/opencode.ts';
export { other as unknownClient, serversPath } from './clients/other.ts';
export { asObject, isObject, type JsonObject } from './json.ts';
export { join, type Machine, settingsFolder } from './machine.ts';
export { isFoldout, startsFoldout } from './own-entry.ts';
export { type PromptTool, promptText } from './prompt-text.ts';
export { translateServer } from './server-entry.ts';
