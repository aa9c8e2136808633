import type { CallContext } from './catalog/call-context.ts';
import { Catalog } from './catalog/catalog.ts';
import { CommandSource } from './catalog/command-source.ts';
import type { ContextDefinition } from './catalog/contexts.ts';
import type { Command } from './catalog/define-command.ts';
import { CommandRegistry } from './catalog/registry.ts';
import type { ToolSource } from './catalog/source.ts';
import { type DetailEntry, type DetailInput, detail } from './discovery/detail.ts';
import { type DiscoverInput, type DiscoverResult, discover } from './discovery/discover.ts';
import { type FindInput, type FindOptions, type FoundTools, findTools } from './discovery/find-tools.ts';
import type { Learning } from './discovery/learning.ts';
import { type SearchMade, SearchWatchers } from './discovery/search-watchers.ts';
import { ToolSearch, type ToolSearchOptions } from './discovery/tool-search.ts';
import type { DiscoveryScope } from './discovery/visible-tools.ts';
import { type BatchInput, type BatchResult, runBatch } from './execution/batch.ts';
import { type CallInput, runCall } from './execution/call.ts';
import { ContextState } from './execution/context-state.ts';
import { type CallEvent, Dispatcher } from './execution/dispatcher.ts';
import type { Middleware } from './execution/middleware/middleware.ts';
import { type PipeInput, type PipeResult, runPipe } from './execution/pipe.ts';
import { ResultPager } from './execution/result-pager.ts';
import { type CommandResult, failure } from './result/result.ts';

export interface EngineOptions {
  /** The name that local commands are addressed under: `name/command`. */
  readonly name: string;
  /** All of these can be called. Without it, those of the registry that expose themselves to MCP. */
  readonly commands?: readonly Command[] | undefined;
  /** May hold more commands than can be called here; those can be described. */
  readonly registry?: CommandRegistry | undefined;
  /** Other places that tools come from. */
  readonly sources?: readonly ToolSource[] | undefined;
  readonly middleware?: readonly Middleware[] | undefined;
  readonly contexts?: readonly ContextDefinition[] | undefined;
  readonly callTimeoutMs?: number | undefined;
  readonly maxResultChars?: number | undefined;
  /** Category → what it is about. Takes part in search. */
  readonly categories?: Readonly<Record<string, string>> | undefined;
  readonly search?: Omit<ToolSearchOptions, 'categoryDescription'> | undefined;
  /** What use has taught, for answers that say what comes next. */
  readonly learning?: Learning | undefined;
}

/** The server half of the address of what the engine itself adds. */
export const BUILT_IN_SERVER = 'afd';

type Given = Partial<CallContext>;

/** The one engine behind every face: it finds tools, shows them and runs them. */
export class Engine {
  readonly name: string;
  readonly catalog = new Catalog();
  readonly registry: CommandRegistry;
  readonly pager: ResultPager;
  readonly contexts: ContextState;
  readonly learning: Learning | undefined;
  readonly #search: ToolSearch;
  readonly #dispatcher: Dispatcher;
  readonly #exposed: Set<string>;
  readonly #builtIn = new CommandRegistry();
  readonly #watchers = new SearchWatchers();

  constructor(options: EngineOptions) {
    this.name = options.name;
    this.learning = options.learning;
    this.registry = options.registry ?? new CommandRegistry();
    for (const command of options.commands ?? []) this.registry.register(command);
    const exposed = options.commands ?? this.registry.listByExposure('mcp');
    this.#exposed = new Set(exposed.map((command) => command.name));
    // A command that was taken away is not exposed again by a later one of its name.
    this.registry.subscribe(({ removed }) => {
      for (const name of removed) this.#exposed.delete(name);
    });
    this.contexts = new ContextState(options.contexts ?? []);
    this.pager = new ResultPager(options.maxResultChars === undefined ? {} : { maxChars: options.maxResultChars });
    this.catalog.attach(new CommandSource(this.name, this.registry, (command) => this.#exposed.has(command.name)));
    this.catalog.attach(new CommandSource(BUILT_IN_SERVER, this.#builtIn));
    for (const command of this.contexts.commands()) this.addBuiltIn(command);
    for (const source of options.sources ?? []) this.catalog.attach(source);
    const { categories = {} } = options;
    this.#search = new ToolSearch(this.catalog, {
      ...options.search,
      categoryDescription: (category) => (Object.hasOwn(categories, category) ? categories[category] : undefined),
    });
    this.#dispatcher = new Dispatcher({
      catalog: this.catalog,
      middleware: options.middleware ?? [],
      contextual: this.contexts.configured,
      ...(options.callTimeoutMs !== undefined && { timeoutMs: options.callTimeoutMs }),
    });
  }

  /** Adds a command that can be called, or a new version of one, while running. */
  expose(command: Command): void {
    this.#exposed.add(command.name);
    this.registry.replace(command);
  }

  /** Adds a command of the engine's own: kept apart from the author's, and there whatever a caller's scope. */
  addBuiltIn(command: Command): void {
    this.#builtIn.register(command);
  }

  async discover(input: DiscoverInput = {}, given: Given = {}): Promise<CommandResult<DiscoverResult>> {
    const active = this.contexts.active(given, input.context);
    if (active.error) return failure(active.error);
    return discover(this.#search, this.#scopeOf(given, active.name), input, (found) =>
      this.#watchers.tell(input.search ?? '', found, given),
    );
  }

  /** Finds tools from a plain sentence and shows them at the level asked for, within a budget of tokens. */
  search(query: string, options: FindOptions = {}, given: Given = {}): Promise<FoundTools> {
    return this.find({ ...options, query }, given);
  }

  /** `search`, with the query among the options: the engine behind every search. */
  async find(input: FindInput, given: Given = {}): Promise<FoundTools> {
    const found = await findTools(this.#search, this.#scopeOf(given, this.contexts.active(given).name), input);
    if (!input.quiet) this.#watchers.tell(input.query, found, given);
    return found;
  }

  detail(input: DetailInput, given: Given = {}): CommandResult<readonly DetailEntry[]> {
    return detail(this.catalog.view(given.scope), input);
  }

  async call(input: CallInput, given: Given = {}): Promise<CommandResult> {
    const active = this.contexts.active(given, input.context);
    if (active.error) return failure(active.error);
    return runCall(this.#dispatcher, input, withContext(given, active.name));
  }

  async batch(input: BatchInput, given: Given = {}): Promise<CommandResult<BatchResult>> {
    const active = this.contexts.active(given, input.context);
    if (active.error) return failure(active.error);
    return runBatch(this.#dispatcher, input, withContext(given, active.name));
  }

  async pipe(input: PipeInput, given: Given = {}): Promise<CommandResult<PipeResult>> {
    const active = this.contexts.active(given, input.context);
    if (active.error) return failure(active.error);
    return runPipe(this.#dispatcher, input, withContext(given, active.name));
  }

  more(input: { cursor: string }): CommandResult {
    return this.pager.more(input.cursor);
  }

  /** Told after every call of a command, also inside a batch or a pipe. */
  onCall(listener: (event: CallEvent) => void): () => void {
    return this.#dispatcher.onCall(listener);
  }

  /** Told after every search that a caller made. */
  onSearch(listener: (search: SearchMade) => void): () => void {
    return this.#watchers.add(listener);
  }

  #scopeOf({ scope }: Given, activeContext: string | undefined): DiscoveryScope {
    const { learning } = this;
    return { catalog: this.catalog.view(scope), contextual: this.contexts.configured, activeContext, learning };
  }
}

function withContext(given: Given, activeContext: string | undefined): Given {
  return activeContext === undefined ? given : { ...given, activeContext };
}
