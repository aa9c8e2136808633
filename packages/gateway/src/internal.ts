// Exports for the other packages of this repository. Not public: any release may change them.
export { answerAsk } from './approvals/answer-ask.ts';
export { offeredScopes, repetitionOf } from './approvals/offered-scopes.ts';
export { readDatabaseAudit } from './audit/database-audit.ts';
export { auditFolder } from './audit/open-audit.ts';
export { type AuditFile, auditFiles, readAudit, type VerifiedAudit, verifyFiles } from './audit/read-audit.ts';
export { searchAudit } from './audit/search-audit.ts';
export { agreeTo, fingerprintOfText, isAgreed } from './config/agreement.ts';
export { editConfigText } from './config/edit-config.ts';
export { EditError, parseValue } from './config/edit-text.ts';
export { watchAgreements } from './config/watch-agreements.ts';
export type { WrittenConfig } from './config/write-config.ts';
export { connectFile, type DisconnectPlan, disconnectFile, planDisconnect } from './connect/connect-file.ts';
export { type FileClient, installedClients } from './connect/find-clients.ts';
export { readImportMemory, writeImportMemory } from './connect/import-memory.ts';
export { secretMask } from './connect/mask-secrets.ts';
export { type ClientsPlan, planClients } from './connect/plan-clients.ts';
export { type ConnectionRecord, ConnectionRecords } from './connect/records.ts';
export {
  type Administration,
  AdministrationError,
  type DiffLine,
  type PlannedChange,
  type PlannedServer,
  type RecordedChange,
  type WantedChange,
  type WantedServer,
  type WrittenConfiguration,
} from './dashboard/administration.ts';
export { sourceHash } from './functions/function-record.ts';
export { FunctionShelf, type SavedFunction, ShelfError } from './functions/function-shelf.ts';
export { serverOfWords } from './import/command-line.ts';
export { holdUnagreed } from './import/discover-config.ts';
export { ownConfigFile } from './import/find-configs.ts';
export { type ImportedFile, thisMachine } from './import/import-configs.ts';
export { type MergedServer, mergeIntoConfig } from './import/merge-into-config.ts';
export type { PlainSecret } from './import/plain-secrets.ts';
export { type NeededVariable, serverOfServerJson } from './import/server-json.ts';
export { nameFor } from './import/server-name.ts';
export { shellWords } from './import/shell-words.ts';
export { takeOutSecrets } from './import/take-out-secrets.ts';
export { OutputShapes, withLearnedOutputs } from './learning/output-shapes.ts';
export { SearchMemory } from './learning/search-memory.ts';
export { causeOf } from './logging/cause-of.ts';
export { KnownSecrets } from './logging/redact.ts';
export { firstList } from './relay/first-list.ts';
export { LocalCaller } from './relay/local-caller.ts';
export { type BackgroundServing, serveInBackground } from './serving/serve-background.ts';
export { ANSWER_SCOPES, type AnswerScope, type Ask, type Asks, type Grant } from './state/asks.ts';
export { openState } from './state/open-state.ts';
export { defaultStateFolder } from './state/state-folder.ts';
export type { Definition as ApprovableDefinition } from './trust/definitions.ts';
export { scanTool } from './trust/scan-tool.ts';
