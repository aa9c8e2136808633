import { DefinitionError } from '@foldout/core';
import { shownValue } from '@foldout/core/internal';

/** Reads the tools of a vendor's SDK, which takes definitions that cannot run. Throws for a tool without a name or a function. */
export function readRunnable<T extends { readonly name: string; readonly run: unknown }, D>(
  tools: readonly T[],
  read: (tool: T) => D,
): D[] {
  if (!Array.isArray(tools)) throw new DefinitionError(`The tools are ${shownValue(tools)}; write a list of tools.`);
  return tools.map((tool: T) => {
    const { name, run } = tool;
    if (typeof name !== 'string' || name === '') {
      throw new DefinitionError(
        `A tool has no name: ${shownValue(tool)}. Write name, description and run side by side.`,
      );
    }
    if (typeof run !== 'function') {
      throw new DefinitionError(`Tool '${name}' has no function. Add run: (input) => …`);
    }
    return read(tool);
  });
}
