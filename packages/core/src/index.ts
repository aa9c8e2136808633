// Everything named here is public: adding a name is a promise, removing one is a breaking change.
export { type CallContext, type Caller, createCallContext, type Progress } from './catalog/call-context.ts';
export {
  Catalog,
  type CatalogChange,
  type CatalogEntry,
  type CatalogOutline,
  type Lookup,
  type OutlinedTools,
} from './catalog/catalog.ts';
export type { CatalogReader, ToolScope } from './catalog/catalog-reader.ts';
export { CommandSource } from './catalog/command-source.ts';
export { contentHash, definitionHash, schemaHash, toolHash } from './catalog/content-hash.ts';
export type { ContextDefinition } from './catalog/contexts.ts';
export {
  type Command,
  type CommandContext,
  type CommandOptions,
  type CommandSchema,
  DefinitionError,
  defineCommand,
} from './catalog/define-command.ts';
export type { JsonObject, JsonSchema } from './catalog/json.ts';
export { type DefinitionReading, recallReading, type ToolPlacement } from './catalog/recalled-tool.ts';
export { CommandRegistry, type TagMode } from './catalog/registry.ts';
export { environmentScope, namesIn, type ScopeNames, scopeOf } from './catalog/scope-names.ts';
export type {
  Availability,
  SourceChange,
  ToolSource,
  ToolState,
  Validated,
  ValidationIssue,
} from './catalog/source.ts';
export { SUMMARY_LENGTH, summarize, truncateDescription } from './catalog/summary.ts';
export {
  deriveCategory,
  type ExecutionTime,
  type Exposure,
  type Risk,
  riskOf,
  TOOL_DEFAULTS,
  type Tool,
  type ToolAnnotations,
  type ToolExample,
} from './catalog/tool.ts';
export { readDefinition, toolFromDefinition } from './catalog/tool-record.ts';
export { contentMark, markTools, type SearchedTool, type ToolsMark, type ToolsPlace } from './catalog/tools-mark.ts';
export { DirectClient } from './direct-client.ts';
export { type DetailEntry, type DetailInput, detailInput } from './discovery/detail.ts';
export { DISCOVER_DEFAULTS, type DiscoverInput, type DiscoverResult, discoverInput } from './discovery/discover.ts';
export { FIND_DEFAULTS, type FindInput, type FindOptions, type FoundTools, findInput } from './discovery/find-tools.ts';
export type { Learning } from './discovery/learning.ts';
export type { SearchMade } from './discovery/search-watchers.ts';
export { availabilityOf, LEVELS, type Level, type ShownTool, showTool } from './discovery/show-tool.ts';
export { type Taxonomy, taxonomyOf } from './discovery/taxonomy.ts';
export type { ToolFilters } from './discovery/tool-filters.ts';
export { type IndexSnapshots, ToolSearch, type ToolSearchOptions } from './discovery/tool-search.ts';
export { type DiscoveryScope, type VisibleTools, visibleTools } from './discovery/visible-tools.ts';
export { BUILT_IN_SERVER, Engine, type EngineOptions } from './engine.ts';
export { type BatchInput, type BatchResult, batchInput } from './execution/batch.ts';
export { type CallInput, callInput } from './execution/call.ts';
export type { Condition } from './execution/conditions.ts';
export { type CallEvent, DEFAULT_TIMEOUT_MS, Dispatcher, type DispatcherOptions } from './execution/dispatcher.ts';
export { defaultMiddleware } from './execution/middleware/default-middleware.ts';
export { type LimitRateOptions, limitRate } from './execution/middleware/limit-rate.ts';
export { type CallLog, type LogCallsOptions, logCalls } from './execution/middleware/log-calls.ts';
export type { Middleware, Next } from './execution/middleware/middleware.ts';
export { type RetryCallsOptions, retryCalls } from './execution/middleware/retry-calls.ts';
export { timeCalls } from './execution/middleware/time-calls.ts';
export { traceCalls } from './execution/middleware/trace-calls.ts';
export { type PipeInput, type PipeResult, pipeInput } from './execution/pipe.ts';
export { notFound, similarAddresses } from './execution/refusals.ts';
export { PAGER_DEFAULTS } from './execution/result-pager.ts';
export { literalText, propertiesOf } from './levels/properties.ts';
export { parameterNames, signatureOf } from './levels/signature.ts';
export { estimateTokens, takeWithin } from './levels/tokens.ts';
export { commentText, TypeDeclarations } from './levels/type-declarations.ts';
export { typescriptOf } from './levels/typescript.ts';
export { ERROR_CODES, type ErrorCode } from './result/error-codes.ts';
export {
  annotate,
  type CommandError,
  type CommandFailure,
  type CommandResult,
  type CommandSuccess,
  failure,
  isCommandResult,
  NATIVE,
  type ResultMetadata,
  success,
  type TrustFields,
} from './result/result.ts';
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
