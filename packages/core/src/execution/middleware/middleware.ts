import type { CallContext } from '../../catalog/call-context.ts';
import type { Tool } from '../../catalog/tool.ts';
import type { CommandResult } from '../../result/result.ts';

/** Runs what lies further in. Calling it again runs it again. */
export type Next = () => Promise<CommandResult>;

/** One layer around a command. It may look, change the result, or answer by itself. */
export type Middleware = (command: Tool, input: unknown, context: CallContext, next: Next) => Promise<CommandResult>;

/** Runs a command, with whatever is wrapped around it. */
export type Run = (command: Tool, input: unknown, context: CallContext) => Promise<CommandResult>;

/** The first in the list is the outermost layer. */
export function composeMiddleware(layers: readonly Middleware[], innermost: Run): Run {
  return layers.reduceRight<Run>(
    (inner, layer) => (command, input, context) => layer(command, input, context, () => inner(command, input, context)),
    innermost,
  );
}
