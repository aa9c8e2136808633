import type { ConfiguredClient, FieldRule } from '../client.ts';
import { renamed } from '../field-rules.ts';
import { isObject, type JsonObject } from '../json.ts';
import { hasNestedServers } from './vscode.ts';

const HTTP_NAMES = new Set<unknown>(['streamableHttp', 'streamable_http']);

const type: FieldRule = (value) => (HTTP_NAMES.has(value) ? { type: 'streamable-http' } : undefined);

/** A file of no known client, and the fields of clients that have no file here (Cline, Roo Code and others). */
export const other: ConfiguredClient = {
  id: 'imported',
  title: 'A file',
  config: {
    files: () => [],
    places: (root) => [{ path: serversPath(root) }],
  },
  entry: {
    fields: { transport: (value, server) => type(value, server) ?? { type: value }, enabledTools: renamed('include') },
    forms: { type },
    ignored: [
      '__proto__',
      '$schema',
      'alwaysAllow',
      'autoApprove',
      'icon',
      'icons',
      'name',
      'registry',
      'tools',
      'version',
    ],
  },
};

/** Where the servers of a file are, by the file's content alone. */
export function serversPath(root: JsonObject): readonly string[] {
  if ('mcpServers' in root) return ['mcpServers'];
  if (isObject(root['servers'])) return ['servers'];
  if (!isObject(root['mcp'])) return ['mcpServers'];
  return hasNestedServers(root) ? ['mcp', 'servers'] : ['mcp'];
}
