import type { CallContext } from '../catalog/call-context.ts';
import { checkCommand } from '../catalog/check-command.ts';
import { toolOfCommand } from '../catalog/command-tool.ts';
import type { Command } from '../catalog/define-command.ts';
import { DefinitionError, shownValue } from '../catalog/definition-error.ts';
import type { Tool, ToolAnnotations } from '../catalog/tool.ts';
import type { CommandResult } from '../result/result.ts';
import { composeMiddleware, type Middleware } from './middleware/middleware.ts';

/** What the commands of a group have in common. What a command says itself counts more; tags are added. */
export interface GroupOptions {
  readonly tags?: readonly string[];
  /** Default: the name of the group. */
  readonly category?: string;
  /** The context that the commands belong to. */
  readonly context?: string;
  /** Runs around the handlers of these commands, inside of the server's middleware. */
  readonly middleware?: readonly Middleware[];
  readonly annotations?: ToolAnnotations;
  readonly deprecated?: boolean | string;
}

type Handler = Command['handler'];

/** Commands with what they have in common: category, tags, context, middleware, annotations, deprecation. */
export function group(name: string, options: GroupOptions, commands: readonly Command[]): Command[] {
  if (typeof name !== 'string' || name.trim() === '') {
    throw new DefinitionError('A group has an empty name. Write group("orders", { … }, [ … ]).');
  }
  checkOptions(name, options);
  if (!Array.isArray(commands)) {
    throw new DefinitionError(`The commands of group '${name}' are ${shownValue(commands)}; write a list.`);
  }
  const { tags = [], category = name, context, annotations, deprecated, middleware = [] } = options;
  return commands.map((command) => {
    checkCommand(command);
    const grouped: Command = {
      ...command,
      category: command.category ?? category,
      ...(tags.length > 0 && { tags: [...new Set([...tags, ...(command.tags ?? [])])] }),
      ...(context !== undefined && command.contexts === undefined && { contexts: [context] }),
      ...(annotations && { annotations: { ...annotations, ...command.annotations } }),
      ...(deprecated !== undefined && command.deprecated === undefined && { deprecated }),
      ...(middleware.length > 0 && { handler: wrapped(command, middleware) }),
    };
    checkCommand(Object.freeze(grouped));
    return grouped;
  });
}

const OPTIONS: readonly string[] = [
  'tags',
  'category',
  'context',
  'middleware',
  'annotations',
  'deprecated',
] satisfies (keyof GroupOptions)[];

/** The values become fields of the commands, and are checked with them; tags of one text would become letters. */
function checkOptions(name: string, options: GroupOptions): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new DefinitionError(
      `The options of group '${name}' are ${shownValue(options)}. Write group('${name}', {}, commands), also without options.`,
    );
  }
  const unknown = Object.keys(options).find((key) => !OPTIONS.includes(key));
  if (unknown !== undefined) {
    throw new DefinitionError(`Group '${name}' has no option '${unknown}'. Use one of: ${OPTIONS.join(', ')}.`);
  }
  const { tags, middleware } = options;
  if (tags !== undefined && !Array.isArray(tags)) {
    throw new DefinitionError(`The tags of group '${name}' are ${shownValue(tags)}; write a list of texts.`);
  }
  if (
    middleware !== undefined &&
    !(Array.isArray(middleware) && middleware.every((each) => typeof each === 'function'))
  ) {
    throw new DefinitionError(
      `The middleware of group '${name}' is ${shownValue(middleware)}; write a list of functions.`,
    );
  }
}

interface Call {
  readonly tool: Tool;
}

function wrapped(command: Command, middleware: readonly Middleware[]): Handler {
  const run = composeMiddleware<Call>(middleware, async (_call, input, context) =>
    (command.handler as (input: unknown, context: CallContext) => CommandResult | Promise<CommandResult>)(
      input,
      context,
    ),
  );
  const call: { tool?: Tool } = {};
  return (input, context) => {
    // The server is not known here. Middleware of a group goes by the name of the command.
    call.tool ??= toolOfCommand(command, '');
    return run(call as Call, input, context);
  };
}
