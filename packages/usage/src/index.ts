// Everything named here is public: adding a name is a promise, removing one is a breaking change.
export type { CacheStats } from './cache/cache-stats.ts';
export {
  CACHE_DEFAULTS,
  type CacheConfig,
  type DetailLevel,
  DiscoveryCacheManager,
  type Predictor,
  type ToolDescription,
  type ToolName,
} from './cache/discovery-cache-manager.ts';
export {
  ACCESS_PATTERNS,
  type AccessPattern,
  type LedgerEntry,
  type SearchEvent,
  toolKey,
  type UsageBatch,
  type UsageEvent,
} from './events/usage-event.ts';
export { HABITS_DEFAULTS, Habits, type HabitsOptions, nextHint, relatedTools } from './learning/habits.ts';
export { type LearnedPrior, PRIOR_DEFAULTS, type UsagePriorOptions, usagePrior } from './learning/usage-prior.ts';
export { type OpenUsageOptions, openUsage, type Usage } from './open-usage.ts';
export { type CallFigures, type TokenFigures, type ToolGraph, UsageReports } from './reports/usage-reports.ts';
export { MemoryStore, type MemoryStoreOptions } from './store/memory/memory-store.ts';
export { type OpenStoreOptions, openStore } from './store/open-store.ts';
export { type PostgresStoreOptions, postgresStore } from './store/postgres/postgres-store.ts';
export type { CoOccurrencePattern, ToolPrediction } from './store/predictions.ts';
export { SQLITE_DEFAULTS, type SqliteStoreOptions, sqliteStore } from './store/sqlite/sqlite-store.ts';
export { BUCKETS, type BucketSize, type TimeRange } from './store/time-buckets.ts';
export { RETENTION, type Retention, type UsageStore } from './store/usage-store.ts';
export { type Countable, TokenLedger, type TokenLedgerOptions } from './tracking/token-ledger.ts';
export { trackCalls, trackSearches } from './tracking/track-calls.ts';
export { type TokenSource, trackTokens } from './tracking/track-tokens.ts';
export {
  type PopularToolStats,
  TRACKER_DEFAULTS,
  type UsageContext,
  UsageTracker,
  type UsageTrackerOptions,
} from './tracking/usage-tracker.ts';
