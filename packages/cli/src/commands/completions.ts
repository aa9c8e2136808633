import { COMMANDS } from '../commands.ts';
import { completionScript, SHELLS } from '../completing/scripts.ts';
import { CliError } from '../output/fail.ts';
import { print } from '../output/terminal.ts';
import { createProgram } from '../program.ts';

/** Prints a script that completes commands and options in a shell. */
export async function completions(_options: unknown, [name = '']: readonly string[]): Promise<void> {
  const shell = SHELLS.find((known) => known === name);
  if (!shell) throw new CliError(`shell '${name}' is not supported. Use one of: ${SHELLS.join(', ')}`);
  print(completionScript(shell, createProgram(COMMANDS)));
}
