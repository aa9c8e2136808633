import { resolve } from 'node:path';
import {
  agreedPart,
  discoverConfig,
  formatProblem,
  type LoadedConfig,
  loadConfig,
  type UnagreedFile,
} from '@foldout/gateway/internal/catalog';
import { typed } from './invocation.ts';
import { canAsk } from './output/ask.ts';
import { CliError, EXIT } from './output/fail.ts';
import { note } from './output/terminal.ts';

export interface ChosenConfig {
  readonly loaded: LoadedConfig;
  /** Missing if the configuration was merged from several clients. */
  readonly file?: string | undefined;
  /** Sentence that says where the configuration was found. Missing with --config. */
  readonly found?: string | undefined;
  /** Sentences for the user: where the configuration was found, and its problems. */
  readonly notes: readonly string[];
  /** Whether the file was found in a working folder, and needs the user's agreement. */
  readonly inFolder: boolean;
  /** Files of the working folder whose servers do not start, because the user has not agreed to them. */
  readonly unagreed: readonly UnagreedFile[];
}

/**
 * The configuration of --config, or the one in the default places. `wasFound`: the named file was found in a working folder
 * by the process that passes it on. Otherwise, naming a file is agreement.
 */
export function chooseConfig(named: string | undefined, wasFound = false): ChosenConfig {
  if (named !== undefined) {
    const { loaded, unagreed } = wasFound
      ? agreedPart(loadConfig(named), resolve(named))
      : { loaded: loadConfig(named), unagreed: [] };
    return {
      loaded,
      file: named,
      inFolder: wasFound,
      unagreed,
      notes: [...loaded.problems.map(formatProblem), ...unagreed.map(heldNote)],
    };
  }
  const { loaded, file, inFolder, found, unagreed } = discoverConfig();
  if (found.length === 0) {
    throw new CliError(
      `no configuration found. Pass one with --config mcp.json, or create one: ${typed('import')}`,
      EXIT.config,
    );
  }
  const places = found.map(({ title, file: path }) => `${title} (${path})`).join(', ');
  const how = file ? `using ${file}` : `using the servers of ${places}`;
  const notes = [how, ...loaded.problems.map(formatProblem), ...unagreed.map(heldNote)];
  return { loaded, file, inFolder, found: how, unagreed, notes };
}

function heldNote({ file, servers }: UnagreedFile): string {
  const names = Object.keys(servers).join(', ');
  return `${file} was found in the working folder. Its servers (${names}) do not start until you agree: ${typed(`allow ${JSON.stringify(file)}`)}`;
}

/**
 * Like `chooseConfig`, and prints the notes to stderr. On a terminal, it shows what a file of the working folder would run
 * and asks for agreement. The note `found` is only printed on a terminal.
 */
export async function chooseConfigWithNotes(named: string | undefined): Promise<ChosenConfig> {
  let chosen = chooseConfig(named);
  if (chosen.unagreed.length > 0 && canAsk()) {
    const { askToAgree } = await import('./agreeing.ts');
    if (await askToAgree(chosen.unagreed)) chosen = chooseConfig(named);
  }
  for (const line of chosen.notes) {
    if (line !== chosen.found || process.stderr.isTTY) note(line);
  }
  return chosen;
}
