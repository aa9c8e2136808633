// Exports for the other packages of this repository. Not public: any release may change them.
export {
  type AlikeTools,
  analyzeTools,
  type FindTools,
  type UnfoundRequest,
} from './analysis/analyze-tools.ts';
export { type Improvement, type ImprovementReport, improveTools } from './analysis/improve-tools.ts';
export { improvedOverlay } from './analysis/improved-overlay.ts';
export { type CatalogRecall, measureRecall } from './analysis/measure-recall.ts';
export { paraphrasesOf } from './analysis/paraphrases.ts';
export { wholeWords } from './analysis/whole-words.ts';
export { APPS_EXTENSION, appPage, appRole, withAppPage } from './catalog/app-role.ts';
export { claimedServer } from './catalog/claimed-server.ts';
export { convertSchema } from './catalog/command-schema.ts';
export { CommandSource } from './catalog/command-source.ts';
export { contentHash, definitionHash, schemaHash, toolHash } from './catalog/content-hash.ts';
export { shownValue } from './catalog/definition-error.ts';
export { cleanText } from './catalog/definition-parts.ts';
export { faithfulDefinition } from './catalog/faithful-definition.ts';
export { definedOnly, isObject, own } from './catalog/json.ts';
export { type DefinitionFacts, lazyTool, type ToolPlacement, type UnparsedDefinition } from './catalog/lazy-tool.ts';
export { missingSources, stateText } from './catalog/missing.ts';
export {
  completedInput,
  type Overlaid,
  overlayHash,
  overlayOf,
  overlayTool,
  upstreamTool,
} from './catalog/overlay.ts';
export { TOOL_ONLY_FIELDS, type ToolOverlay, toolOverlay } from './catalog/overlay-schema.ts';
export {
  environmentScope,
  namesAnything,
  namesIn,
  type ScopeNames,
  scopeFromNames,
  unmatchedNames,
} from './catalog/scope-names.ts';
export {
  digestServer,
  type ServerDigest,
  searchableHash,
} from './catalog/server-digest.ts';
export { allSteps, inSlices, stepsInSlices } from './catalog/slices.ts';
export { summarize } from './catalog/summary.ts';
export { deriveCategory, RISKS, riskOf, TOOL_DEFAULTS } from './catalog/tool.ts';
export { definitionFacts } from './catalog/tool-record.ts';
export { countTools, type ToolCount } from './discovery/count-tools.ts';
export { detailInput } from './discovery/detail.ts';
export { discoverInput } from './discovery/discover.ts';
export { FIND_DEFAULTS, findInput, fitSentence } from './discovery/find-tools.ts';
export type { InferredOutput, Learning } from './discovery/learning.ts';
export { liftLearned } from './discovery/lift-learned.ts';
export { rankedSearch, type ToolIndex } from './discovery/ranked-search.ts';
export { searchKey, vectorsKey } from './discovery/search-key.ts';
export { serverInstructions, shortInstructions } from './discovery/server-instructions.ts';
export { availabilityOf, LEVELS, showTool } from './discovery/show-tool.ts';
export { presetTaxonomy, saidByServers, type Taxonomy, taxonomyOf } from './discovery/taxonomy.ts';
export {
  type IndexSnapshots,
  type SearchParts,
  searchParts,
  ToolSearch,
  type ToolSearchOptions,
} from './discovery/tool-search.ts';
export {
  callableTools,
  isCallable,
  servedTools,
  visibleTools,
} from './discovery/visible-tools.ts';
export { BUILT_IN_SERVER } from './engine.ts';
export type { AnswerPart } from './execution/answer-parts.ts';
export type { Approval, ApprovalContext, ApprovalRequest, Approver } from './execution/approver.ts';
export { batchInput } from './execution/batch.ts';
export { callInput } from './execution/call.ts';
export type { CallLimiter, LimitedCall } from './execution/call-limiter.ts';
export type { CallEnded, CallRecord, CallRecorder } from './execution/call-record.ts';
export { handlerError } from './execution/dispatcher.ts';
export { NOT_A_FIELD } from './execution/explain-issues.ts';
export { type Admission, Gate, LOCAL_PRINCIPAL } from './execution/gate.ts';
export { addressOf, originOf } from './execution/gate-errors.ts';
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
export { mayBeMissing, missingServerError } from './execution/missing-server.ts';
export { checkNamedOptions, type OptionCheck } from './execution/named-options.ts';
export { pipeInput } from './execution/pipe.ts';
export { notFound, similarAddresses } from './execution/refusals.ts';
export { thrownText } from './execution/thrown-error.ts';
export { type SyncRules, validateInput, zodRules } from './execution/validate-input.ts';
export { FairCache } from './fair-cache.ts';
export { literalText, propertiesOf } from './levels/properties.ts';
export { noteOf } from './levels/property-note.ts';
export { resolvePointer } from './levels/schema-at.ts';
export { parameterNames } from './levels/signature.ts';
export { takeWithin } from './levels/tokens.ts';
export { commentText, TypeDeclarations } from './levels/type-declarations.ts';
export { tupleIn } from './levels/type-writer.ts';
export { isLoopback } from './loopback.ts';
export { argumentTest } from './policy/argument-conditions.ts';
export { type Decision, Policy, type PolicyCaller, type PolicySubject, type RuleFinding } from './policy/policy.ts';
export { conditionsOf, type PolicyConfig, policyConfig } from './policy/policy-schema.ts';
export { type QuotaConfig, quotaConfig } from './policy/quota-schema.ts';
export { addressPattern, wildcard } from './policy/wildcard.ts';
export { annotate, isUnsent, markUnsent, NATIVE } from './result/result.ts';
export { callText, howToCall, META_WORDS } from './result/words.ts';
export { type ExtraWords, extraWordsByDefinition } from './search/extra-words.ts';
export { searchWords } from './search/search-words.ts';
