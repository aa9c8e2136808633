import type { Engine, FoundTools, Tool } from '@foldout/core';
import { callableTools } from '@foldout/core/internal';
import { dispatcherNames, dispatcherWords } from './by-risk.ts';
import { EnabledTools } from './enabled-tools.ts';
import { instructionsFor } from './instructions.ts';
import { isAlways } from './marked-tools.ts';
import { DYNAMIC_DEFAULTS, nearBest, TokenBudget } from './near-best.ts';
import { INVOKE_BY_RISK, INVOKE_TOOL, proxy, SEARCH_TOOL, type SearchInput, searchAnswer } from './proxy.ts';
import type { ListedTool, SurfaceFactory, Viewer } from './surface.ts';
import { SurfaceTools } from './surface-tools.ts';

const FOLLOWED = 'search_tools finds them from a sentence and adds them to the list.';

/**
 * Lists `search_tools`, the always-available tools, and the tools that searches of this session have added. A request
 * without a session is served like `proxy`: there is no list to add to.
 */
export const dynamic: SurfaceFactory = (parts) => {
  const { engine, meta, listed, idOf, settings } = parts;
  const fallback = proxy(parts);
  const always = isAlways(settings);
  const enabled = new EnabledTools();
  const budget = new TokenBudget(settings.dynamic.tokens ?? DYNAMIC_DEFAULTS.tokens, listed);
  const nameOf = (tool: Tool): string => listed(tool).name;
  /** Input of a search → the found tools that `after` enables, without a second search. */
  const matchesOf = new WeakMap<object, readonly Tool[]>();
  const run = dispatcherWords(meta.mode, INVOKE_TOOL.name, '_');
  const own = new SurfaceTools([
    {
      ...SEARCH_TOOL,
      description: 'Find tools from a sentence. What is found is added to the tool list.',
      answer: (found: FoundTools, input: SearchInput, viewer) => {
        const near = nearBest(found, input.query, (tool) => [tool.name, tool.id, nameOf(tool)]);
        const matches = budget.take(near);
        matchesOf.set(input, matches);
        if (ignoresList(viewer)) return searchAnswer(found, input, { nameOf, words: viewer.words });
        const follows = followsList(viewer);
        const others = follows ? 'Search another one by its exact name to add it' : `Run the others with ${run}`;
        return searchAnswer(found, input, {
          nameOf,
          withParameters: !follows,
          added: { names: matches.map(nameOf), others },
          words: follows ? undefined : viewer.words,
        });
      },
    },
    { ...INVOKE_TOOL, description: 'Run a found tool that is not in the tool list.' },
    ...INVOKE_BY_RISK,
  ]);
  const [searchTool] = own.list(SEARCH_TOOL.name) as [ListedTool];
  const plainSearchTool = { ...searchTool, description: SEARCH_TOOL.description };
  const invokeTools = own.list(...dispatcherNames(meta.mode, INVOKE_TOOL.name, '_'));
  const sessionOf = ({ era, sessionId }: Viewer): string | undefined => (era === 'legacy' ? sessionId : undefined);

  const listOf = (session: string, { catalog }: Viewer): readonly Tool[] =>
    callableTools(catalog).filter((tool) => always(tool) || enabled.has(session, tool.id));

  return {
    varies: true,
    changedBy: ({ upserted, removed }) =>
      [...upserted, ...removed].some((tool) => always(tool) || enabled.hasAnywhere(tool.id)),
    list: (viewer) => {
      const session = sessionOf(viewer);
      if (!session) return fallback.list(viewer);
      const search = ignoresList(viewer) ? plainSearchTool : searchTool;
      const fixed = followsList(viewer) ? [search] : [search, ...invokeTools];
      return [...fixed, ...listOf(session, viewer).map(listed)];
    },
    owns: (name) => fallback.owns?.(name) === true,
    resolve: (name, input, viewer) =>
      (sessionOf(viewer) && own.resolve(name, input, viewer, { idOf })) || fallback.resolve?.(name, input, viewer),
    before: async (viewer) => {
      const session = sessionOf(viewer);
      if (session) await enabled.refresh(session);
    },
    after: async ({ action, byOwnName, input }, _result, viewer) => {
      const session = sessionOf(viewer);
      if (!session) return;
      const called = action.kind === 'call' && byOwnName ? action.entry?.tool : undefined;
      const matches = action.kind === 'search' ? matchesOf.get(input as object) : undefined;
      if (called) enabled.use(session, called.id);
      if (!called && !matches) return;
      // Matches come first: they have the budget before the predicted tools, and of all enabled tools they leave last.
      const tools = budget.take([...(matches ?? []), ...likelyNext(engine, session, viewer)]);
      if (tools.length === 0) return;
      await enabled.refresh(session);
      const before = listOf(session, viewer);
      await enabled.add(
        session,
        tools.map(({ id }) => id),
      );
      if (!ignoresList(viewer) && !sameTools(before, listOf(session, viewer))) viewer.announce();
    },
    share: (sessionId, tools) => enabled.share(sessionId, tools),
    forget: (sessionId) => enabled.forget(sessionId),
    instructions: (viewer) => {
      if (!sessionOf(viewer)) return fallback.instructions?.(viewer);
      const howTo = followsList(viewer) ? FOLLOWED : `Find them with search_tools, run them with ${run}.`;
      return instructionsFor(viewer.catalog, howTo);
    },
  };
};

/** Whether the client reads the list again after `tools/list_changed`. Unknown clients may not. */
function followsList({ facts }: Viewer): boolean {
  return facts?.honorsListChanged === true;
}

/**
 * Whether the client is known to keep its first list. Its model never sees an added tool as such; the list still has it,
 * because a program may connect again or list by itself.
 */
function ignoresList({ facts }: Viewer): boolean {
  return facts?.honorsListChanged === false;
}

/** The tools that this session will likely call next. Listing them now saves the model a search. */
function likelyNext({ learning }: Engine, session: string, { catalog }: Viewer): readonly Tool[] {
  return (learning?.likelyNext(session) ?? []).flatMap((id) => {
    const lookup = catalog.lookup(id);
    return lookup.found ? [lookup.entry.tool] : [];
  });
}

function sameTools(before: readonly Tool[], after: readonly Tool[]): boolean {
  return before.length === after.length && before.every((tool, position) => tool === after[position]);
}
