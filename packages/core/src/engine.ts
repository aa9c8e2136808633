import { type Action, queryOf, toolsNamedIn } from './action.ts';
import { type CallContext, createCallContext } from './catalog/call-context.ts';
import { Catalog, type CatalogEntry } from './catalog/catalog.ts';
import { CommandSource } from './catalog/command-source.ts';
import type { Command } from './catalog/define-command.ts';
import { CommandRegistry } from './catalog/registry.ts';
import { refuseReservedName } from './catalog/reserved-name.ts';
import type { Tool } from './catalog/tool.ts';
import type { CodeOutcome, CodeRunner } from './code-runner.ts';
import { SourceWaits } from './discovery/await-sources.ts';
import { type DetailEntry, type DetailInput, detail } from './discovery/detail.ts';
import { type DiscoverInput, type DiscoverResult, discover } from './discovery/discover.ts';
import { type FindInput, type FindOptions, type FoundTools, findTools } from './discovery/find-tools.ts';
import type { Learning } from './discovery/learning.ts';
import { type ListInput, listTools } from './discovery/list-tools.ts';
import { missingNotes, withNotes } from './discovery/missing-notes.ts';
import { ofKind } from './discovery/of-kind.ts';
import { callerOf, type DefinitionsRead, Listeners, type SearchMade } from './discovery/search-listeners.ts';
import { taxonomyOf } from './discovery/taxonomy.ts';
import { ToldInstructions } from './discovery/told-instructions.ts';
import { type SearchParts, ToolSearch } from './discovery/tool-search.ts';
import type { DiscoveryScope } from './discovery/visible-tools.ts';
import type { EngineOptions } from './engine-options.ts';
import { withActive, withinRisk } from './execution/action-context.ts';
import { type BatchInput, type BatchResult, runBatch } from './execution/batch.ts';
import { type CallInput, runCall } from './execution/call.ts';
import { ContextState } from './execution/context-state.ts';
import { type CallEvent, Dispatcher } from './execution/dispatcher.ts';
import { type PipeInput, type PipeResult, runPipe } from './execution/pipe.ts';
import { ResultPager } from './execution/result-pager.ts';
import { estimateTokens } from './levels/tokens.ts';
import { type CommandResult, failure, success } from './result/result.ts';
import { isShelfKind, Shelf } from './shelf.ts';

/** The server part of the address of built-in commands. `afd` stands for agent-first development. */
export const BUILT_IN_SERVER = 'afd';

/** The meta-tool that returns the next part of a result that was cut. */
const MORE_COMMAND = 'afd-more';

type Context = Partial<CallContext>;
type CodeAction = Extract<Action, { kind: 'code' }>;

/** Finds tools, shows them and runs them; MCP, the CLI, the dashboard and `DirectClient` all use it. */
export class Engine {
  readonly name: string;
  readonly catalog = new Catalog();
  readonly registry: CommandRegistry;
  readonly pager: ResultPager;
  readonly contexts: ContextState;
  readonly learning: Learning | undefined;
  /** Skills, resources and prompts. */
  readonly shelf: Shelf;
  readonly #search: ToolSearch;
  readonly #dispatcher: Dispatcher;
  readonly #exposed: Set<string>;
  readonly #builtIn = new CommandRegistry();
  readonly #searches = new Listeners<SearchMade>();
  readonly #reads = new Listeners<DefinitionsRead>();
  readonly #waits = new SourceWaits(this.catalog);
  readonly #told = new ToldInstructions();
  readonly #runCode: CodeRunner | undefined;

  constructor(options: EngineOptions) {
    this.name = options.name;
    this.learning = options.learning;
    this.#runCode = options.runCode;
    this.registry = options.registry ?? new CommandRegistry();
    for (const command of options.commands ?? []) this.registry.register(command);
    const exposed = options.commands ?? this.registry.listByExposure('mcp');
    this.#exposed = new Set(exposed.map((command) => command.name));
    // A removed command loses its exposure: a later command of the same name does not inherit it.
    this.registry.subscribe(({ removed }) => {
      for (const name of removed) this.#exposed.delete(name);
    });
    this.contexts = new ContextState(options.contexts ?? []);
    this.registry.require(refuseReservedName);
    this.registry.require((command) => this.contexts.check(command));
    this.pager = new ResultPager(options.maxResultChars === undefined ? {} : { maxChars: options.maxResultChars });
    this.catalog.attach(
      new CommandSource(this.name, this.registry, (command) => this.#exposed.has(command.name), options.outputCheck),
    );
    this.catalog.attach(new CommandSource(BUILT_IN_SERVER, this.#builtIn));
    for (const command of this.contexts.commands()) this.addBuiltIn(command);
    for (const source of options.sources ?? []) this.catalog.attach(source);
    const { categories = {} } = options;
    this.#search = new ToolSearch(this.catalog, {
      ...options.search,
      categoryDescription: (category) => (Object.hasOwn(categories, category) ? categories[category] : undefined),
    });
    const { onError, callTimeoutMs: timeoutMs } = options;
    const dispatch = { onError, ...(timeoutMs !== undefined && { timeoutMs }) };
    this.#dispatcher = new Dispatcher({
      catalog: this.catalog,
      middleware: options.middleware ?? [],
      contextual: this.contexts.configured,
      gate: options.gate,
      ...dispatch,
    });
    this.shelf = new Shelf(options.search ?? {}, dispatch);
  }

  /** Adds or replaces a callable command while running. */
  expose(command: Command): void {
    // The registry's listeners ask for the exposure, so it is set before the command is added.
    const wasExposed = this.#exposed.has(command?.name);
    this.#exposed.add(command?.name);
    try {
      this.registry.replace(command);
    } catch (error) {
      if (!wasExposed) this.#exposed.delete(command?.name);
      throw error;
    }
  }

  /** Adds a built-in command: not in the author's registry, and callable from every scope. */
  addBuiltIn(command: Command): void {
    this.#builtIn.register(command);
  }

  /**
   * Runs an action, which a surface parsed from a request. Waits within a bound for servers that are starting, if the
   * action may need their tools.
   */
  run(action: Action, context: Context = {}): Promise<CommandResult> | CommandResult {
    const waiting = this.#waits.before(toolsNamedIn(action), context);
    return waiting ? waiting.then(() => this.#runNoted(action, context)) : this.#runNoted(action, context);
  }

  /** Waits within a bound for the servers that may have a tool of this name. */
  async awaitTool(name: string, context: Context = {}): Promise<void> {
    await this.#waits.before([name], context);
  }

  #runNoted(action: Action, context: Context): Promise<CommandResult> | CommandResult {
    const query = queryOf(action);
    const notes = query === undefined ? [] : missingNotes(query, this.catalog.view(context.scope));
    const result = this.#runNow(action, context);
    if (notes.length === 0) return result;
    return result instanceof Promise ? result.then((listing) => withNotes(listing, notes)) : withNotes(result, notes);
  }

  #runNow(action: Action, context: Context): Promise<CommandResult> | CommandResult {
    switch (action.kind) {
      case 'call': {
        const { input, maxRisk, entry } = action;
        // `afd-more` is listed nowhere, and hosts call only listed tools: every tool that runs commands accepts its name.
        if (input.command === MORE_COMMAND)
          return this.more({ cursor: String(input.input?.['cursor'] ?? '') }, context);
        return this.call(input, withinRisk(context, maxRisk), entry);
      }
      case 'batch':
        return this.batch(action.input, withinRisk(context, action.maxRisk));
      case 'pipe':
        return this.pipe(action.input, withinRisk(context, action.maxRisk));
      case 'code':
        return this.#script(action, withinRisk(context, action.maxRisk));
      case 'more':
        return this.more(action, context);
      case 'discover':
        return this.discover(action.input, context);
      case 'search':
        return this.find(action.input, context).then((found) => success(found));
      case 'list':
        return success(this.list(action.input, context));
      case 'categories':
        return success(taxonomyOf(this.catalog.view(context.scope)).categories);
      case 'detail':
        return this.detail(action.input, context);
      case 'refuse':
        return failure(action.error);
    }
  }

  async discover(input: DiscoverInput = {}, context: Context = {}): Promise<CommandResult<DiscoverResult>> {
    if (isShelfKind(input.kind)) return this.shelf.discover(input, context);
    const active = this.contexts.active(context, input.context);
    if (active.error) return failure(active.error);
    const scope = this.#discoveryScope(
      { ...context, scope: ofKind(input.kind, context.scope, this.catalog) },
      active.name,
    );
    return await discover(this.#search, scope, input, (found) =>
      this.#searches.emit(() => ({ ...found, query: input.search ?? '', caller: callerOf(context) })),
    );
  }

  /** Finds tools from a plain sentence and shows them at the requested level, within a token budget. */
  search(query: string, options: FindOptions = {}, context: Context = {}): Promise<FoundTools> {
    return this.find({ ...options, query }, context);
  }

  async find(input: FindInput, context: Context = {}): Promise<FoundTools> {
    const scope = this.#discoveryScope(context, this.contexts.active(context).name);
    const found = await findTools(this.#search, scope, input);
    if (!input.quiet) {
      const { query, level } = input;
      const { found: count, confident, hits } = found;
      const shown = hits.map(({ tool }) => tool);
      this.#searches.emit(() => ({ query, found: count, confident, shown, level, caller: callerOf(context) }));
    }
    return found;
  }

  /** The tools a caller can see, unranked, in catalog order. */
  list(input: ListInput = {}, context: Context = {}): readonly Tool[] {
    return listTools(this.#discoveryScope(context, this.contexts.active(context).name), input);
  }

  detail(input: DetailInput, context: Context = {}): CommandResult<readonly DetailEntry[]> {
    const isOnShelf = [input.command].flat().every((name) => this.#onShelf(name, context));
    if (isOnShelf) return this.shelf.detail(input, context);
    const scope = this.#discoveryScope(context, undefined);
    const result = detail(scope, input, this.#told.of(context.sessionId));
    this.#reads.emit(() => ({
      tools: (result.success ? result.data : []).flatMap(({ name, found }) => {
        const lookup = found ? scope.catalog.lookup(name) : undefined;
        return lookup?.found ? [lookup.entry.tool] : [];
      }),
      tokens: estimateTokens(JSON.stringify(result)),
      caller: callerOf(context),
    }));
    return result;
  }

  /** `entry` is the catalog entry of `input.command`, where the caller has looked it up already. */
  async call(input: CallInput, context: Context = {}, entry?: CatalogEntry): Promise<CommandResult> {
    const onShelf = entry ? undefined : this.#onShelf(input.command, context);
    if (onShelf) return this.shelf.call(input, context, onShelf);
    const active = this.contexts.active(context, input.context);
    if (active.error) return failure(active.error);
    return await runCall(this.#dispatcher, input, withActive(context, active.name), entry);
  }

  async batch(input: BatchInput, context: Context = {}): Promise<CommandResult<BatchResult>> {
    const active = this.contexts.active(context, input.context);
    if (active.error) return failure(active.error);
    return await runBatch(this.#dispatcher, input, { ...withActive(context, active.name), nested: true });
  }

  async pipe(input: PipeInput, context: Context = {}): Promise<CommandResult<PipeResult>> {
    const active = this.contexts.active(context, input.context);
    if (active.error) return failure(active.error);
    return await runPipe(this.#dispatcher, input, { ...withActive(context, active.name), nested: true });
  }

  more(input: { readonly cursor: string }, context: Context = {}): CommandResult {
    return this.pager.more(input.cursor, { words: context.words, maxChars: context.maxResultChars });
  }

  /** What search knows beside the tools, for judging it with other texts of tools. */
  searchParts(): Promise<SearchParts> {
    return this.#search.parts();
  }

  /** Emitted after every call of a command, also inside a batch, a pipe or a script. */
  onCall(listener: (event: CallEvent) => void): () => void {
    return this.#dispatcher.onCall(listener);
  }

  /** Emitted after every search of a caller. */
  onSearch(listener: (search: SearchMade) => void): () => void {
    return this.#searches.add(listener);
  }

  /** Emitted after a caller has read definitions. */
  onRead(listener: (read: DefinitionsRead) => void): () => void {
    return this.#reads.add(listener);
  }

  /** The script calls tools through this engine's `call`. */
  async #script(
    { code, check, dryRun, context: named }: CodeAction,
    given: Context,
  ): Promise<CommandResult<CodeOutcome>> {
    const { error } = this.contexts.active(given, named);
    if (error) return failure(error);
    if (!this.#runCode) throw new Error('This engine has no code runner: pass the option runCode');
    const context = createCallContext({ ...withActive(given, named), nested: true });
    const outcome = await this.#runCode.run(code, { engine: this, context, check, dryRun });
    // The outcome is for the surface; a question goes to the client as it is.
    return outcome.question && !outcome.question.success ? outcome.question : success(outcome);
  }

  /** The entry of an address that no tool has. */
  #onShelf(address: string, context: Context): CatalogEntry | undefined {
    const entry = this.shelf.entryOf(address, context);
    return entry && !this.catalog.view(context.scope).lookup(address).found ? entry : undefined;
  }

  #discoveryScope({ scope, words, principal }: Context, activeContext: string | undefined): DiscoveryScope {
    const { learning, contexts } = this;
    const catalog = this.catalog.view(scope);
    return { catalog, contextual: contexts.configured, activeContext, learning, words, principal: principal?.name };
  }
}
