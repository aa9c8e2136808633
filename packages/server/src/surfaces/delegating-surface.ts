import type { Surface, SurfaceChoice, Viewer } from './surface.ts';

export interface Delegation {
  /** Strategy → its surface: every surface that `choose` may name. */
  readonly surfaces: Readonly<Record<string, Surface>>;
  choose(viewer: Viewer): SurfaceChoice;
  /** Receives each distinct choice once. */
  readonly onChoice?: (choice: SurfaceChoice) => void;
  readonly forget?: (sessionId: string) => void;
}

const MAX_REPORTED = 1_000;

/**
 * A surface that passes every request on to the surface that is chosen for its viewer. `Required`: a new member of
 * `Surface` has to be passed on too.
 */
export function delegatingSurface({ surfaces, choose, onChoice, forget }: Delegation): Required<Surface> {
  const all = Object.values(surfaces);
  const reported = new Set<string>();
  const surfaceOf = (viewer: Viewer): Surface => {
    const { strategy } = choose(viewer);
    const surface = surfaces[strategy];
    if (!surface) throw new Error(`There is no surface '${strategy}' here`);
    return surface;
  };
  const report = (viewer: Viewer): void => {
    if (!onChoice) return;
    const choice = choose(viewer);
    const key = JSON.stringify(choice);
    if (reported.has(key) || reported.size >= MAX_REPORTED) return;
    reported.add(key);
    onChoice(choice);
  };
  return {
    varies: all.some(({ varies }) => varies),
    variesFor: (viewer) => {
      const surface = surfaceOf(viewer);
      return surface.variesFor?.(viewer) ?? surface.varies;
    },
    changedBy: (change) => all.some((surface) => surface.changedBy?.(change) ?? surface.varies),
    list: (viewer) => {
      report(viewer);
      return surfaceOf(viewer).list(viewer);
    },
    owns: (name) => all.some((surface) => surface.owns?.(name) === true),
    resolve: (name, input, viewer) => surfaceOf(viewer).resolve?.(name, input, viewer),
    before: async (viewer) => surfaceOf(viewer).before?.(viewer),
    after: (resolved, result, viewer) => surfaceOf(viewer).after?.(resolved, result, viewer),
    instructions: (viewer) => surfaceOf(viewer).instructions?.(viewer),
    choice: (viewer) => surfaceOf(viewer).choice?.(viewer) ?? choose(viewer),
    share: (sessionId, tools) => {
      for (const surface of all) surface.share?.(sessionId, tools);
    },
    forget: (sessionId) => {
      forget?.(sessionId);
      for (const surface of all) surface.forget?.(sessionId);
    },
  };
}
