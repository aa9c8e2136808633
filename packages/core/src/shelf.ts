import type { CallContext } from './catalog/call-context.ts';
import { Catalog, type CatalogEntry } from './catalog/catalog.ts';
import type { ToolSource } from './catalog/source.ts';
import type { DetailEntry, DetailInput } from './discovery/detail.ts';
import { detail } from './discovery/detail.ts';
import {
  type DiscoverInput,
  type DiscoverResult,
  discover,
  SHELF_KINDS,
  type ShelfKind,
} from './discovery/discover.ts';
import { ToolSearch, type ToolSearchOptions } from './discovery/tool-search.ts';
import { type CallInput, runCall } from './execution/call.ts';
import { Dispatcher, type DispatcherOptions } from './execution/dispatcher.ts';
import { type CommandResult, failure } from './result/result.ts';

type Context = Partial<CallContext>;

/**
 * What can be found and read besides tools: skills, resources and prompts, each with its kind as category. A catalog of its
 * own, so that a search for tools finds only tools. Found, described and called with the same code as tools.
 */
export class Shelf {
  readonly catalog = new Catalog();
  readonly #search: ToolSearch;
  readonly #dispatcher: Dispatcher;

  /** No policy here: it has subjects of its own for prompts and resources, which the source checks. */
  constructor(search: ToolSearchOptions, dispatch: Pick<DispatcherOptions, 'timeoutMs' | 'onError'>) {
    const { loadVectors, embedder } = search;
    this.#search = new ToolSearch(this.catalog, { loadVectors, ...(embedder && { embedder }) });
    this.#dispatcher = new Dispatcher({ catalog: this.catalog, ...dispatch });
  }

  attach(source: ToolSource): void {
    this.catalog.attach(source);
  }

  detach(source: ToolSource): void {
    this.catalog.detach(source);
  }

  entryOf(address: string, { scope }: Context): CatalogEntry | undefined {
    const lookup = this.catalog.view(scope).lookup(address);
    return lookup.found ? lookup.entry : undefined;
  }

  async discover(input: DiscoverInput, { scope, words }: Context): Promise<CommandResult<DiscoverResult>> {
    const { kind, category, ...rest } = input;
    if (category !== undefined) {
      return failure({
        code: 'VALIDATION_ERROR',
        message: `'category' does not apply to kind '${kind}'`,
        suggestion: `Leave 'category' out, or search with words.`,
      });
    }
    const visible = { catalog: this.catalog.view(scope), contextual: false, activeContext: undefined, words };
    return await discover(this.#search, visible, { ...rest, category: kind });
  }

  detail(input: DetailInput, { scope, words }: Context): CommandResult<readonly DetailEntry[]> {
    return detail({ catalog: this.catalog.view(scope), contextual: false, words }, input);
  }

  /** Reads an entry. */
  call(input: CallInput, context: Context, entry: CatalogEntry): Promise<CommandResult> {
    return runCall(this.#dispatcher, input, context, entry);
  }
}

export function isShelfKind(kind: DiscoverInput['kind']): kind is ShelfKind {
  return (SHELF_KINDS as readonly unknown[]).includes(kind);
}
