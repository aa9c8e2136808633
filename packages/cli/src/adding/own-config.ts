import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { asObject, isObject, type JsonObject } from '@foldout/clients/internal';
import { ConfigError, loadConfig, writeConfig } from '@foldout/gateway';
import {
  agreeTo,
  editConfigText,
  fingerprintOfText,
  isAgreed,
  ownConfigFile,
  parseValue,
} from '@foldout/gateway/internal';
import { discoverConfig } from '@foldout/gateway/internal/catalog';
import { typed } from '../invocation.ts';
import { CliError, EXIT } from '../output/fail.ts';

/** Foldout's configuration as a text that commands edit. */
export interface OwnConfig {
  readonly file: string;
  readonly text: string;
  readonly servers: Readonly<Record<string, JsonObject>>;
}

/** The configuration of --config, or the one in the default places. It may not exist yet. */
export function openOwnConfig(named: string | undefined): OwnConfig {
  const file = resolve(named ?? discoverConfig().file ?? ownConfigFile());
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const servers = asObject(asObject(parsed(file, text))['mcpServers']);
  return {
    file,
    text,
    servers: Object.fromEntries(Object.entries(servers).filter(([, one]) => isObject(one))) as OwnConfig['servers'],
  };
}

function parsed(file: string, text: string): unknown {
  try {
    return parseValue('json', text);
  } catch (error) {
    throw new CliError(
      `${file} cannot be edited: ${(error as Error).message}. To see where: ${typed('doctor')}`,
      EXIT.config,
    );
  }
}

/** The server with this name. */
export function serverIn({ servers, file }: OwnConfig, name: string): JsonObject {
  const server = Object.hasOwn(servers, name) ? servers[name] : undefined;
  if (server) return server;
  if (!existsSync(file)) {
    throw new CliError(
      `${file}: there is no such file. To make one: ${typed('add <package, command or URL>')}`,
      EXIT.config,
    );
  }
  const names = Object.keys(servers);
  const known =
    names.length > 0
      ? `Servers: ${names.join(', ')}`
      : `It has none. To add one: ${typed('add <package, command or URL>')}`;
  throw new CliError(`There is no server '${name}' in ${file}. ${known}`);
}

/**
 * Sets fields of the configuration, checks the result and writes it. Comments stay, and a backup is kept. `whole`: a text
 * that replaces the configuration first.
 */
export async function writeFields(
  { file, text }: OwnConfig,
  fields: readonly { readonly path: readonly string[]; readonly value: unknown }[],
  whole = text,
): Promise<string | undefined> {
  const edited = fields.reduce((now, { path, value }) => editConfigText(now, path, value, file), whole);
  try {
    // Variables that are not set yet concern one server, and do not refuse the configuration.
    loadConfig({ text: edited, file });
  } catch (error) {
    if (error instanceof ConfigError) throw new CliError(error.message);
    throw error;
  }
  const agrees = text === '' || isAgreed(file, fingerprintOfText(text));
  const { backup } = await writeConfig(file, edited);
  // The user made this change. It must not withdraw an agreement, nor give one to what others wrote.
  if (agrees) await agreeTo(file, fingerprintOfText(edited));
  return backup;
}
