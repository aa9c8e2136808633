import type { CallContext } from '../../catalog/call-context.ts';
import type { Tool } from '../../catalog/tool.ts';
import type { CommandResult } from '../../result/result.ts';

/** What the inner layers and the handler get instead. A changed input is not validated again. */
export interface NextCallChange {
  readonly input?: unknown;
  readonly context?: CallContext;
}

/** Runs the inner layers and the handler, with another input or context if given. Each call of it runs them again. */
export type Next = (change?: NextCallChange) => Promise<CommandResult>;

/** One layer around a command: it may observe the call, change the result, or answer without calling `next`. */
export type Middleware = (command: Tool, input: unknown, context: CallContext, next: Next) => Promise<CommandResult>;

/** Runs a command with its middleware. Without middleware, a synchronous handler has a synchronous result. */
export type Run<C> = (call: C, input: unknown, context: CallContext) => CommandResult | Promise<CommandResult>;

const NO_CHANGE: NextCallChange = {};

/** The first middleware in the list is the outermost layer. */
export function composeMiddleware<C extends { readonly tool: Tool }>(
  layers: readonly Middleware[],
  innermost: Run<C>,
): Run<C> {
  return layers.reduceRight<Run<C>>(
    (inner, layer) => (call, input, context) =>
      layer(call.tool, input, context, async (change = NO_CHANGE) =>
        inner(call, 'input' in change ? change.input : input, change.context ?? context),
      ),
    innermost,
  );
}
