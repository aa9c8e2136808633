// Everything named here is public: adding a name is a promise, removing one is a breaking change.
export type { Action } from './action.ts';
export type { CallContext, Caller, CallerAuth, CallPrincipal, Progress } from './catalog/call-context.ts';
export { Catalog, type CatalogChange, type CatalogEntry, type Lookup } from './catalog/catalog.ts';
export type { CatalogReader, ToolScope } from './catalog/catalog-reader.ts';
export type { OutputCheck } from './catalog/check-output.ts';
export type { Checkpoint } from './catalog/checkpoint.ts';
export type { CommandSchema } from './catalog/command-schema.ts';
export type { ContextDefinition } from './catalog/contexts.ts';
export { type Command, type CommandContext, type CommandOptions, defineCommand } from './catalog/define-command.ts';
export { DefinitionError } from './catalog/definition-error.ts';
export type { DryCall, DryRun } from './catalog/dry-run.ts';
export type { JsonObject, JsonSchema } from './catalog/json.ts';
export { CommandRegistry, type TagMode } from './catalog/registry.ts';
export type {
  Availability,
  SourceChange,
  SourceStatus,
  ToolSource,
  ToolState,
  Validated,
  ValidationIssue,
} from './catalog/source.ts';
export type { AppRole, ExecutionTime, Exposure, Risk, Tool, ToolAnnotations, ToolExample } from './catalog/tool.ts';
export { toolFromDefinition } from './catalog/tool-record.ts';
export type { CodeOutcome, CodeRunner, CodeScript } from './code-runner.ts';
export { DirectClient } from './direct-client.ts';
export type { DetailEntry, DetailError, DetailInput, DetailResult, DetailUnchanged } from './discovery/detail.ts';
export type { CommandSummary, DiscoverInput, DiscoverResult } from './discovery/discover.ts';
export type { FindOptions, FoundTools } from './discovery/find-tools.ts';
export type { DefinitionsRead, SearchMade } from './discovery/search-listeners.ts';
export type { Level, ShownTool } from './discovery/show-tool.ts';
export { Engine } from './engine.ts';
export type { EngineOptions } from './engine-options.ts';
export type { BatchInput, BatchResult } from './execution/batch.ts';
export type { CallInput } from './execution/call.ts';
export type { CallEvent } from './execution/dispatcher.ts';
export { type GroupOptions, group } from './execution/group.ts';
export { lazyHandler } from './execution/lazy-handler.ts';
export { defaultMiddleware } from './execution/middleware/default-middleware.ts';
export { type LimitRateOptions, limitRate } from './execution/middleware/limit-rate.ts';
export { type CallLog, type LogCallsOptions, logCalls } from './execution/middleware/log-calls.ts';
export type { Middleware, Next, NextCallChange } from './execution/middleware/middleware.ts';
export { type RetryCallsOptions, retryCalls } from './execution/middleware/retry-calls.ts';
export { timeCalls } from './execution/middleware/time-calls.ts';
export { traceCalls } from './execution/middleware/trace-calls.ts';
export type { PipeInput, PipeResult } from './execution/pipe.ts';
export type { OnError, ThrownError } from './execution/thrown-error.ts';
export { signatureOf } from './levels/signature.ts';
export { estimateTokens } from './levels/tokens.ts';
export { typescriptOf } from './levels/typescript.ts';
export { ERROR_CODES, type ErrorCode } from './result/error-codes.ts';
export {
  type CommandError,
  type CommandFailure,
  type CommandResult,
  type CommandSuccess,
  failure,
  type ResultMetadata,
  success,
  type TrustFields,
} from './result/result.ts';
export type { NextCall, Words } from './result/words.ts';
export { type Embedder, embedderFrom } from './search/meaning/embedder.ts';
export { VectorTable } from './search/meaning/vector-table.ts';
export { type LoadOptions, type ModelSearchOptions, SearchEngine } from './search/search-engine.ts';
export { SEARCH_SETTINGS } from './search/search-settings.ts';
export type {
  CategoryHint,
  SearchAnswer,
  SearchEngineOptions,
  SearchExplanation,
  SearchHit,
  SearchOptions,
  SearchTier,
  UsagePrior,
  WordShare,
} from './search/search-types.ts';
export { calculateSimilarity, findSimilarTools } from './search/similarity.ts';
