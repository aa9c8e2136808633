import { describeServer, type ServerConfig } from '@foldout/gateway';
import { openOwnConfig, serverIn, writeFields } from '../adding/own-config.ts';
import { typed } from '../invocation.ts';
import { CliError } from '../output/fail.ts';
import { oneLine } from '../output/safe-text.ts';
import { note, print, printJson } from '../output/terminal.ts';
import type { CommonOptions } from '../program.ts';

/** Removes a server from the configuration. */
export async function remove(options: CommonOptions, [name = '']: readonly string[]): Promise<void> {
  await change(options, name, [{ path: ['mcpServers', name], value: undefined }], 'removed');
}

/** Loads a server again that was disabled. */
export async function enable(options: CommonOptions, [name = '']: readonly string[]): Promise<void> {
  await change(options, name, [{ path: ['mcpServers', name, 'disabled'], value: undefined }], 'enabled');
}

/** Keeps a server in the configuration, and does not load it. */
export async function disable(options: CommonOptions, [name = '']: readonly string[]): Promise<void> {
  await change(options, name, [{ path: ['mcpServers', name, 'disabled'], value: true }], 'disabled');
}

/** Sets fields of a server: `env.TOKEN=x`, `args:=["a"]`; an empty value removes the field. */
export async function edit(options: CommonOptions, [name = '', ...pairs]: readonly string[]): Promise<void> {
  const own = openOwnConfig(options.config);
  const server = serverIn(own, name);
  if (pairs.length > 0)
    return change(
      options,
      name,
      pairs.map((pair) => fieldOf(name, pair)),
      'changed',
    );
  if (options.json)
    return printJson({
      server: name,
      how: describeServer(server as ServerConfig),
      fields: Object.keys(server),
      file: own.file,
    });
  print(`${name}  ${oneLine(describeServer(server as ServerConfig))}`);
  note(`to change a field: ${typed(`edit ${name} description="What it is for" env.NAME=value`)}`);
}

async function change(
  options: CommonOptions,
  name: string,
  fields: readonly { readonly path: readonly string[]; readonly value: unknown }[],
  done: string,
): Promise<void> {
  const own = openOwnConfig(options.config);
  serverIn(own, name);
  const backup = await writeFields(own, fields);
  if (options.json) printJson({ server: name, done, file: own.file, backup: backup ?? null });
  else note(`${done} ${name} in ${own.file}${backup ? ` (backup: ${backup})` : ''}`);
}

function fieldOf(server: string, pair: string): { path: readonly string[]; value: unknown } {
  const [, key = '', isJson, text = ''] = /^([\w$.-]+)(:?)=(.*)$/s.exec(pair) ?? [];
  if (key === '')
    throw new CliError(`'${pair.split('=')[0]}' is not key=value. Write for example description="What it is for"`);
  const [field = '', ...rest] = key.split('.');
  // A name of a variable or a header may contain dots.
  const path = ['mcpServers', server, field, ...(rest.length > 0 ? [rest.join('.')] : [])];
  if (text === '') return { path, value: undefined };
  return { path, value: isJson ? json(text, key) : text };
}

function json(text: string, key: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CliError(`the value of '${key}:=' is not valid JSON. For a string, write ${key}=…`);
  }
}
