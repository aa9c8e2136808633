// Exports for the other packages of this repository. Not public: any release may change them.
export { loadVectors } from '#runtime';
export { rememberServer } from './protocol/mcp-context.ts';
export { hasTasks, isTaskResult, TASKS_EXTENSION } from './protocol/task-requests.ts';
export { boundText, type SpilledFile } from './surfaces/bound-text.ts';
export { AUTO_LIMITS } from './surfaces/choose-surface.ts';
export { LEGAL_NAME, MAX_NAME } from './surfaces/client-names.ts';
export { compactText } from './surfaces/compact-text.ts';
export { ListedNames } from './surfaces/listed-names.ts';
export { MetaTools } from './surfaces/meta-tools.ts';
export { renderDiscover } from './surfaces/render-discovery.ts';
export { resolveCall } from './surfaces/resolve-call.ts';
export { runResolved } from './surfaces/run-resolved.ts';
export type { Resolved, Viewer } from './surfaces/surface.ts';
export { ListedWords } from './surfaces/words.ts';
