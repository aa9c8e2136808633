import { asRaw, isRaw, type Raw } from './client-fields.ts';
import type { ConfigIssue } from './config-issues.ts';
import type { ConfigPath } from './config-problem.ts';

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i;

/** Whether only this machine can reach an address. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/** What no single field can tell. Values of the wrong type are left to the schema. */
export function brokenRules(config: Raw): ConfigIssue[] {
  const servers = Object.entries(asRaw(config['mcpServers']));
  return [
    ...servers.flatMap(([name, server]) => (isRaw(server) ? serverRules(server, ['mcpServers', name]) : [])),
    ...(isRaw(config['http']) ? httpRules(config['http']) : []),
    ...databaseRules(config['database']),
  ];
}

function serverRules(server: Raw, path: ConfigPath): ConfigIssue[] {
  const local = server['command'] !== undefined;
  const remote = server['url'] !== undefined;
  if (local && remote) {
    return [{ path: [...path, 'url'], message: 'a server has a "command" or a "url", not both' }];
  }
  if (!local && !remote) {
    return [{ path, message: 'a server needs a "command" to start it or a "url" to reach it' }];
  }
  const type = server['type'];
  const issues: ConfigIssue[] = [];
  if (local && typeof type === 'string' && type !== 'stdio') {
    issues.push({ path: [...path, 'type'], message: 'a server with a "command" is of type "stdio"' });
  }
  if (remote && type === 'stdio') {
    issues.push({ path: [...path, 'type'], message: 'a server with a "url" is of type "http" or "sse"' });
  }
  const foreign = local ? ['headers', 'bearerToken', 'oauth'] : ['args', 'env', 'cwd'];
  for (const field of foreign) {
    if (isEmpty(server[field])) continue;
    const owner = local ? 'url' : 'command';
    issues.push({ path: [...path, field], message: `only a server with a "${owner}" has this field`, ignorable: true });
  }
  return issues;
}

function httpRules(http: Raw): ConfigIssue[] {
  const issues: ConfigIssue[] = [];
  const tokens = Array.isArray(http['tokens']) ? http['tokens'] : [];
  const names = new Set<unknown>();
  tokens.forEach((token: unknown, index) => {
    if (!isRaw(token)) return;
    const path = ['http', 'tokens', index];
    if (token['token'] === undefined && token['sha256'] === undefined) {
      issues.push({ path, message: 'a token needs "token" or "sha256"' });
    }
    if (token['name'] !== undefined && names.has(token['name'])) {
      issues.push({ path: [...path, 'name'], message: 'another token has this name' });
    }
    names.add(token['name']);
  });
  const host = http['host'];
  if (typeof host === 'string' && !isLoopback(host) && tokens.length === 0 && http['oauth'] === undefined) {
    const message = 'beyond this machine, a gateway needs "http.tokens" or "http.oauth"; or use 127.0.0.1';
    issues.push({ path: ['http', 'host'], message });
  }
  return issues;
}

function databaseRules(database: unknown): ConfigIssue[] {
  if (typeof database !== 'string' || /^postgres(ql)?:\/\//.test(database)) return [];
  return [{ path: ['database'], message: 'expected an address that starts with postgres:// or postgresql://' }];
}

/** Some clients write every field, empty where it does not apply. */
function isEmpty(value: unknown): boolean {
  if (value === undefined || value === false) return true;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
