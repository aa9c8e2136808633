import { estimateTokens, taxonomyOf } from '@foldout/core';
import { individual } from './individual.ts';
import { instructionsFor } from './instructions.ts';
import { knownClient } from './known-clients.ts';
import { lazy } from './lazy.ts';
import { perCatalog } from './per-catalog.ts';
import type { AutoOptions, Surface, SurfaceChoice, SurfaceFactory, Viewer } from './surface.ts';

/** Up to this size, listing everything costs less than finding it. */
export const AUTO_LIMITS = { tools: 20, tokens: 4_000 } as const;

/** Picks for each client: everything where that is cheap or the client searches by itself, else `lazy`. */
export const auto: SurfaceFactory = (parts) => {
  const surfaces = { individual: individual(parts), lazy: lazy(parts) };
  const { auto: overrides } = parts.settings;
  const limits = { ...AUTO_LIMITS, ...overrides };
  const told = new Set<string>();
  const isSmall = perCatalog((catalog) => {
    const { categories } = taxonomyOf(catalog);
    if ([...categories.values()].reduce((sum, count) => sum + count, 0) > limits.tools) return false;
    const list = surfaces.individual.list({ catalog, announce: () => {} });
    return estimateTokens(JSON.stringify(list)) <= limits.tokens;
  });
  const pick = (viewer: Viewer): Surface => {
    const choice = chooseSurface(viewer, isSmall(viewer), overrides.clients);
    const key = JSON.stringify(choice);
    if (!told.has(key) && told.size < MAX_TOLD) {
      told.add(key);
      parts.settings.onChoice(choice);
    }
    return surfaces[choice.strategy];
  };
  return {
    varies: true,
    list: (viewer) => pick(viewer).list(viewer),
    choice: (viewer) => chooseSurface(viewer, isSmall(viewer), overrides.clients),
    // Written before a legacy client has said who it is: it has to be true whichever list it gets.
    instructions: (viewer) => (isSmall(viewer) ? undefined : instructionsFor(viewer.catalog, HOW_TO)),
  };
};

const HOW_TO = 'Those that are not in the list are found with afd-discover {search} and run with afd-call.';

const MAX_TOLD = 1_000;

export function chooseSurface(
  { client }: Pick<Viewer, 'client'>,
  small: boolean,
  told: AutoOptions['clients'] = {},
): SurfaceChoice & { strategy: 'individual' | 'lazy' } {
  const who = client ? { client: client.name } : {};
  const name = client?.name.toLowerCase() ?? '';
  const [, strategy] = Object.entries(told).find(([start]) => client && name.startsWith(start.toLowerCase())) ?? [];
  if (strategy) return { strategy, reason: 'this server says so', ...who };
  if (small) return { strategy: 'individual', reason: 'the whole list is small', ...who };
  const known = knownClient(client?.name);
  if (known?.ownToolSearch) return { strategy: 'individual', reason: `${known.name} searches tools by itself`, ...who };
  const reason = known ? `${known.name} loads every listed tool` : 'the client is not known to search tools by itself';
  return { strategy: 'lazy', reason, ...who };
}
