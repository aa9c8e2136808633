import { checkConfig } from '../config/check-config.ts';
import { asRaw, isRaw, type Raw } from '../config/client-fields.ts';
import { shapeServers } from '../config/client-shapes.ts';
import { readConfigFile } from '../config/config-file.ts';
import { ConfigError, type ConfigPath, type ConfigProblem } from '../config/config-problem.ts';
import type { ServerConfig } from '../config/config-schema.ts';
import { type ConfigText, parseConfigText, tooDeep } from '../config/config-text.ts';
import type { Client, Machine, ServersPlace } from './client.ts';
import { clientOf } from './clients.ts';
import { portableServer } from './portable-server.ts';
import { parseTomlText } from './toml-text.ts';

export interface ClientServers {
  readonly client: Client;
  readonly file: string;
  readonly project?: string | undefined;
  readonly servers: Readonly<Record<string, ServerConfig>>;
  readonly problems: readonly ConfigProblem[];
}

export interface ClientFileInput {
  readonly file: string;
  readonly client?: Client | undefined;
  readonly project?: string | undefined;
}

/** The servers of a client's file, by the place they stand at. Throws a `ConfigError` where it cannot be read. */
export function readClientFile({ file, client, project }: ClientFileInput, machine: Machine): ClientServers[] {
  const text = readConfigFile(file);
  const toml = client ? client.syntax === 'toml' : file.endsWith('.toml');
  // Clients make an empty file when they are installed.
  if (text.trim() === '') return [];
  const parsed = toml ? parseTomlText(text) : parseConfigText(text);
  if (parsed.problems.length > 0) {
    const problems = parsed.problems.map((problem) => ({ severity: 'error' as const, file, ...problem }));
    throw new ConfigError(problems, file);
  }
  try {
    return serversIn(parsed, { file, client, project }, machine);
  } catch (error) {
    throw new ConfigError([{ severity: 'error', file, path: '', message: tooDeep(error) }], file);
  }
}

function serversIn(parsed: ConfigText, { file, client, project }: ClientFileInput, machine: Machine): ClientServers[] {
  const root = asRaw(parsed.value);
  const owner = client ?? clientOf(file, root);
  return owner.places(root, machine).flatMap((place) => {
    const found = serversAt(parsed, root, { project, ...place }, file);
    return found ? [{ client: owner, file, project: place.project ?? project, ...found }] : [];
  });
}

function serversAt(
  parsed: ConfigText,
  root: Raw,
  { path, project }: ServersPlace,
  file: string,
): Pick<ClientServers, 'servers' | 'problems'> | undefined {
  const shaped = shapeServers(root, path, 'client');
  const servers = shaped.value['mcpServers'];
  if (!isRaw(servers) || Object.keys(servers).length === 0) return undefined;
  const warnings = [...shaped.warnings];
  const portable = Object.entries(servers).map(([name, raw]) => {
    if (!isRaw(raw)) return [name, raw];
    const made = portableServer(raw, project);
    for (const { field, message } of made.warnings) {
      warnings.push({ path: ['mcpServers', name, field], message, server: name });
    }
    return [name, made.server];
  });
  const value = { mcpServers: Object.fromEntries(portable) };
  // A variable is not replaced by an import: what it holds may be a secret, and may change.
  const isOpen = (at: ConfigPath): boolean => {
    const text = at.reduce<unknown>((inner, step) => (isRaw(inner) ? inner[step] : undefined), value);
    return typeof text === 'string' && text.includes('${');
  };
  const { config, problems } = checkConfig({
    parsed,
    shaped: { ...shaped, warnings },
    value,
    missing: [],
    isOpen,
    file,
  });
  return { servers: config.mcpServers, problems };
}
