import type { Engine } from '@foldout/core';
import { BUILT_IN_SERVER } from '@foldout/core/internal';
import type { UsageTracker } from './usage-tracker.ts';

/** Tracks every call of an engine's tools, from any entry point. Returns a function that stops it. */
export function trackCalls(engine: Pick<Engine, 'onCall'>, tracker: UsageTracker): () => void {
  return engine.onCall(({ tool, success, code, durationMs, context }) => {
    // Skips unknown tools: their names are free text from the caller.
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

/** Tracks every search, and whether it found a fitting tool. Returns a function that stops it. */
export function trackSearches(engine: Pick<Engine, 'onSearch'>, tracker: UsageTracker): () => void {
  return engine.onSearch(({ query, found, confident }) => tracker.trackSearch(query, confident ? found : 0));
}
