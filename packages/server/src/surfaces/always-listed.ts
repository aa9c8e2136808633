import { type CatalogChange, type CatalogReader, estimateTokens, type Tool } from '@foldout/core';
import { callableTools } from '@foldout/core/internal';
import { isAlways } from './marked-tools.ts';
import { perCatalog } from './per-catalog.ts';
import type { ListedTool, SurfaceSettings } from './surface.ts';

/** Always-available tools below this cost are not worth a warning: a `lazy` list has about as many tokens. */
const NOTICEABLE_TOKENS = 500;
/** Warn again when the cost has grown by this factor, not for every tool of a server that starts. */
const GROWN = 1.5;

/** The tools that every surface lists besides its own: those marked `alwaysAvailable`, and those that the option names. */
export class AlwaysListed {
  readonly #isAlways: (tool: Tool) => boolean;
  readonly #listed: (tool: Tool) => ListedTool;
  readonly #listOf: (viewer: { catalog: CatalogReader }) => readonly ListedTool[];
  /** The list as JSON, as of the last `refresh`. */
  #last = '[]';
  #warnedTokens = 0;

  constructor(settings: Pick<SurfaceSettings, 'alwaysAvailable'>, listed: (tool: Tool) => ListedTool) {
    this.#isAlways = isAlways(settings);
    this.#listed = listed;
    this.#listOf = perCatalog((catalog) => this.#toolsIn(catalog).map(listed));
  }

  /**
   * The list of a surface and the always-available tools that it lacks. They come last: a tool that joins later leaves the
   * bytes before it unchanged, and with them the host's prompt cache.
   */
  after(list: readonly ListedTool[], viewer: { catalog: CatalogReader }): readonly ListedTool[] {
    const always = this.#listOf(viewer);
    if (always.length === 0) return list;
    const present = new Set(list.map(({ name }) => name));
    return [...list, ...always.filter(({ name }) => !present.has(name))];
  }

  /** Whether a change of the catalog concerns these tools. */
  isConcernedBy({ upserted, removed }: CatalogChange): boolean {
    return [...upserted, ...removed].some(this.#isAlways);
  }

  /** Compares these tools with those of the last call. `warning`: what they cost, if that is noticeable and new. */
  refresh(catalog: CatalogReader): { readonly changed: boolean; readonly warning?: string | undefined } {
    const before = this.#last;
    this.#last = JSON.stringify(this.#listOf({ catalog }));
    const changed = this.#last !== before;
    return { changed, warning: changed ? this.#costWarning(this.#toolsIn(catalog)) : undefined };
  }

  #costWarning(tools: readonly Tool[]): string | undefined {
    const costs = tools
      .map((tool) => ({ id: tool.id, tokens: estimateTokens(JSON.stringify(this.#listed(tool))) }))
      .sort((a, b) => b.tokens - a.tokens);
    const total = costs.reduce((sum, { tokens }) => sum + tokens, 0);
    const [largest] = costs;
    if (!largest || total < NOTICEABLE_TOKENS || total < this.#warnedTokens * GROWN) return undefined;
    this.#warnedTokens = total;
    const add = costs.length === 1 ? '1 always-available tool adds' : `${costs.length} always-available tools add`;
    return (
      `${add} about ${total.toLocaleString('en-US')} tokens to every tool list (largest: ${largest.id}, ` +
      `${largest.tokens.toLocaleString('en-US')}). Name fewer tools in alwaysAvailable to save them; search finds the others.`
    );
  }

  #toolsIn(catalog: CatalogReader): readonly Tool[] {
    return callableTools(catalog).filter(this.#isAlways);
  }
}
