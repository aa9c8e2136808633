// What the other packages of this repository share. Not public: any release may change it.
export type { Predictor } from './cache/discovery-cache-manager.ts';
export { ACCESS_PATTERNS, toolKey } from './events/usage-event.ts';
export type { LearnedPrior } from './learning/usage-prior.ts';
export { SQLITE_DEFAULTS } from './store/sqlite/sqlite-store.ts';
export { BUCKETS } from './store/time-buckets.ts';
export { RETENTION } from './store/usage-store.ts';
export { type Countable, TokenLedger, type TokenLedgerOptions } from './tracking/token-ledger.ts';
export { trackCalls, trackSearches } from './tracking/track-calls.ts';
export { type TokenSource, trackTokens } from './tracking/track-tokens.ts';
