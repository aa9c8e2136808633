import type { Command } from './define-command.ts';
import { DefinitionError } from './definition-error.ts';

/** Throws for a command whose name belongs to the meta-tools. */
export function refuseReservedName({ name }: Command): void {
  if (!/^afd[-_]/i.test(name)) return;
  throw new DefinitionError(
    `The command name '${name}' is reserved: names that begin with 'afd-' belong to the meta-tools. Choose another name.`,
  );
}
