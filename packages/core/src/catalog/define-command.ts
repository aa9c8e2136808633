import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { CommandResult, CommandSuccess } from '../result/result.ts';
import type { CallContext } from './call-context.ts';
import { checkCommand } from './check-command.ts';
import type { CommandSchema } from './command-schema.ts';
import { isObject, type JsonObject } from './json.ts';
import type { ExecutionTime, Exposure, ToolAnnotations, ToolExample } from './tool.ts';

type Inferred<S> = S extends StandardSchemaV1 ? StandardSchemaV1.InferOutput<S> : JsonObject;
type DataOf<R> = R extends CommandSuccess<infer T> ? T : never;

/** The second parameter of a handler. */
export type CommandContext = CallContext;

export interface CommandOptions<S extends CommandSchema | undefined, T> {
  readonly name: string;
  readonly description: string;
  readonly title?: string;
  readonly summary?: string;
  readonly category?: string;
  readonly tags?: readonly string[];
  readonly aliases?: readonly string[];
  readonly input?: S;
  /** The data of a success. It types the handler, and is checked (option `outputCheck`). `afd-detail` shows it; `tools/list` does not. */
  readonly output?: CommandSchema;
  readonly examples?: readonly ToolExample[];
  readonly relatedTools?: readonly string[];
  readonly enabled?: boolean;
  /** `true`, or a message that names the replacement. */
  readonly deprecated?: boolean | string;
  readonly mutation?: boolean;
  readonly destructive?: boolean;
  readonly confirmPrompt?: string;
  readonly executionTime?: ExecutionTime;
  readonly errors?: readonly string[];
  readonly handoff?: boolean;
  readonly handoffProtocol?: string;
  readonly version?: string;
  readonly expose?: Partial<Exposure>;
  readonly contexts?: readonly string[];
  readonly requires?: readonly string[];
  readonly annotations?: ToolAnnotations;
  readonly core?: boolean;
  readonly alwaysAvailable?: boolean;
  handler(input: Inferred<S>, context: CommandContext): CommandResult<T> | Promise<CommandResult<T>>;
}

/** A tool whose handler runs in this process. Create it with `defineCommand`, which checks it. */
export type Command = CommandOptions<CommandSchema | undefined, unknown>;

type Definition<S extends CommandSchema | undefined, O, R> = Omit<CommandOptions<S, unknown>, 'handler' | 'output'> & {
  readonly output?: O;
  handler(input: Inferred<S>, context: CommandContext): R | Promise<R>;
};

/**
 * Checks a command and returns it.
 *
 * Throws a `DefinitionError` for a definition that breaks a rule: an empty name, a missing description, a summary over 80
 * characters, a field of the wrong type or that commands do not have, a schema that cannot be converted to JSON Schema, or
 * an example that the command's own schema rejects.
 */
export function defineCommand<O extends CommandSchema, S extends CommandSchema | undefined = undefined>(
  options: Definition<S, O, CommandResult<StandardSchemaV1.InferInput<O>>> & { readonly output: O },
): Command & CommandOptions<S, StandardSchemaV1.InferInput<O>>;
// The whole result is inferred, not its data: successes of different shapes give the union of their data.
export function defineCommand<R extends CommandResult, S extends CommandSchema | undefined = undefined>(
  options: Definition<S, undefined, R>,
): Command & CommandOptions<S, DataOf<R>>;
// For programs that make commands: the type of the output schema is not known.
export function defineCommand<S extends CommandSchema | undefined, O extends CommandSchema | undefined>(
  options: Definition<S, O, CommandResult> & (CommandSchema extends O ? unknown : never),
): Command & CommandOptions<S, unknown>;
export function defineCommand(options: unknown): Command {
  // `checkCommand` refuses a value that is no object. `Object.assign` instead of a spread: frozen copies made by a spread
  // have different shapes (V8 hidden classes), which makes reading 100,000 commands four times slower.
  const copy = isObject(options) ? Object.freeze(Object.assign({}, options)) : options;
  const command = copy as Command;
  checkCommand(command);
  return command;
}
