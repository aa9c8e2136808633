import {
  type CallContext,
  Catalog,
  type Command,
  CommandRegistry,
  type CommandResult,
  type CommandSchema,
  CommandSource,
  Dispatcher,
  defineCommand,
  type JsonObject,
  type Risk,
} from '@foldout/core';
import { leanSchema, type ObjectSchema } from './lean-schema.ts';
import type { ListedTool } from './surface.ts';

/** A tool that a surface adds. Every text is read by a model on every request: keep it short. */
export interface OwnTool {
  readonly name: string;
  readonly description: string;
  readonly input: CommandSchema;
  readonly risk?: Risk;
  /** The short text of a success for the model; JSON where there is none. */
  readonly text?: (data: never) => string;
  run(input: never, context: CallContext): CommandResult | Promise<CommandResult>;
}

export interface ListingOptions {
  /** Fields that are accepted and not listed. */
  readonly hidden?: readonly string[];
  /** Schemas that were converted before, by name: converting them is a good part of a start. */
  readonly listed?: Readonly<Record<string, ObjectSchema>>;
}

/**
 * Runs tools of a surface through a dispatcher of their own: they are checked and healed like any
 * command, and they do not pass through the user's middleware.
 */
export class OwnTools {
  readonly #tools: ReadonlyMap<string, OwnTool>;
  #dispatcher: Dispatcher | undefined;
  readonly #listing: ListingOptions;

  constructor(tools: readonly OwnTool[], listing: ListingOptions = {}) {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
    this.#listing = listing;
  }

  has(name: string): boolean {
    return this.#tools.has(name);
  }

  call(name: string, input: unknown, context: Partial<CallContext>): Promise<CommandResult> {
    this.#dispatcher ??= dispatcherOf(this.#tools.values());
    return this.#dispatcher.dispatch(name, input, context);
  }

  text(name: string, data: unknown): string | undefined {
    return this.#tools.get(name)?.text?.(data as never);
  }

  list(...names: string[]): ListedTool[] {
    return names.map((name) => {
      const tool = this.#tools.get(name);
      if (!tool) throw new Error(`There is no tool '${name}' here`);
      const { description, input, risk } = tool;
      const inputSchema = this.#listing.listed?.[name] ?? leanSchema(input, this.#listing.hidden);
      return { name, description, inputSchema, ...(risk && { annotations: annotationsOf(risk) }) };
    });
  }
}

/** Made with the first call: a start has only to list. */
function dispatcherOf(tools: Iterable<OwnTool>): Dispatcher {
  const catalog = new Catalog();
  catalog.attach(new CommandSource('afd', new CommandRegistry([...tools].map(toCommand))));
  // Discovery does not wait on anyone, and what the others run has deadlines of its own.
  return new Dispatcher({ catalog, timeoutMs: Number.POSITIVE_INFINITY, scoped: false });
}

function annotationsOf(risk: Risk) {
  return risk === 'read' ? { readOnlyHint: true } : { readOnlyHint: false, destructiveHint: risk === 'destructive' };
}

function toCommand({ name, description, input, run }: OwnTool): Command {
  return defineCommand({
    name,
    description,
    input,
    handler: (given, context) => run(given as JsonObject as never, context),
  });
}
