import type { Engine } from '@foldout/core';
import { Habits, type HabitsOptions } from './learning/habits.ts';
import { type LearnedPrior, type UsagePriorOptions, usagePrior } from './learning/usage-prior.ts';
import { UsageReports } from './reports/usage-reports.ts';
import { openStore } from './store/open-store.ts';
import type { Retention } from './store/usage-store.ts';
import { TokenLedger, type TokenLedgerOptions } from './tracking/token-ledger.ts';
import { trackCalls, trackReads, trackSearches } from './tracking/track-calls.ts';
import { type TokenSource, trackTokens } from './tracking/track-tokens.ts';
import { UsageTracker, type UsageTrackerOptions } from './tracking/usage-tracker.ts';

export interface OpenUsageOptions extends Omit<UsageTrackerOptions, 'store'> {
  readonly retention?: Partial<Retention>;
  readonly habits?: HabitsOptions;
  readonly prior?: UsagePriorOptions;
  readonly ledger?: TokenLedgerOptions;
}

/** Usage tracking, predictions and reports over one store. */
export interface Usage extends AsyncDisposable {
  readonly tracker: UsageTracker;
  /** For the engine option `learning`, and as the predictor of `DiscoveryCacheManager`. */
  readonly habits: Habits;
  /** For the engine option `search.prior`. */
  readonly prior: LearnedPrior;
  readonly ledger: TokenLedger;
  readonly reports: UsageReports;
  /** Tracks an engine's calls, searches and reads of definitions. Returns a function that stops it. */
  track(engine: Pick<Engine, 'onCall' | 'onSearch' | 'onRead'>): () => void;
  /** Counts the tokens of a server's tool lists and discovery answers. Returns a function that stops it. */
  account(server: TokenSource): () => void;
  /** Writes queued events and closes the store. */
  close(): Promise<void>;
}

/** Opens usage tracking. `place` is `memory`, a PostgreSQL URL, or the path of a SQLite file. Never throws, never blocks. */
export function openUsage(place: string, options: OpenUsageOptions = {}): Usage {
  const { retention = {}, warn = (message: string) => console.error(`foldout: ${message}`) } = options;
  const onMoved = (to: string) =>
    warn(`the usage file was corrupt; it was renamed to '${to}' and a new file was created`);
  const tracker = new UsageTracker({ ...options, warn, store: openStore(place, { retention, onMoved }) });
  const habits = new Habits(tracker, options.habits);
  const prior = usagePrior(tracker, options.prior);
  const ledger = new TokenLedger(tracker, options.ledger);
  const close = async (): Promise<void> => {
    habits[Symbol.dispose]();
    prior[Symbol.dispose]();
    await ledger.settled();
    await tracker.close();
  };
  return {
    tracker,
    habits,
    prior,
    ledger,
    reports: new UsageReports(tracker.store),
    track: (engine) => {
      const unsubscribes = [trackCalls(engine, tracker), trackSearches(engine, tracker), trackReads(engine, tracker)];
      return () => {
        for (const unsubscribe of unsubscribes) unsubscribe();
      };
    },
    account: (server) => trackTokens(server, ledger),
    close,
    [Symbol.asyncDispose]: close,
  };
}
