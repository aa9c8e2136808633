import { basename } from 'node:path';
import { findSimilarTools } from '@foldout/core';
import { isRaw, type Raw, translateServer } from './client-fields.ts';
import type { ConfigPath } from './config-problem.ts';
import { gatewayConfig } from './config-schema.ts';
import { LegalNames } from './server-names.ts';

export interface ShapedConfig {
  /** The configuration in our own shape, not yet checked. */
  readonly value: Raw;
  /** In a client's own file, what is wrong with one server is no reason to refuse the others. */
  readonly owner: 'foldout' | 'client';
  readonly warnings: readonly { readonly path: ConfigPath; readonly message: string; readonly server?: string }[];
  /** From a field of ours to where it stands in the file. */
  originOf(path: ConfigPath): ConfigPath;
}

const OWN_FIELDS = Object.keys(gatewayConfig.shape);
const OWN_SETTINGS = OWN_FIELDS.filter((field) => field !== 'mcpServers' && field !== '$schema');
const CLIENT_FILES = new Set([
  '.mcp.json',
  'mcp.json',
  'mcp_config.json',
  'claude_desktop_config.json',
  '.claude.json',
  'settings.json',
  'opencode.json',
  'opencode.jsonc',
]);

/** Brings the shapes of Claude, Cursor, Windsurf, VS Code and OpenCode into our own. */
export function shapeConfig(root: Raw, file?: string): ShapedConfig {
  const place = serversPlace(root);
  const owner = ownerOf(root, place, file);
  const settings = Object.fromEntries(
    Object.entries(root).filter(([field]) => field !== place[0] && (owner === 'foldout' || OWN_FIELDS.includes(field))),
  );
  if (owner === 'client') delete settings['$schema'];
  const shaped = shapeServers(root, place, owner);
  return { ...shaped, value: { ...settings, ...shaped.value } };
}

/** The servers that stand at one place of a file. */
export function shapeServers(root: Raw, place: readonly string[], owner: ShapedConfig['owner']): ShapedConfig {
  const servers = place.reduce<unknown>((value, step) => (isRaw(value) ? value[step] : undefined), root);
  if (!isRaw(servers)) {
    const value = servers === undefined ? {} : { mcpServers: servers };
    return { value, owner, warnings: [], originOf: (path) => (path[0] === 'mcpServers' ? place : path) };
  }
  const shaped: Record<string, unknown> = {};
  const origins = new Map<string, { path: ConfigPath; fields: ReadonlyMap<string, string> }>();
  const warnings: { path: ConfigPath; message: string; server?: string }[] = [];
  const names = new LegalNames();
  for (const [given, raw] of Object.entries(servers)) {
    const name = owner === 'client' ? names.take(given) : given;
    const path = ['mcpServers', name];
    if (name !== given) warnings.push({ path, server: name, message: `the name was made legal: it is "${name}" here` });
    const translated = isRaw(raw)
      ? translateServer(place[0] === 'mcp' ? dollarReferences(raw) : raw)
      : { server: raw, origins: new Map<string, string>(), warnings: [] };
    shaped[name] = translated.server;
    origins.set(name, { path: [...place, given], fields: translated.origins });
    for (const { field, message } of translated.warnings) {
      warnings.push({ path: [...path, field], server: name, message });
    }
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

/** OpenCode writes `{env:NAME}` for what everybody else writes `${env:NAME}`. */
function dollarReferences<Value>(value: Value): Value {
  const text = JSON.stringify(value).replaceAll(/(?<!\$)\{env:([A-Za-z_]\w*)\}/g, (_, name: string) => `\${${name}}`);
  return JSON.parse(text) as Value;
}

/** Where the servers of a file stand, by the shape of the file. */
export function serversPlace(root: Raw): readonly string[] {
  if ('mcpServers' in root) return ['mcpServers'];
  if (isRaw(root['servers'])) return ['servers'];
  const mcp = root['mcp'];
  if (!isRaw(mcp)) return ['mcpServers'];
  // The settings of VS Code keep their servers one step deeper than OpenCode does.
  const nested = mcp['servers'];
  return isRaw(nested) && !('type' in nested) && !('command' in nested) ? ['mcp', 'servers'] : ['mcp'];
}

function ownerOf(root: Raw, place: readonly string[], file: string | undefined): ShapedConfig['owner'] {
  if (String(root['$schema'] ?? '').includes('foldout')) return 'foldout';
  if (place[0] !== 'mcpServers') return 'client';
  if (!('mcpServers' in root)) return 'foldout';
  const fields = Object.keys(root).filter((field) => field !== 'mcpServers' && field !== '$schema');
  if (fields.some((field) => findSimilarTools(field, OWN_SETTINGS, 1).length > 0)) return 'foldout';
  return fields.length > 0 || CLIENT_FILES.has(basename(file ?? '')) ? 'client' : 'foldout';
}
