import { CommanderError } from 'commander';
import { COMMANDS } from './commands.ts';
import { EXIT, fail } from './output/fail.ts';
import { allowClosedPipe } from './output/terminal.ts';
import { createProgram } from './program.ts';

/** Runs the command of the command line, and sets the exit code. */
export async function runProgram(): Promise<void> {
  allowClosedPipe();
  try {
    await createProgram(COMMANDS).parseAsync();
  } catch (error) {
    // Commander has printed the message already.
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    else fail(error, process.argv.includes('--debug'));
  }
}
