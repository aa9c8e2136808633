import { Command } from 'commander';
import { VERSION } from './version.ts';

/** What a command does with the options it was given. Throws a `CliError` where a person has to do something. */
export type CommandAction = (options: never, args: readonly string[]) => Promise<void>;

export interface CommandEntry {
  readonly name: string;
  readonly about: string;
  define(command: Command): Command;
  /** Real ones: the tests run them. */
  readonly examples: readonly string[];
  /** What an exit code means here, besides 2 (wrong usage) and 3 (the configuration). */
  readonly exits?: Readonly<Record<number, string>>;
  load(): Promise<CommandAction>;
}

export function createProgram(entries: readonly CommandEntry[]): Command {
  const program = new Command('foldout')
    .description('One catalog of all your MCP tools, at constant cost.')
    .version(VERSION)
    .option('--debug', 'show where an error comes from')
    .addHelpText('after', '\nExamples:\n  foldout import\n  foldout search "cancel an order"\n  foldout serve --http')
    .configureOutput(inOneLine('foldout --help'))
    // Thrown to main, which knows the exit codes.
    .exitOverride();
  for (const entry of entries) {
    const { name, about, examples, exits = {} } = entry;
    const command = entry
      .define(program.command(name).description(about))
      .option('--debug', 'show where an error comes from');
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

/** An error is one line, and says what to type next. */
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
