import type { Engine, Tool } from '@foldout/core';
import { LRUCache } from 'lru-cache';
import { callableTools } from './callable-tools.ts';
import { instructionsFor } from './instructions.ts';
import { isAlways } from './marked-tools.ts';
import { OwnTools } from './own-tools.ts';
import { proxy, searchInput, searchTools } from './proxy.ts';
import type { ListedTool, SurfaceFactory, Viewer } from './surface.ts';

/** How many matches of one search are enabled, and how many a session may hold in all. */
export const DYNAMIC_LIMITS = { perSearch: 20, perSession: 60, sessions: 1_000 } as const;

const HOW_TO = 'search_tools finds them from a sentence and adds them to the list.';

/**
 * Lists `search_tools`, the always-available tools, and what this session's searches have enabled.
 * Only a session can have a list of its own: a request without one is answered as `proxy` does.
 */
export const dynamic: SurfaceFactory = (parts) => {
  const { engine, listed } = parts;
  const fallback = proxy(parts);
  const always = isAlways(parts.settings);
  const enabled = new LRUCache<string, LRUCache<string, true>>({ max: DYNAMIC_LIMITS.sessions });
  const own = new OwnTools([
    {
      name: 'search_tools',
      description: 'Find tools from a sentence. What is found is added to the tool list.',
      input: searchInput,
      risk: 'read',
      run: (input: { query: string; limit?: number }, context) => searchTools(engine, input, context),
    },
  ]);
  const [searchTool] = own.list('search_tools') as [ListedTool];
  const sessionOf = ({ era, sessionId }: Viewer): string | undefined => (era === 'legacy' ? sessionId : undefined);

  const search = async (input: unknown, context: Parameters<typeof own.call>[2], session: string, viewer: Viewer) => {
    const { query } = input as { query?: unknown };
    const result = await own.call('search_tools', input, context);
    if (!result.success || typeof query !== 'string') return result;
    const matches = await bestMatches(engine, query, context);
    // What was searched for comes first: of all that is enabled, it leaves last.
    if (enable(enabled, session, [...matches, ...likelyNext(engine, session, viewer)])) viewer.announce();
    return result;
  };

  return {
    varies: true,
    list: (viewer) => {
      const session = sessionOf(viewer);
      if (!session) return fallback.list(viewer);
      const on = enabled.get(session);
      const tools = callableTools(viewer.catalog).filter((tool) => always(tool) || on?.has(tool.id));
      return [searchTool, ...tools.map(listed)];
    },
    owns: (name) => fallback.owns?.(name) === true,
    call: (name, input, context, viewer) => {
      const session = sessionOf(viewer);
      if (name === 'search_tools' && session) return search(input, context, session, viewer);
      return fallback.call?.(name, input, context, viewer);
    },
    used: (toolId, viewer) => {
      const session = sessionOf(viewer);
      if (!session) return;
      // Reading an entry makes it the most recently used: what is called stays longest.
      enabled.get(session)?.get(toolId);
      const likely = likelyNext(engine, session, viewer);
      if (likely.length > 0 && enable(enabled, session, likely)) viewer.announce();
    },
    forget: (sessionId) => {
      enabled.delete(sessionId);
    },
    instructions: (viewer) =>
      sessionOf(viewer) ? instructionsFor(viewer.catalog, HOW_TO) : fallback.instructions?.(viewer),
  };
};

async function bestMatches(engine: Engine, query: string, context: object): Promise<readonly Tool[]> {
  // The reply is cut to a budget; what is enabled is not part of it.
  const { hits, confident } = await engine.find(
    { query, limit: DYNAMIC_LIMITS.perSearch, maxTokens: Number.MAX_SAFE_INTEGER, quiet: true },
    context,
  );
  return confident ? hits.map(({ tool }) => tool) : [];
}

/** What this session will likely use next, so that it need not be searched for. */
function likelyNext({ learning }: Engine, session: string, { catalog }: Viewer): readonly Tool[] {
  return (learning?.likelyNext(session) ?? []).flatMap((id) => {
    const lookup = catalog.lookup(id);
    return lookup.found ? [lookup.entry.tool] : [];
  });
}

/** Adds tools to a session, the best last so that it leaves last. Returns whether the list changed. */
function enable(enabled: LRUCache<string, LRUCache<string, true>>, session: string, matches: readonly Tool[]): boolean {
  const on = enabled.get(session) ?? new LRUCache<string, true>({ max: DYNAMIC_LIMITS.perSession });
  enabled.set(session, on);
  const before = [...on.keys()].sort().join();
  for (const tool of matches.toReversed()) on.set(tool.id, true);
  return [...on.keys()].sort().join() !== before;
}
