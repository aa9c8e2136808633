import { BUILT_IN_SERVER, type Engine } from '@foldout/core';
import type { UsageTracker } from './usage-tracker.ts';

/** Tracks every call of an engine's tools, whichever face it came through. Returns what ends it. */
export function trackCalls(engine: Pick<Engine, 'onCall'>, tracker: UsageTracker): () => void {
  return engine.onCall(({ tool, success, code, durationMs, context }) => {
    // What does not exist is not a habit, and its name is the caller's own text.
    if (!tool || tool.server === BUILT_IN_SERVER) return;
    tracker.trackAccess(tool.server, tool.name, {
      session_id: context.sessionId,
      client: context.client?.name,
      success,
      code,
      latencyMs: durationMs,
    });
  });
}

/** Tracks every search, and whether it found something that fits. Returns what ends it. */
export function trackSearches(engine: Pick<Engine, 'onSearch'>, tracker: UsageTracker): () => void {
  return engine.onSearch(({ query, found, confident }) => tracker.trackSearch(query, confident ? found : 0));
}
