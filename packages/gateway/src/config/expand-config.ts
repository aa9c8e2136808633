import { basename, dirname, isAbsolute, resolve, sep } from 'node:path';
import { asObject, clientFileNames, isObject, type JsonObject } from '@foldout/clients/internal';
import type { Advice, ConfigPath, FieldProblem } from './problem.ts';
import type { SecretValues } from './secrets.ts';

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** The value of `${workspaceFolder}`. */
  readonly workspace: string;
  /** The stored secret of a `${keychain:NAME}`. Throws if the store cannot be read. */
  readonly secret?: ((name: string) => string | undefined) | undefined;
}

export interface Expansion {
  readonly text: string;
  readonly problems: readonly Advice[];
  /** The variables that were read, with their values. */
  readonly read: readonly (readonly [name: string, value: string])[];
  /** The stored secrets that were read. */
  readonly stored: readonly string[];
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** How deep defaults may be nested in defaults. */
const MAX_DEPTH = 16;
/** A reference of a client that Foldout does not support, such as `${command:pick}`. */
const FOREIGN = /^([A-Za-z]+):(?!-)/;
const STORED = /^keychain:(.*)$/;
const HOME = /^~(?=$|[\\/])/;

/**
 * Replaces `${VAR}`, `${VAR:-default}`, `${keychain:NAME}` and the references of VS Code and Cursor. The value of a variable is not
 * expanded again, so it cannot refer to another variable. `$${` is a literal `${`.
 */
export function expandText(text: string, around: Surroundings): Expansion {
  const problems: Advice[] = [];
  const read: [string, string][] = [];
  const stored: string[] = [];
  const expand = (part: string, depth: number): string => {
    if (depth > MAX_DEPTH) {
      problems.push({ message: `defaults are nested more than ${MAX_DEPTH} deep`, fix: 'write a plain default' });
      return part;
    }
    let out = '';
    let rest = part;
    for (let start = rest.indexOf('${'); start !== -1; start = rest.indexOf('${')) {
      if (rest[start - 1] === '$') {
        out += `${rest.slice(0, start - 1)}\${`;
        rest = rest.slice(start + 2);
        continue;
      }
      const end = closingBrace(rest, start + 2);
      if (end === -1) break;
      out += rest.slice(0, start) + expandReference(rest.slice(start + 2, end), depth);
      rest = rest.slice(end + 1);
    }
    return out + rest;
  };
  const expandReference = (reference: string, depth: number): string => {
    const known = fixed(reference, around);
    if (known !== undefined) return known;
    const [, secretName] = STORED.exec(reference) ?? [];
    if (secretName !== undefined) {
      const secret = storedSecret(secretName, around);
      if (typeof secret === 'string') {
        stored.push(secret);
        return secret;
      }
      problems.push(secret);
      return `\${${reference}}`;
    }
    const split = reference.indexOf(':-');
    const name = (split === -1 ? reference : reference.slice(0, split)).replace(/^env:/, '');
    if (NAME.test(name)) {
      const value = around.env[name];
      if (typeof value === 'string' && (value !== '' || split === -1)) {
        read.push([name, value]);
        return value;
      }
      if (split !== -1) return expand(reference.slice(split + 2), depth + 1);
      problems.push({
        message: `the environment variable ${name} is not set`,
        fix: `set it, or write \${${name}:-default}`,
      });
    } else {
      const [, kind] = FOREIGN.exec(reference) ?? [];
      if (kind) problems.push(unsupported(kind));
    }
    return `\${${reference}}`;
  };
  return { text: expand(text, 0), problems, read, stored };
}

/** Replaces a leading `~` with the home folder, as a shell does. */
export function expandHome(text: string, home: string): string {
  return text.replace(HOME, () => home);
}

function fixed(reference: string, { home, workspace }: Surroundings): string | undefined {
  if (reference === 'workspaceFolder') return workspace;
  if (reference === 'workspaceFolderBasename') return basename(workspace);
  if (reference === 'userHome') return home;
  if (reference === 'pathSeparator' || reference === '/') return sep;
  return undefined;
}

function storedSecret(name: string, { secret }: Surroundings): string | Advice {
  const fix = `run: foldout secret set ${name}`;
  try {
    return secret?.(name) ?? { message: `the secret ${name} is not stored`, fix };
  } catch (error) {
    return { message: `the secret ${name} cannot be read: ${(error as Error).message}`, fix };
  }
}

function unsupported(kind: string): Advice {
  const message =
    kind === 'input'
      ? `\${input:…} asks the user for a value, which only a client can do`
      : `\${${kind}:…} works only in the client that it was written for`;
  return { message, fix: `write \${NAME} and set that variable` };
}

/** The index of the closing brace. Braces of nested defaults are skipped. */
function closingBrace(text: string, from: number): number {
  let depth = 1;
  for (let index = from; index < text.length; index++) {
    if (text.startsWith('${', index)) depth++;
    if (text[index] === '}' && --depth === 0) return index;
  }
  return -1;
}

/** The fields of a server in which variables are replaced: not in globs, names and descriptions. */
export const SERVER_TEXT_FIELDS: readonly string[] = [
  'command',
  'args',
  'env',
  'cwd',
  'url',
  'headers',
  'bearerToken',
  'oauth',
  'openapi',
  'baseUrl',
  'credentials',
];
/** Fields in which a leading `~` is the home folder. */
const PATH_FIELDS = new Set(['command', 'args', 'env', 'cwd', 'openapi']);
const SETTINGS = ['http', 'database', 'stateFolder', 'skillFolders'];

export interface ExpandedConfig {
  readonly value: JsonObject;
  /** The fields whose variables are not set. */
  readonly missing: readonly FieldProblem[];
}

/** Replaces variables after the file was parsed, so that the value of a variable cannot become syntax. */
export function expandConfig(
  config: JsonObject,
  around: Surroundings,
  folder: string,
  secrets: SecretValues,
): ExpandedConfig {
  const missing: FieldProblem[] = [];
  const expand = (value: unknown, path: ConfigPath, tilde: boolean): unknown => {
    if (typeof value === 'string') {
      const { text, problems, read, stored } = expandText(tilde ? expandHome(value, around.home) : value, around);
      for (const advice of problems) missing.push({ severity: 'error', path, ...advice });
      for (const [name, variableValue] of read) secrets.addVariable(name, variableValue);
      for (const secret of stored) secrets.add(secret);
      return text;
    }
    if (Array.isArray(value)) return value.map((item, index) => expand(item, [...path, index], tilde));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, expand(inner, [...path, key], tilde)]));
  };
  const expandFields = (
    raw: JsonObject,
    fields: readonly string[],
    path: ConfigPath,
    paths: ReadonlySet<string>,
  ): JsonObject => {
    const present = fields.filter((field) => raw[field] !== undefined);
    const expanded = present.map((field) => [field, expand(raw[field], [...path, field], paths.has(field))]);
    return { ...raw, ...Object.fromEntries(expanded) };
  };
  const servers = Object.entries(asObject(config['mcpServers'])).map(([name, server]) => {
    if (!isObject(server)) return [name, server];
    const expanded = expandFields(server, SERVER_TEXT_FIELDS, ['mcpServers', name], PATH_FIELDS);
    return [name, withFolder(withFolder(expanded, 'cwd', folder), 'openapi', folder)];
  });
  const { policy } = config;
  const ask = isObject(policy) ? policy['ask'] : undefined;
  const withAsk = isObject(ask)
    ? { ...config, policy: { ...asObject(policy), ask: expandFields(ask, ['webhook'], ['policy', 'ask'], new Set()) } }
    : config;
  const settings = expandFields(withAsk, SETTINGS, [], new Set(['stateFolder', 'skillFolders']));
  const value = withSkillFolders(withFolder(settings, 'stateFolder', folder), folder);
  return {
    value: isObject(config['mcpServers']) ? { ...value, mcpServers: Object.fromEntries(servers) } : value,
    missing,
  };
}

/** A relative folder or file is relative to the configuration file, not to the folder where the gateway was started. */
function withFolder(raw: JsonObject, field: string, folder: string): JsonObject {
  const value = raw[field];
  if (
    typeof value !== 'string' ||
    value === '' ||
    value.startsWith('${') ||
    isAbsolute(value) ||
    /^https?:/i.test(value)
  )
    return raw;
  return { ...raw, [field]: resolve(folder, value) };
}

function withSkillFolders(raw: JsonObject, folder: string): JsonObject {
  const { skillFolders } = raw;
  if (!Array.isArray(skillFolders)) return raw;
  return { ...raw, skillFolders: skillFolders.map((one) => withFolder({ one }, 'one', folder)['one']) };
}

export interface ConfigFolders {
  /** The base of relative folders. */
  readonly folder: string;
  /** The value of `${workspaceFolder}`. */
  readonly workspace: string;
}

/** In a project, a client's file is one folder deeper (`.vscode/mcp.json`). A file in the home folder has no project. */
export function foldersOf(file: string | undefined, cwd: string, home: string): ConfigFolders {
  if (!file) return { folder: cwd, workspace: cwd };
  const folder = dirname(resolve(cwd, file));
  const project = clientFileNames().folders.has(basename(folder)) ? dirname(folder) : undefined;
  return project && project !== home ? { folder: project, workspace: project } : { folder, workspace: cwd };
}
