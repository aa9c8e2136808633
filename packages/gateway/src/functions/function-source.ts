import {
  type CallContext,
  type CommandRegistry,
  type CommandResult,
  failure,
  type JsonObject,
  type SourceChange,
  success,
  type Tool,
  type ToolSource,
  type Validated,
} from '@foldout/core';
import { CommandSource, summarize, TOOL_DEFAULTS, toolHash } from '@foldout/core/internal';
import type { CodeError, CodeResult } from '@foldout/workspace';
import { checkInput } from '../relay/check-input.ts';
import { FUNCTIONS_SERVER, principalOf } from './function-commands.ts';
import type { FunctionShelf, SavedFunction, ShelvedFunction } from './function-shelf.ts';

export interface FunctionSourceParts {
  readonly shelf: FunctionShelf;
  readonly commands: CommandRegistry;
  /** Whether the catalog may list functions of this principal that were not reviewed. */
  readonly listsDraftsOf: (principal: string) => boolean;
  /** Runs a function for its caller. */
  readonly run: (saved: SavedFunction, input: unknown, context: CallContext) => Promise<CodeResult>;
}

/**
 * Saved functions as tools. The catalog is the same for all callers, so it lists a function only after a review, or if
 * only its owner uses this gateway.
 */
export class FunctionSource implements ToolSource {
  readonly server = FUNCTIONS_SERVER;
  readonly #parts: FunctionSourceParts;
  readonly #commands: CommandSource;
  readonly #listeners = new Set<(change: SourceChange) => void>();
  #functions: ReadonlyMap<string, Tool>;

  constructor(parts: FunctionSourceParts) {
    this.#parts = parts;
    this.#commands = new CommandSource(FUNCTIONS_SERVER, parts.commands);
    this.#functions = this.#read();
    parts.shelf.subscribe(() => this.#reread());
  }

  tools(): Tool[] {
    return [...this.#commands.tools(), ...this.#functions.values()];
  }

  exposes(): boolean {
    return true;
  }

  validate(tool: Tool, input: JsonObject): Validated | Promise<Validated> {
    return tool.kind === 'function' ? checkInput(tool.inputSchema, input) : this.#commands.validate(tool, input);
  }

  async invoke(tool: Tool, input: unknown, context: CallContext): Promise<CommandResult> {
    if (tool.kind !== 'function') return this.#commands.invoke(tool, input, context);
    const { shelf, run } = this.#parts;
    const saved = shelf.find(tool.name, principalOf(context)) ?? this.#listed(tool.name);
    if (!saved) throw new Error(`The function '${tool.name}' was removed while it was being called`);
    const { value, error } = await run(saved, input, context);
    return error ? failure(callError(tool, error)) : success(value ?? null);
  }

  fits({ kind, outputSchema }: Tool, output: unknown): boolean {
    return kind !== 'function' || !outputSchema || checkInput(outputSchema, output as JsonObject).valid;
  }

  subscribe(listener: (change: SourceChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #read(): ReadonlyMap<string, Tool> {
    const listed = this.#parts.shelf.all().flatMap((shelved) => this.#shown(shelved) ?? []);
    return new Map(listed.map((saved) => [saved.name, toolOf(saved)]));
  }

  #reread(): void {
    const before = this.#functions;
    this.#functions = this.#read();
    const upserted = [...this.#functions.values()].filter((tool) => {
      const known = before.get(tool.name);
      return !known || toolHash(known) !== toolHash(tool);
    });
    const removed = [...before.keys()].filter((name) => !this.#functions.has(name));
    if (upserted.length === 0 && removed.length === 0) return;
    for (const listener of this.#listeners) listener({ upserted, removed });
  }

  #listed(name: string): SavedFunction | undefined {
    const shelved = this.#parts.shelf.all().find(({ record }) => record.name === name);
    return shelved && this.#shown(shelved);
  }

  #shown({ record, latest, shared }: ShelvedFunction): SavedFunction | undefined {
    return this.#parts.listsDraftsOf(record.owner) ? latest : shared;
  }
}

/** What a function does is not declared: its risk is that of an unknown tool, and its calls are checked one by one. */
function toolOf({ name, description, inputSchema, outputSchema, test, version }: SavedFunction): Tool {
  const hasTest = Object.keys(test).length > 0;
  return {
    ...TOOL_DEFAULTS,
    id: `${FUNCTIONS_SERVER}/${name}`,
    server: FUNCTIONS_SERVER,
    name,
    kind: 'function',
    summary: summarize(description),
    description,
    category: FUNCTIONS_SERVER,
    inputSchema,
    // MCP allows only objects.
    ...(outputSchema?.['type'] === 'object' && { outputSchema }),
    ...(hasTest && { examples: [{ title: 'Test input', input: test }] }),
    effects: 'undeclared',
    version: String(version),
  };
}

function callError({ id }: Tool, { code, message, suggestion }: CodeError) {
  const known = ({ CANCELLED: 'CANCELLED', TIME_LIMIT: 'TIMEOUT' } as const)[code as string];
  return {
    code: known ?? 'UPSTREAM_ERROR',
    message: `The function '${id}' failed: ${message}`,
    suggestion: `${suggestion} Its source: ${FUNCTIONS_SERVER}/show_function.`,
  } as const;
}
