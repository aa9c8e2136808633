import {
  type CallContext,
  type CommandResult,
  type CommandSchema,
  DefinitionError,
  failure,
  type JsonObject,
  success,
  type Tool,
  type ToolSource,
  toolFromDefinition,
  type Validated,
} from '@foldout/core';
import { deriveCategory, handlerError } from '@foldout/core/internal';
import { fromJsonSchema } from '@foldout/server';
import type { ToolCall, ToolDefinition } from './tool-definition.ts';

/** One call on its way through the engine; travels as `protocol` of the call's context. */
export class RunningCall<Extra = unknown> {
  readonly extra: Extra;
  readonly emit: (preliminary: unknown) => void;
  /** What the tool threw, for frameworks that handle errors of tools themselves. */
  thrown: { readonly error: unknown } | undefined;

  constructor(extra: Extra, emit: (preliminary: unknown) => void = () => {}) {
    this.extra = extra;
    this.emit = emit;
  }
}

/** The tools that were passed to an adapter, as a source of the catalog. */
export class ToolsetSource<Extra> implements ToolSource {
  readonly server: string;
  readonly #definitions = new Map<string, ToolDefinition<Extra>>();
  readonly #tools: readonly Tool[];
  /** Compiled when a tool is first called. */
  readonly #schemas = new Map<string, CommandSchema>();

  constructor(server: string, definitions: readonly ToolDefinition<Extra>[]) {
    this.server = server;
    // Names and texts are read once: a tool that renames itself later stays what it was.
    this.#tools = definitions.map((definition) => this.#add(definition));
  }

  tools(): readonly Tool[] {
    return this.#tools;
  }

  exposes(): boolean {
    return true;
  }

  definitionOf(tool: Tool): ToolDefinition<Extra> | undefined {
    return tool.server === this.server ? this.#definitions.get(tool.name) : undefined;
  }

  validate(tool: Tool, input: JsonObject): Validated | Promise<Validated> {
    const definition = this.definitionOf(tool);
    if (definition?.validate) return definition.validate(input);
    const schema = this.#schemas.get(tool.name) ?? fromJsonSchema(tool.inputSchema);
    this.#schemas.set(tool.name, schema);
    const outcome = schema['~standard'].validate(input);
    return outcome instanceof Promise ? outcome.then(toValidated) : toValidated(outcome);
  }

  async invoke(tool: Tool, input: unknown, context: CallContext): Promise<CommandResult> {
    const definition = this.#definitions.get(tool.name);
    if (!definition) throw new Error(`There is no tool '${tool.name}' in '${this.server}'`);
    // A call from another entry point, such as the MCP server of `toMcpServer`, brings no object of the framework.
    const running =
      context.protocol instanceof RunningCall ? (context.protocol as RunningCall<Extra>) : new RunningCall(undefined);
    const { extra, emit } = running;
    try {
      return success(await definition.run(input, { signal: context.signal, extra, emit } as ToolCall<Extra>));
    } catch (error) {
      // Thrown because of the deadline, it is not the tool's own: the answer says what happened.
      if (!context.signal.aborted) running.thrown = { error };
      return failure(handlerError(tool.name, error));
    }
  }

  subscribe(): () => void {
    return () => {};
  }

  #add(definition: ToolDefinition<Extra>): Tool {
    const { name, description, annotations, inputSchema } = definition;
    const described = { name, description, annotations, inputSchema: withoutDialect(inputSchema) };
    const tool = toolFromDefinition(this.server, described, placementOf(definition));
    if (!tool) throw new DefinitionError(`A tool has the unusable name ${JSON.stringify(name)?.slice(0, 80)}.`);
    if (this.#definitions.has(name))
      throw new DefinitionError(`Two tools have the name '${name}'. Rename one, or pass them as separate sources.`);
    this.#definitions.set(name, definition);
    return tool;
  }
}

function toValidated(outcome: Awaited<ReturnType<CommandSchema['~standard']['validate']>>): Validated {
  if (!outcome.issues) return { valid: true, value: outcome.value };
  const issues = outcome.issues.map(({ message, path = [] }) => ({
    message,
    path: path.map((part) => (typeof part === 'object' ? part.key : part)),
  }));
  return { valid: false, issues };
}

/** Frameworks do not say what a tool does to data: such a tool may change data, and does not count as destructive. */
function placementOf({ name, annotations }: ToolDefinition) {
  const category = deriveCategory(name);
  return annotations ? { category } : { category, mutation: false, destructive: false, effects: 'undeclared' as const };
}

/** `$schema` names the dialect and costs tokens in every definition. */
function withoutDialect({
  $schema: _dialect,
  ...schema
}: ToolDefinition['inputSchema']): ToolDefinition['inputSchema'] {
  return schema;
}
