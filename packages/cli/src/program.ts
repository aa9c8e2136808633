import { Command } from 'commander';
import { VERSION } from './version.ts';

/** Runs a command with its parsed options. Throws a `CliError` for mistakes that the user can correct. */
export type CommandAction = (options: never, args: readonly string[]) => Promise<void>;

/** The options that most commands have. */
export interface CommonOptions {
  readonly config?: string;
  readonly json?: boolean;
}

export interface CommandEntry {
  readonly name: string;
  readonly about: string;
  define(command: Command): Command;
  /** Command lines shown in the help. Tests run them. */
  readonly examples: readonly string[];
  /** Exit codes of this command beside 2 (wrong usage) and 3 (no usable configuration), which all commands share. */
  readonly exits?: Readonly<Record<number, string>>;
  load(): Promise<CommandAction>;
}

export function createProgram(entries: readonly CommandEntry[]): Command {
  const program = new Command('foldout')
    .description('One catalog of all your MCP tools, at constant token cost.')
    .version(VERSION)
    .option('--debug', 'print the stack trace of an error')
    .addHelpText('after', '\nExamples:\n  foldout import\n  foldout search "cancel an order"\n  foldout serve --http')
    .configureOutput(inOneLine('foldout --help'))
    // `foldout add npx -y pkg`: an option after the first argument may belong to the server.
    .enablePositionalOptions()
    // Commander throws instead of exiting; main.ts chooses the exit code.
    .exitOverride();
  for (const entry of entries) {
    const { name, about, examples, exits = {} } = entry;
    const command = entry
      .define(program.command(name).description(about))
      .option('--debug', 'print the stack trace of an error');
    command.configureOutput(inOneLine(`foldout ${name} --help`));
    const codes = Object.entries(exits).map(([code, meaning]) => `  ${code}  ${meaning}`);
    command.addHelpText('after', `\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}`);
    if (codes.length > 0) command.addHelpText('after', `\nExit codes:\n${codes.join('\n')}`);
    command.action(async () => {
      const action = await entry.load();
      await action(command.optsWithGlobals() as never, command.args);
    });
  }
  return program;
}

/** Prints an error of Commander in one line, with the command that shows the help. */
function inOneLine(help: string) {
  return {
    outputError: (text: string, write: (line: string) => void) => {
      write(
        `foldout: ${text
          .replace(/^error: /, '')
          .replace(/\s+/g, ' ')
          .trim()} (see ${help})\n`,
      );
    },
  };
}
