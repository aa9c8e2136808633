import { COMMANDS } from '../commands.ts';
import { completionScript, SHELLS } from '../completing/scripts.ts';
import { CliError } from '../output/fail.ts';
import { print } from '../output/terminal.ts';
import { createProgram } from '../program.ts';

/** Prints a script that completes commands and options in a shell. */
export async function completions(_options: unknown, [name = '']: readonly string[]): Promise<void> {
  const shell = SHELLS.find((one) => one === name);
  if (!shell) throw new CliError(`no completions for '${name}': the shells are ${SHELLS.join(', ')}`);
  print(completionScript(shell, createProgram(COMMANDS)));
}
