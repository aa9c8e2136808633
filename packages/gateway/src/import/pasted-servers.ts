import { asObject, isObject, type JsonObject, type Machine } from '@foldout/clients/internal';
import { parseConfigText } from '../config/config-text.ts';
import { ConfigError } from '../config/problem.ts';
import { serverOfLine } from './command-line.ts';
import { type ClientServers, parseClientFile } from './read-client-file.ts';
import { nameFor } from './server-name.ts';

/** The name of the text in messages. */
const STDIN = 'stdin';
/** Keys under which clients have their servers. */
const WRAPPER = /^(mcpServers|servers|mcp|mcp_servers|context_servers|extensions|amp\.mcpServers|mcp\.servers)$/;

/** Reads servers in any form that people copy: a client's JSON, TOML or YAML, a part of it, a command line, or an address. */
export function readPastedServers(text: string, machine: Machine): ClientServers[] {
  const source = text.trim();
  if (source === '') throw nothing();
  const found = readText(source, machine);
  if (found.every(({ servers, problems }) => Object.keys(servers).length === 0 && problems.length === 0))
    throw nothing();
  return found;
}

function readText(source: string, machine: Machine): ClientServers[] {
  if (/^\s*\[\s*mcp_servers\b/m.test(source)) return parseClientFile(source, { file: `${STDIN}.toml` }, machine);
  if (/^(extensions|mcpServers|context_servers):/m.test(source)) return parseYaml(source, machine);
  if (/^["{[/]/.test(source)) return parseJson(source, machine);
  const lines = source
    .replaceAll(/\\\r?\n\s*/g, ' ')
    .split(/\r?\n/)
    .map((line) => line.trim());
  const servers = lines.filter((line) => line !== '' && !line.startsWith('#')).map(serverOfLine);
  return wrapped(Object.fromEntries(servers.map(({ name, server }) => [name, server])), machine);
}

function parseYaml(source: string, machine: Machine): ClientServers[] {
  const [, key = 'mcpServers'] = /^(extensions|mcpServers|context_servers):/m.exec(source) ?? [];
  return parseClientFile(source, { file: `${STDIN}.yaml`, path: [key] }, machine);
}

/** A whole file, `"name": { … }` without the braces around it, servers by name, or one server. */
function parseJson(source: string, machine: Machine): ClientServers[] {
  const text = source.startsWith('"') ? `{ ${source.replace(/,\s*$/, '')} }` : source;
  const { value, problems } = parseConfigText(text, STDIN);
  if (problems.length > 0) throw new ConfigError(problems, STDIN);
  const root = asObject(value);
  const [key] = Object.keys(root).filter((field) => WRAPPER.test(field));
  if (key !== undefined && isObject(root[key]))
    return parseClientFile(text, { file: `${STDIN}.json`, path: placeOf(root, key) }, machine);
  if ('command' in root || 'url' in root) return wrapped({ [nameFor(root)]: root }, machine);
  return wrapped(root, machine);
}

function placeOf(root: JsonObject, key: string): readonly string[] {
  const inner = asObject(root[key]);
  return key === 'mcp' && isObject(inner['servers']) && !('command' in inner['servers']) ? ['mcp', 'servers'] : [key];
}

function wrapped(servers: JsonObject, machine: Machine): ClientServers[] {
  return parseClientFile(
    JSON.stringify({ mcpServers: servers }),
    { file: `${STDIN}.json`, path: ['mcpServers'] },
    machine,
  );
}

function nothing(): ConfigError {
  const fix = "paste a client's configuration, a command line such as `npx -y some-server`, or an address";
  return ConfigError.ofFile(STDIN, { message: 'no servers were found', fix });
}
