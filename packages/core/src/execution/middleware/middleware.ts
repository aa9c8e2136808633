import type { CallContext } from '../../catalog/call-context.ts';
import type { Tool } from '../../catalog/tool.ts';
import type { CommandResult } from '../../result/result.ts';

/** Runs the inner layers and the handler. Each call of it runs them again. */
export type Next = () => Promise<CommandResult>;

/** One layer around a command: it may observe the call, change the result, or answer without calling `next`. */
export type Middleware = (command: Tool, input: unknown, context: CallContext, next: Next) => Promise<CommandResult>;

/** Runs a command with its middleware. */
export type Run<C> = (call: C, input: unknown, context: CallContext) => Promise<CommandResult>;

/** The first middleware in the list is the outermost layer. */
export function composeMiddleware<C extends { readonly tool: Tool }>(
  layers: readonly Middleware[],
  innermost: Run<C>,
): Run<C> {
  return layers.reduceRight<Run<C>>(
    (inner, layer) => (call, input, context) => layer(call.tool, input, context, () => inner(call, input, context)),
    innermost,
  );
}
