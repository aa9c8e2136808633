import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { variablesIn } from '@foldout/gateway/internal/daemon';
import { chooseConfig } from '../find-config.ts';
import { typed } from '../invocation.ts';
import { CliError, EXIT } from '../output/fail.ts';
import { note, print } from '../output/terminal.ts';
import type { CommonOptions } from '../program.ts';
import { type ServiceFile, serviceFile } from '../service/service-file.ts';

export interface ServiceOptions extends CommonOptions {
  readonly print?: boolean;
}

/** `foldout service install | uninstall`: writes or deletes the file, and prints the commands that apply it. */
export async function service(options: ServiceOptions, [action]: readonly string[]): Promise<void> {
  if (action === 'install') install(options);
  else if (action === 'uninstall') uninstall();
  else throw new CliError(`There is no action '${action}'. Use ${typed('service install')}, or uninstall.`);
}

function install(options: ServiceOptions): void {
  const { file } = chooseConfig(options.config);
  if (file === undefined) {
    throw new CliError(`The service needs a configuration file. Create one: ${typed('import')}`, EXIT.config);
  }
  const config = resolve(file);
  const made = fileFor(config);
  if (options.print) {
    print(made.text);
    return;
  }
  mkdirSync(dirname(made.path), { recursive: true });
  writeFileSync(made.path, made.text);
  note(`wrote ${made.path}. To start the service, now and when you log in:`);
  print(made.enable.join('\n'));
  const variables = variablesIn(readFileSync(config, 'utf8'));
  if (variables.length === 0) return;
  note(
    `the configuration refers to ${variables.join(', ')}. A service does not have the variables of your shell: clients with other values start a gateway of their own.`,
  );
}

function uninstall(): void {
  const { path, disable } = fileFor('');
  if (!existsSync(path)) throw new CliError(`There is no service: ${path} does not exist.`, EXIT.failed);
  rmSync(path);
  note(`deleted ${path}. To end the running service:`);
  print(disable.join('\n'));
}

function fileFor(config: string): ServiceFile {
  const { platform, env, execPath, argv } = process;
  const command = [execPath, argv[1] ?? '', 'serve', '--background', '--config', config];
  return serviceFile({ platform, env, home: homedir(), command });
}
