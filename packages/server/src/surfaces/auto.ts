import { estimateTokens } from '@foldout/core';
import { missingSources, taxonomyOf } from '@foldout/core/internal';
import { AUTO_LIMITS, chooseSurface, type ListSize } from './choose-surface.ts';
import { delegatingSurface } from './delegating-surface.ts';
import { individual } from './individual.ts';
import { wholeListInstructions, withWordsOfServers } from './instructions.ts';
import { lazy } from './lazy.ts';
import { perCatalog } from './per-catalog.ts';
import type { AutoOptions, SurfaceChoice, SurfaceFactory, Viewer } from './surface.ts';

/** Picks a surface per client, by what the list would cost in that client: see `chooseSurface`. */
export const auto: SurfaceFactory = (parts) => {
  const surfaces = { individual: individual(parts), lazy: lazy(parts) };
  const { auto: options, onChoice } = parts.settings;
  const limits = { ...AUTO_LIMITS, ...options };
  const countOf = perCatalog((catalog) => [...taxonomyOf(catalog).categories.values()].reduce((a, b) => a + b, 0));
  const tokensOf = perCatalog((catalog) => {
    return estimateTokens(JSON.stringify(surfaces.individual.list({ catalog, announce: () => {} })));
  });
  const sizeOf = (viewer: Viewer): ListSize => ({
    missing: missingSources(viewer.catalog).length,
    tools: countOf(viewer),
    tokens: () => tokensOf(viewer),
  });
  /** A gateway counts its tools before it reads them. Until then, the tokens of a few tools are not known. */
  const isFinal = ({ catalog }: Viewer, { missing, tools }: ListSize): boolean =>
    missing > 0 || tools > limits.tools || tools === 0 || catalog.entries().length > 0;
  /** Session → its surface. A client may keep its first list, so a connection keeps its first surface. */
  const bySession = new Map<string, SurfaceChoice>();
  const choose = (viewer: Viewer): SurfaceChoice => {
    const { client, title, facts, settings, sessionId } = viewer;
    const kept = sessionId === undefined ? undefined : bySession.get(sessionId);
    if (kept) return kept;
    const size = sizeOf(viewer);
    const choice = {
      ...(overriding(client?.name, options.clients) ??
        chooseSurface({ title, facts, defersTools: settings?.defersTools }, size, limits)),
      ...(client && { client: client.name }),
    };
    // Before `initialize`, the name of the client is not known and the choice is preliminary.
    if (sessionId !== undefined && client && isFinal(viewer, size)) bySession.set(sessionId, choice);
    return choice;
  };
  const surface = delegatingSurface({ surfaces, choose, onChoice, forget: (sessionId) => bySession.delete(sessionId) });
  return {
    ...surface,
    varies: true,
    // Some clients that defer tools show their model nothing of a server but its instructions.
    instructions: (viewer) => {
      if (choose(viewer).strategy === 'lazy') return surfaces.lazy.instructions?.(viewer);
      return countOf(viewer) > limits.tools
        ? wholeListInstructions(viewer.catalog)
        : withWordsOfServers(viewer.catalog, '') || undefined;
    },
  };
};

/** The strategy that the option `auto.clients` names for this client. */
function overriding(name: string | undefined, clients: AutoOptions['clients'] = {}): SurfaceChoice | undefined {
  const reported = name?.toLowerCase();
  const found = Object.entries(clients).find(([start]) => reported?.startsWith(start.toLowerCase()));
  return found && { strategy: found[1], reason: 'the option auto.clients names this client' };
}
