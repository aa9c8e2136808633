export { Catalog } from './catalog/catalog.ts';
export { CommandSource } from './catalog/command-source.ts';
export { defineCommand } from './catalog/define-command.ts';
export { CommandRegistry } from './catalog/registry.ts';
export { failure, success } from './result/result.ts';
export { type Embedder, embedderFrom } from './search/meaning/embedder.ts';
export { VectorTable } from './search/meaning/vector-table.ts';
export { type ModelSearchOptions, SearchEngine } from './search/search-engine.ts';
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
