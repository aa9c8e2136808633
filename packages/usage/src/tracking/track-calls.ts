import type { Engine, Tool } from '@foldout/core';
import { BUILT_IN_SERVER } from '@foldout/core/internal';
import type { UsageTracker } from './usage-tracker.ts';

/** Tracks every call of an engine's tools, from any entry point. Returns a function that stops it. */
export function trackCalls(engine: Pick<Engine, 'onCall'>, tracker: UsageTracker): () => void {
  return engine.onCall(({ tool, success, code, durationMs, context }) => {
    // Skips unknown tools: their names are free text from the caller.
    if (!tool || isBuiltIn(tool)) return;
    tracker.trackAccess(tool.server, tool.name, {
      session_id: context.sessionId,
      client: context.client?.name,
      success,
      code,
      latencyMs: durationMs,
    });
  });
}

/** At most this many tools of one search are recorded: nobody reads the list of a whole catalog. */
const SHOWN = 20;

/** Tracks every search: whether it found a fitting tool, and the tools that it showed. Returns a function that stops it. */
export function trackSearches(engine: Pick<Engine, 'onSearch'>, tracker: UsageTracker): () => void {
  return engine.onSearch(({ query, found, confident, shown, level = 'summary', caller }) => {
    tracker.trackSearch(query, confident ? found : 0);
    for (const tool of shown.slice(0, SHOWN)) {
      if (isBuiltIn(tool)) continue;
      tracker.trackAccess(tool.server, tool.name, {
        session_id: caller.sessionId,
        client: caller.client?.name,
        access_pattern: 'search',
        detail_level: level,
      });
    }
  });
}

/** Tracks every definition that is read. Returns a function that stops it. */
export function trackReads(engine: Pick<Engine, 'onRead'>, tracker: UsageTracker): () => void {
  return engine.onRead(({ tools, tokens, caller }) => {
    for (const tool of tools) {
      if (isBuiltIn(tool)) continue;
      tracker.trackAccess(tool.server, tool.name, {
        session_id: caller.sessionId,
        client: caller.client?.name,
        access_pattern: 'detail',
        detail_level: 'full',
        tokens: tokens / tools.length,
      });
    }
  });
}

function isBuiltIn({ server }: Tool): boolean {
  return server === BUILT_IN_SERVER;
}
