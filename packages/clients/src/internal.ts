// What the other packages of this repository share. Not public: any release may change it.
export {
  type FieldRule,
  type FieldRules,
  join,
  type Machine,
  type ServerEntry,
  type ServersPlace,
  settingsFolder,
  type UnsupportedField,
} from './client.ts';
export { clientFileNames, clientOfFile } from './client-table.ts';
export { withoutOpenCodeReferences } from './clients/opencode.ts';
export { serversPath } from './clients/other.ts';
export { asObject, isObject, type JsonObject } from './json.ts';
export { isFoldout, startsFoldout } from './own-entry.ts';
export { type PromptTool, promptText } from './prompt-text.ts';
export { type TranslatedServer, translateServer } from './server-entry.ts';
