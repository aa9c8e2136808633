import type { CommandContext } from '../catalog/define-command.ts';
import { DefinitionError } from '../catalog/definition-error.ts';

type Handler<I, R> = (input: I, context: CommandContext) => R | Promise<R>;

/**
 * A handler whose module is loaded by the first call: a server with many commands starts without their code. A load that
 * fails is tried again by the next call.
 */
export function lazyHandler<I, R>(
  load: () => Promise<Handler<I, R>>,
): (input: I, context: CommandContext) => Promise<R> {
  if (typeof load !== 'function') {
    throw new DefinitionError(
      "lazyHandler needs a function: lazyHandler(async () => (await import('./report.js')).handler).",
    );
  }
  let loading: Promise<Handler<I, R>> | undefined;
  return async (input, context) => {
    loading ??= load();
    try {
      await loading;
    } catch (error) {
      loading = undefined;
      throw error;
    }
    return (await loading)(input, context);
  };
}
