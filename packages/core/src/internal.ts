// What the other packages of this repository share. Not public: any release may change it.
export { createCallContext } from './catalog/call-context.ts';
export { CommandSource } from './catalog/command-source.ts';
export { contentHash, definitionHash, schemaHash, toolHash } from './catalog/content-hash.ts';
export { definedOnly, isObject, own } from './catalog/json.ts';
export { type DefinitionFacts, lazyTool, type ToolPlacement, type UnparsedDefinition } from './catalog/lazy-tool.ts';
export { missingLine, missingSentence, missingSources, stateText } from './catalog/missing.ts';
export {
  type EnvironmentNames,
  environmentScope,
  namesAnything,
  namesIn,
  type ScopeNames,
  scopeFromNames,
  unmatchedNames,
} from './catalog/scope-names.ts';
export {
  digestServer,
  type PlacementRun,
  type SearchableTool,
  type ServerDigest,
  searchableHash,
} from './catalog/server-digest.ts';
export { SUMMARY_LENGTH, summarize, truncateDescription } from './catalog/summary.ts';
export { deriveCategory, RISKS, riskOf, TOOL_DEFAULTS } from './catalog/tool.ts';
export { definitionFacts } from './catalog/tool-record.ts';
export { countTools, type ToolCount } from './discovery/count-tools.ts';
export { detailInput } from './discovery/detail.ts';
export { DISCOVER_DEFAULTS, discoverInput } from './discovery/discover.ts';
export { FIND_DEFAULTS, type FindInput, findInput, fitSentence } from './discovery/find-tools.ts';
export type { Learning } from './discovery/learning.ts';
export type { ListInput } from './discovery/list-tools.ts';
export { type RankedSearch, rankedSearch, type ToolIndex } from './discovery/ranked-search.ts';
export { searchKey } from './discovery/search-key.ts';
export { availabilityOf, LEVELS, showTool } from './discovery/show-tool.ts';
export { presetTaxonomy, type Taxonomy, taxonomyOf } from './discovery/taxonomy.ts';
export type { ToolFilters } from './discovery/tool-filters.ts';
export { type IndexSnapshots, ToolSearch, type ToolSearchOptions } from './discovery/tool-search.ts';
export {
  callableTools,
  type DiscoveryScope,
  isCallable,
  type VisibleTools,
  visibleTools,
} from './discovery/visible-tools.ts';
export { BUILT_IN_SERVER } from './engine.ts';
export { batchInput } from './execution/batch.ts';
export { callInput } from './execution/call.ts';
export type { Condition } from './execution/conditions.ts';
export { DEFAULT_TIMEOUT_MS, handlerError } from './execution/dispatcher.ts';
export { readArguments } from './execution/heal-arguments.ts';
export {
  ambiguousName,
  type CallShape,
  type HealedCall,
  healCall,
  healCalls,
  type NamesInList,
} from './execution/heal-call.ts';
export { readName, spell, withoutHostPrefix } from './execution/heal-name.ts';
export { missingServerError } from './execution/missing-server.ts';
export { pipeInput } from './execution/pipe.ts';
export { notFound, similarAddresses } from './execution/refusals.ts';
export { PAGER_DEFAULTS } from './execution/result-pager.ts';
export { type SyncRules, validateInput, zodRules } from './execution/validate-input.ts';
export { literalText, propertiesOf } from './levels/properties.ts';
export { parameterNames } from './levels/signature.ts';
export { takeWithin } from './levels/tokens.ts';
export { commentText, TypeDeclarations } from './levels/type-declarations.ts';
export { isLoopback } from './loopback.ts';
export { annotate, isCommandResult, NATIVE } from './result/result.ts';
export { callText, howToCall, META_WORDS } from './result/words.ts';
