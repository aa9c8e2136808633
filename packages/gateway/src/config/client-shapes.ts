import { basename } from 'node:path';
import {
  clientFileNames,
  isObject,
  type JsonObject,
  serversPath,
  translateServer,
  withoutOpenCodeReferences,
} from '@foldout/clients/internal';
import { findSimilarTools } from '@foldout/core';
import { gatewayConfig, MAX_SERVER_NAME } from './config-schema.ts';
import type { ConfigPath, FieldProblem } from './problem.ts';

export interface ShapedConfig {
  /** The configuration in Foldout's own fields, not yet checked. */
  readonly value: JsonObject;
  /** Whose file it is. In a client's file, a problem with one server does not refuse the other servers. */
  readonly owner: 'foldout' | 'client';
  readonly warnings: readonly FieldProblem[];
  /** Maps the path of a field in `value` to its path in the file. */
  originOf(path: ConfigPath): ConfigPath;
}

const OWN_FIELDS = Object.keys(gatewayConfig.shape);
const OWN_SETTINGS = OWN_FIELDS.filter((field) => field !== 'mcpServers' && field !== '$schema');
/** A misspelling of these means that the file is Foldout's. Clients have fields that look like the others (`projects`). */
const DISTINCT_SETTINGS = OWN_SETTINGS.filter((field) => field !== 'profiles' && field !== 'clients');

/** Reads a configuration file of Foldout or of any client into Foldout's own fields. */
export function shapeConfig(root: JsonObject, file?: string): ShapedConfig {
  const place = serversPath(root);
  const owner = ownerOf(root, place, file);
  const settings = Object.fromEntries(
    Object.entries(root).filter(([field]) => field !== place[0] && (owner === 'foldout' || OWN_FIELDS.includes(field))),
  );
  if (owner === 'client') delete settings['$schema'];
  const shaped = shapeServers(root, place, owner);
  return { ...shaped, value: { ...settings, ...shaped.value } };
}

/** Reads the servers at one path of a file into Foldout's own fields. */
export function shapeServers(root: JsonObject, place: readonly string[], owner: ShapedConfig['owner']): ShapedConfig {
  const servers = place.reduce<unknown>((value, step) => (isObject(value) ? value[step] : undefined), root);
  if (!isObject(servers)) {
    const value = servers === undefined ? {} : { mcpServers: servers };
    return { value, owner, warnings: [], originOf: (path) => (path[0] === 'mcpServers' ? place : path) };
  }
  const shaped: Record<string, unknown> = {};
  const origins = new Map<string, { path: ConfigPath; fields: ReadonlyMap<string, string> }>();
  const warnings: FieldProblem[] = [];
  const warn = (path: ConfigPath, message: string, fix: string): void => {
    warnings.push({ severity: 'warning', path, message, fix });
  };
  const names = new ServerNames();
  for (const [written, raw] of Object.entries(servers)) {
    const name = owner === 'client' ? names.take(written) : written;
    const path = ['mcpServers', name];
    if (name !== written) warn(path, `Foldout calls this server "${name}"`, 'rename it to choose another name');
    const translated = isObject(raw)
      ? translateServer(place[0] === 'mcp' ? withoutOpenCodeReferences(raw) : raw)
      : { server: raw, origins: new Map<string, string>(), warnings: [] };
    shaped[name] = translated.server;
    origins.set(name, { path: [...place, written], fields: translated.origins });
    for (const { field, message, fix } of translated.warnings) warn([...path, field], message, fix);
  }
  const originOf = (path: ConfigPath): ConfigPath => {
    const [first, name, field, ...rest] = path;
    if (first !== 'mcpServers') return path;
    const origin = origins.get(String(name));
    if (!origin) return place;
    return field === undefined ? origin.path : [...origin.path, origin.fields.get(String(field)) ?? field, ...rest];
  };
  return { value: { mcpServers: shaped }, owner, warnings, originOf };
}

function ownerOf(root: JsonObject, place: readonly string[], file: string | undefined): ShapedConfig['owner'] {
  if (String(root['$schema'] ?? '').includes('foldout')) return 'foldout';
  if (place[0] !== 'mcpServers') return 'client';
  if (!('mcpServers' in root)) return 'foldout';
  const fields = Object.keys(root).filter((field) => field !== 'mcpServers' && field !== '$schema');
  const isOwn = (field: string): boolean =>
    OWN_SETTINGS.includes(field) || findSimilarTools(field, DISTINCT_SETTINGS, 1).length > 0;
  if (fields.some(isOwn)) return 'foldout';
  return fields.length > 0 || clientFileNames().files.has(basename(file ?? '')) ? 'client' : 'foldout';
}

/** Gives every server a valid and unique name. */
export class ServerNames {
  readonly #taken = new Set<string>();

  has(name: string): boolean {
    return this.#taken.has(name);
  }

  take(name: string): string {
    const valid = validName(name);
    let free = valid;
    for (let count = 2; this.#taken.has(free); count++) free = withSuffix(valid, String(count));
    this.#taken.add(free);
    return free;
  }
}

function validName(name: string): string {
  const valid = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .replace(/-+$/, '')
    .slice(0, MAX_SERVER_NAME);
  return valid || 'server';
}

export function withSuffix(name: string, suffix: string): string {
  return `${name.slice(0, MAX_SERVER_NAME - suffix.length - 1)}-${suffix}`;
}
