// The public API: removing an export is a breaking change.
export type { CacheStats } from './cache/cache-stats.ts';
export {
  CACHE_DEFAULTS,
  type CacheConfig,
  type CachedDefinition,
  type DetailLevel,
  DiscoveryCacheManager,
  type ToolDescription,
  type ToolName,
} from './cache/discovery-cache-manager.ts';
export type { AccessPattern, LedgerEntry, SearchEvent, UsageBatch, UsageEvent } from './events/usage-event.ts';
export { HABITS_DEFAULTS, Habits, type HabitsOptions } from './learning/habits.ts';
export { PRIOR_DEFAULTS, type UsagePriorOptions, usagePrior } from './learning/usage-prior.ts';
export { type OpenUsageOptions, openUsage, type Usage } from './open-usage.ts';
export { type CallFigures, type TokenFigures, type ToolGraph, UsageReports } from './reports/usage-reports.ts';
export { type OpenStoreOptions, openStore } from './store/open-store.ts';
export { type PostgresStoreOptions, postgresStore } from './store/postgres/postgres-store.ts';
export type { CoOccurrencePattern, ToolPrediction } from './store/predictions.ts';
export {
  MemoryStore,
  type MemoryStoreOptions,
  type SqliteStoreOptions,
  sqliteStore,
} from './store/sqlite/sqlite-store.ts';
export type { BucketSize, TimeRange } from './store/time-buckets.ts';
export type { Retention, UsageStore } from './store/usage-store.ts';
export {
  type PopularToolStats,
  TRACKER_DEFAULTS,
  type UsageContext,
  UsageTracker,
  type UsageTrackerOptions,
} from './tracking/usage-tracker.ts';
