import {
  type CallContext,
  type CommandError,
  type CommandResult,
  Engine,
  type EngineOptions,
  type FindOptions,
  type FoundTools,
  type JsonObject,
  type Tool,
} from '@foldout/core';
import { definedOnly, isObject, notFound, validateInput } from '@foldout/core/internal';
import type { ListedTool } from '@foldout/server';
import {
  boundText,
  ListedNames,
  ListedWords,
  loadVectors,
  MetaTools,
  type Resolved,
  resolveCall,
  runResolved,
  type Viewer,
} from '@foldout/server/internal';
import type { ToolDefinition } from './tool-definition.ts';
import { RunningCall, ToolsetSource } from './toolset-source.ts';

export interface ToolboxOptions
  extends Pick<EngineOptions, 'sources' | 'callTimeoutMs' | 'maxResultChars' | 'search' | 'categories'> {
  /** The first part of the address of the tools. Default: `tools`. */
  readonly name?: string | undefined;
}

/** What an adapter decides, not its user. */
export interface ToolboxSetup {
  /** The tools that models see instead of the usual three. */
  readonly listed?: readonly ListedTool[];
}

/** How a framework calls a tool. */
export interface CallOptions<Extra> {
  readonly signal?: AbortSignal | undefined;
  readonly extra: Extra;
  readonly emit?: ((preliminary: unknown) => void) | undefined;
}

export type ToolAnswer = AnswerSuccess | AnswerFailure;

interface AnswerSuccess {
  readonly success: true;
  /** What a model reads. */
  readonly text: string;
  /** What the tool returned, where it fits into the bound and no warning belongs to it; else the text. */
  readonly output: unknown;
  /** What the tool returned, whatever its size. */
  readonly data: unknown;
}

interface AnswerFailure {
  readonly success: false;
  readonly text: string;
  readonly error: CommandError;
  /** Present if the tool itself threw. */
  readonly thrown?: { readonly error: unknown } | undefined;
}

/** The tools that every adapter shows, whatever the number of tools behind them. */
const TOOLBOX_TOOLS = ['afd-discover', 'afd-detail', 'afd-call'] as const;

/** The engine behind every adapter: the tools of a framework in one catalog, found and run through three tools. */
export class Toolbox<Extra = unknown> {
  readonly engine: Engine;
  readonly names: ListedNames;
  readonly #source: ToolsetSource<Extra>;
  readonly #meta = new MetaTools();
  /** `afd-discover`, `afd-detail`, `afd-call`: also where `list()` has a vendor's tool search. */
  readonly three: readonly ListedTool[];
  readonly #viewer: Viewer;
  readonly #viewerOfThree: Viewer;
  readonly #listed: readonly ListedTool[];

  constructor(
    definitions: readonly ToolDefinition<Extra>[],
    { name = 'tools', ...options }: ToolboxOptions = {},
    setup: ToolboxSetup = {},
  ) {
    this.#source = new ToolsetSource(name, definitions);
    const sources = [this.#source, ...(options.sources ?? [])];
    const search = { ...(loadVectors && { loadVectors }), ...options.search };
    this.engine = new Engine({ ...definedOnly(options), name: `${name}-commands`, commands: [], sources, search });
    const { catalog } = this.engine;
    this.three = this.#meta.list(...TOOLBOX_TOOLS);
    this.#listed = setup.listed ?? this.three;
    const listed = new Set(this.#listed.map((tool) => tool.name));
    this.names = new ListedNames(catalog, (reserved) => this.#meta.has(reserved) || listed.has(reserved));
    this.#viewer = this.#viewerOf(this.#listed);
    this.#viewerOfThree = this.#viewerOf(this.three);
  }

  /** The tools of every request: the same bytes for every set of tools. */
  list(): readonly ListedTool[] {
    return this.#listed;
  }

  /** Whether a call of this name is answered here. */
  has(name: string): boolean {
    return this.#meta.has(name) || this.names.idOf(name) !== undefined;
  }

  /** Answers a call of one of `list()`, or of a tool by its own name. Never throws. */
  async answer(name: string, input: unknown, call: CallOptions<Extra>): Promise<ToolAnswer> {
    const running = new RunningCall(call.extra, call.emit);
    const viewer = this.#meta.has(name) ? this.#viewerOfThree : this.#viewer;
    const { words } = viewer;
    const context: Partial<CallContext> = { ...(call.signal && { signal: call.signal }), words, protocol: running };
    const resolved = this.#resolve(name, input);
    const result = await runResolved(this.engine, name, resolved, context, viewer);
    const { bounded, text } = boundText(this.engine, result, { words }, resolved.tool?.text);
    if (!bounded.success) return { success: false, text, error: bounded.error, thrown: running.thrown };
    const data = result.success ? result.data : undefined;
    const output = isWhole(resolved, result, bounded) ? data : text;
    return { success: true, text: typeof output === 'string' ? output : text, output, data };
  }

  /**
   * The tool that a call would run and the exact input that it would get, for approval hooks. Undefined for calls that run
   * no tool of the framework: searches, names that no tool has, inputs that the tool's schema refuses.
   */
  async plan(name: string, input: unknown): Promise<PlannedCall<Extra> | undefined> {
    const target = this.#target(name, input);
    if (!target) return undefined;
    const { tool, definition, given } = target;
    const { catalog } = this.engine;
    const checked = await validateInput(
      {
        address: catalog.addressOf(tool),
        inputSchema: tool.inputSchema,
        validate: (value) => this.#source.validate(tool, value),
      },
      given,
    );
    return checked.valid ? { definition, input: checked.value } : undefined;
  }

  /** The tool of the framework that a call would run. */
  target(name: string, input: unknown): ToolDefinition<Extra> | undefined {
    return this.#target(name, input)?.definition;
  }

  /** The input that a call passes to its tool, as the model gave it. */
  given(name: string, input: unknown): unknown {
    return this.#target(name, input)?.given ?? {};
  }

  /** Finds tools, best first. */
  find(query: string, options: FindOptions = {}): Promise<FoundTools> {
    return this.engine.find({ query, maxTokens: Number.MAX_SAFE_INTEGER, ...options });
  }

  /** The tool that a model calls by this name. */
  toolNamed(name: string): Tool | undefined {
    const lookup = this.engine.catalog.lookup(this.names.idOf(name) ?? name);
    return lookup.found ? lookup.entry.tool : undefined;
  }

  /** Errors and hints name only the tools in `listed`. */
  #viewerOf(listed: readonly ListedTool[]): Viewer {
    const { catalog } = this.engine;
    const listedName = (tool: Tool) => this.names.nameOf(tool);
    const words = new ListedWords({ list: () => listed, catalog, listedName, hasSession: false });
    return { catalog, words, announce: () => {} };
  }

  #target(name: string, input: unknown) {
    const { action } = this.#resolve(name, input);
    if (action.kind !== 'call') return undefined;
    const lookup = this.engine.catalog.lookup(action.input.command);
    if (!lookup.found) return undefined;
    const { tool } = lookup.entry;
    const definition = this.#source.definitionOf(tool);
    return definition && { tool, definition, given: action.input.input ?? {} };
  }

  #resolve(name: string, input: unknown): Resolved {
    const args = argumentsOf(input);
    if (!args) return refused(name, input);
    const parts = { surface: { varies: false, list: () => this.#listed }, meta: this.#meta, names: this.names };
    const resolved = resolveCall(parts, name, args, this.#viewer);
    if (resolved) return resolved;
    const error = notFound(this.engine.catalog, name, this.#viewer.words);
    return { action: { kind: 'refuse', error } };
  }
}

export interface PlannedCall<Extra> {
  readonly definition: ToolDefinition<Extra>;
  readonly input: unknown;
}

/** Models send arguments as an object or as JSON; no arguments at all mean an empty object. */
function argumentsOf(input: unknown): JsonObject | undefined {
  if (input === undefined || input === null || input === '') return {};
  if (isObject(input)) return input;
  if (typeof input !== 'string') return undefined;
  try {
    const parsed: unknown = JSON.parse(input);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function refused(name: string, input: unknown): Resolved {
  const shown = (typeof input === 'string' ? input : (JSON.stringify(input) ?? '')).slice(0, 80);
  const error: CommandError = {
    code: 'VALIDATION_ERROR',
    message: `The arguments of '${name}' are no JSON object: ${shown}`,
    suggestion: 'Send one JSON object.',
  };
  return { action: { kind: 'refuse', error } };
}

/** Whether the data of a result says everything: it was not cut, and nothing stands beside it. */
function isWhole({ tool }: Resolved, result: CommandResult, bounded: CommandResult): boolean {
  return bounded === result && !bounded.warnings?.length && tool?.text === undefined;
}
