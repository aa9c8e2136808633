import type { CatalogChange, Tool } from '@foldout/core';
import { servedTools } from '@foldout/core/internal';
import { perCatalog } from './per-catalog.ts';
import type { ListedTool, Viewer } from './surface.ts';

/**
 * The tools of MCP Apps. A host reads from their definitions which page to show, and which tools the page may call, so it
 * needs them in its list, also where a surface hides tools.
 */
export class AppTools {
  readonly #listOf: (viewer: Pick<Viewer, 'catalog'>) => readonly ListedTool[];

  constructor(listed: (tool: Tool) => ListedTool) {
    this.#listOf = perCatalog((catalog) => servedTools(catalog).filter(isOfApp).map(listed));
  }

  /** The list of a surface and, for a host that shows apps, the tools of apps that it lacks. */
  after(list: readonly ListedTool[], viewer: Viewer): readonly ListedTool[] {
    const ofApps = viewer.showsApps ? this.#listOf(viewer) : [];
    if (ofApps.length === 0) return list;
    const present = new Set(list.map(({ name }) => name));
    return [...list, ...ofApps.filter(({ name }) => !present.has(name))];
  }

  /** Whether a change of the catalog concerns these tools. */
  isConcernedBy({ upserted, removed }: CatalogChange): boolean {
    return [...upserted, ...removed].some(isOfApp);
  }
}

function isOfApp({ app }: Tool): boolean {
  return app !== undefined;
}
