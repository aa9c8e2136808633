import { type Command, InvalidArgumentError } from 'commander';

export function withConfig(command: Command): Command {
  return command.option(
    '-c, --config <file>',
    'configuration file (default: foldout.json or mcp.json here, then your settings folder, then the files of clients)',
  );
}

export function withJson(command: Command): Command {
  return command.option('--json', 'print one JSON value');
}

export function repeated(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

export function positive(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('Use a whole number of at least 1.');
  return value;
}

export function port(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0 && value < 65_536) return value;
  throw new InvalidArgumentError('Use a number from 0 to 65535, for example --port 3200.');
}
