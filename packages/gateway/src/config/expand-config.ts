import { dirname, isAbsolute, resolve } from 'node:path';
import { asRaw, isRaw, type Raw } from './client-fields.ts';
import type { ConfigIssue } from './config-issues.ts';
import type { ConfigPath } from './config-problem.ts';
import type { SecretValues } from './secret-values.ts';
import { expandHome, expandText, type Surroundings } from './variables.ts';

/** Where a server has its texts expanded. Globs, names and descriptions are taken as they stand. */
export const SERVER_TEXT_FIELDS: readonly string[] = [
  'command',
  'args',
  'env',
  'cwd',
  'url',
  'headers',
  'bearerToken',
  'oauth',
];
/** Fields in which a shell would read a leading `~`. */
const PATH_FIELDS = new Set(['command', 'args', 'env', 'cwd']);
const SETTINGS = ['http', 'database', 'stateFolder'];

export interface ExpandedConfig {
  readonly value: Raw;
  /** A variable that is missing, with the field that needs it. */
  readonly missing: readonly ConfigIssue[];
}

/** Expands the texts of a parsed configuration: what a variable holds can never become syntax. */
export function expandConfig(config: Raw, around: Surroundings, folder: string, secrets: SecretValues): ExpandedConfig {
  const missing: ConfigIssue[] = [];
  const expand = (value: unknown, path: ConfigPath, tilde: boolean): unknown => {
    if (typeof value === 'string') {
      const { text, problems, read } = expandText(tilde ? expandHome(value, around.home) : value, around);
      for (const message of problems) missing.push({ path, message });
      for (const [name, held] of read) secrets.addVariable(name, held);
      return text;
    }
    if (Array.isArray(value)) return value.map((one, index) => expand(one, [...path, index], tilde));
    if (!isRaw(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, expand(one, [...path, key], tilde)]));
  };
  const expandFields = (raw: Raw, fields: readonly string[], path: ConfigPath, paths: ReadonlySet<string>): Raw => {
    const present = fields.filter((field) => raw[field] !== undefined);
    const expanded = present.map((field) => [field, expand(raw[field], [...path, field], paths.has(field))]);
    return { ...raw, ...Object.fromEntries(expanded) };
  };
  const servers = Object.entries(asRaw(config['mcpServers'])).map(([name, server]) => {
    if (!isRaw(server)) return [name, server];
    const expanded = expandFields(server, SERVER_TEXT_FIELDS, ['mcpServers', name], PATH_FIELDS);
    return [name, withFolder(expanded, 'cwd', folder)];
  });
  const settings = expandFields(config, SETTINGS, [], new Set(['stateFolder']));
  const value = withFolder(settings, 'stateFolder', folder);
  return {
    value: isRaw(config['mcpServers']) ? { ...value, mcpServers: Object.fromEntries(servers) } : value,
    missing,
  };
}

/** A relative folder is meant from the file that names it, wherever the gateway was started. */
function withFolder(raw: Raw, field: string, folder: string): Raw {
  const value = raw[field];
  if (typeof value !== 'string' || value === '' || value.startsWith('${') || isAbsolute(value)) return raw;
  return { ...raw, [field]: resolve(folder, value) };
}

export interface ConfigFolders {
  /** What relative folders are meant from. */
  readonly folder: string;
  /** What `${workspaceFolder}` means. */
  readonly workspace: string;
}

/** A project keeps the file of a client one folder deeper than where it is meant; a person's file knows no project. */
export function foldersOf(file: string | undefined, cwd: string, home: string): ConfigFolders {
  if (!file) return { folder: cwd, workspace: cwd };
  const folder = dirname(resolve(cwd, file));
  const project = /[\\/]\.(vscode|cursor)$/.test(folder) ? dirname(folder) : undefined;
  return project && project !== home ? { folder: project, workspace: project } : { folder, workspace: cwd };
}
