import { delegatingSurface } from './delegating-surface.ts';
import { repeatingInstructions } from './repeated-line.ts';
import { SURFACES, type ToolStrategy } from './strategies.ts';
import type { ClientSettings, Surface, SurfaceChoice, SurfaceParts, Viewer } from './surface.ts';

export interface StrategyOptions {
  readonly toolStrategy: ToolStrategy;
  /** Prefix of a client's name → its settings. */
  readonly clients?: Readonly<Record<string, ClientSettings>> | undefined;
  /** The surfaces that profiles may name. */
  readonly profileStrategies?: readonly ToolStrategy[] | undefined;
  readonly repeatInstructions?: boolean | undefined;
}

/** The surface of a server: `toolStrategy`, unless the configuration sets another strategy for the client or the profile. */
export function configuredSurface(parts: SurfaceParts, options: StrategyOptions): Surface {
  const surface = chosenSurface(parts, options);
  return options.repeatInstructions ? repeatingInstructions(surface) : surface;
}

function chosenSurface(parts: SurfaceParts, options: StrategyOptions): Surface {
  const { toolStrategy, clients = {}, profileStrategies = [] } = options;
  const ofClients = Object.values(clients).flatMap((settings) => settings.toolStrategy ?? []);
  const strategies = new Set([toolStrategy, ...ofClients, ...profileStrategies]);
  if (strategies.size === 1) return SURFACES[toolStrategy](parts);
  const surfaces = Object.fromEntries([...strategies].map((strategy) => [strategy, SURFACES[strategy](parts)]));
  const usual: SurfaceChoice = { strategy: toolStrategy, reason: 'the option toolStrategy names it' };
  return delegatingSurface({
    surfaces,
    choose: (viewer) => override(viewer) ?? usual,
    // `auto` reports its own choices, with their reasons.
    onChoice: (choice) => {
      if (choice !== usual && choice.strategy !== 'auto') parts.settings.onChoice(choice);
    },
  });
}

/** A profile overrides the settings for the client: its name is in the URL, so it was chosen for this one connection. */
function override({ client, profile, settings }: Viewer): SurfaceChoice | undefined {
  const who = client ? { client: client.name } : {};
  if (profile?.toolStrategy)
    return { strategy: profile.toolStrategy, reason: `the profile ${profile.name} names it`, ...who };
  if (settings?.toolStrategy)
    return { strategy: settings.toolStrategy, reason: 'the configuration names it for this client', ...who };
  return undefined;
}
