// Everything named here is public: adding a name is a promise, removing one is a breaking change.
export { ACCESS_PATTERNS, type AccessPattern, type UsageBatch, type UsageEvent } from './events/usage-event.ts';
export { MemoryStore } from './store/memory/memory-store.ts';
export { openStore } from './store/open-store.ts';
export { postgresStore } from './store/postgres/postgres-store.ts';
export { sqliteStore } from './store/sqlite/sqlite-store.ts';
export { RETENTION, type Retention, type UsageStore } from './store/usage-store.ts';
