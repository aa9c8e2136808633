import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { CommandResult } from '../result/result.ts';
import type { CallContext } from './call-context.ts';
import type { JsonObject } from './json.ts';
import { SUMMARY_LENGTH } from './summary.ts';
import type { ExecutionTime, Exposure, ToolAnnotations, ToolExample } from './tool.ts';

type WriteSchema = (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>;

/**
 * Any schema that implements Standard Schema and Standard JSON Schema: Zod 4.2 and up, ArkType, Valibot with its adapter,
 * or JSON Schema through `fromJsonSchema` of the MCP SDK. Only the draft 2020-12 dialect is used.
 */
export type CommandSchema = StandardSchemaV1 & {
  readonly '~standard': { readonly jsonSchema: { readonly input: WriteSchema; readonly output: WriteSchema } };
};

type Inferred<S> = S extends StandardSchemaV1 ? StandardSchemaV1.InferOutput<S> : JsonObject;

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

/** A command breaks a rule. Thrown when the command is defined, so that its author sees it before an agent does. */
export class DefinitionError extends Error {
  override readonly name = 'DefinitionError';
}

/**
 * Checks a command and returns it.
 *
 * Throws a `DefinitionError` for an empty name, a missing description, a summary over 80
 * characters, or an example that the command's own schema rejects.
 */
export function defineCommand<S extends CommandSchema | undefined = undefined, T = unknown>(
  options: CommandOptions<S, T>,
): CommandOptions<S, T> & Command {
  const command = Object.freeze({ ...options }) as CommandOptions<S, T> & Command;
  checkTexts(command);
  checkExamples(command);
  return command;
}

function checkTexts({ name, description, summary, handler }: Command): void {
  if (typeof name !== 'string' || name.trim() === '') {
    throw new DefinitionError('A command has an empty name. Give it one, such as "order-create".');
  }
  if (typeof description !== 'string' || description.trim() === '') {
    throw new DefinitionError(`Command '${name}' has no description. Say in a sentence what it does.`);
  }
  if (summary !== undefined && /[\r\n]/.test(summary)) {
    throw new DefinitionError(`The summary of command '${name}' has more than one line. Write it in one.`);
  }
  if (summary !== undefined && summary.length > SUMMARY_LENGTH) {
    throw new DefinitionError(
      `The summary of command '${name}' has ${summary.length} characters; at most ${SUMMARY_LENGTH} are allowed. ` +
        'Shorten it, or leave it out to have it derived from the description.',
    );
  }
  if (typeof handler !== 'function') {
    throw new DefinitionError(`Command '${name}' has no handler function.`);
  }
}

function checkExamples({ name, examples, input }: Command): void {
  if (!input) return;
  for (const example of examples ?? []) {
    const checked = input['~standard'].validate(example.input);
    // `defineCommand` is synchronous, so examples of a schema with asynchronous checks are not checked.
    if (checked instanceof Promise || !checked.issues) continue;
    const reasons = checked.issues.map((issue) => `${pathText(issue.path)}: ${issue.message}`);
    throw new DefinitionError(
      `Example '${example.title}' of command '${name}' does not fit its own input schema: ${reasons.join('; ')}`,
    );
  }
}

function pathText(path: StandardSchemaV1.Issue['path']): string {
  if (!path?.length) return 'input';
  return path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.');
}
