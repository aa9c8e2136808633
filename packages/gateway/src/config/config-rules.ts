import { asObject, isObject, type JsonObject } from '@foldout/clients/internal';
import { isLoopback } from '@foldout/core/internal';
import type { ConfigPath, FieldProblem } from './problem.ts';

/** The problems that concern several fields. Values of the wrong type are left to the schema. */
export function brokenRules(config: JsonObject): FieldProblem[] {
  const servers = Object.entries(asObject(config['mcpServers']));
  return [
    ...servers.flatMap(([name, server]) => (isObject(server) ? serverRules(server, ['mcpServers', name]) : [])),
    ...(isObject(config['http']) ? httpRules(config['http']) : []),
    ...profileRules(config),
    ...databaseRules(config['database']),
  ];
}

function serverRules(server: JsonObject, path: ConfigPath): FieldProblem[] {
  const local = server['command'] !== undefined;
  const remote = server['url'] !== undefined;
  if (local && remote) {
    return [error([...path, 'url'], 'the server has both a "command" and a "url"', 'keep one of them')];
  }
  if (!local && !remote) {
    const fix = 'write the "command" that starts it or the "url" where it answers';
    return [error(path, 'the server has neither a "command" nor a "url"', fix)];
  }
  const type = server['type'];
  const problems: FieldProblem[] = [];
  if (local && typeof type === 'string' && type !== 'stdio') {
    const fix = 'write "stdio" or remove the field';
    problems.push(error([...path, 'type'], 'a server with a "command" cannot have this type', fix));
  }
  if (remote && type === 'stdio') {
    const fix = 'write "http" or "sse", or remove the field';
    problems.push(error([...path, 'type'], 'a server with a "url" cannot have this type', fix));
  }
  const foreign = local ? ['headers', 'bearerToken', 'oauth'] : ['args', 'env', 'cwd'];
  for (const field of foreign) {
    if (isEmpty(server[field])) continue;
    const message = `only a server with a "${local ? 'url' : 'command'}" has this field`;
    problems.push({ severity: 'warning', path: [...path, field], message, fix: 'remove it' });
  }
  return problems;
}

function httpRules(http: JsonObject): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const tokens = Array.isArray(http['tokens']) ? http['tokens'] : [];
  const names = new Set<unknown>();
  tokens.forEach((token: unknown, index) => {
    if (!isObject(token)) return;
    const path = ['http', 'tokens', index];
    if (token['token'] === undefined && token['sha256'] === undefined) {
      problems.push(error(path, 'the token has neither "token" nor "sha256"', 'write one of them'));
    }
    if (token['name'] !== undefined && names.has(token['name'])) {
      problems.push(error([...path, 'name'], 'another token has this name', 'choose another name'));
    }
    names.add(token['name']);
  });
  const host = http['host'];
  if (typeof host === 'string' && !isLoopback(host) && tokens.length === 0 && http['oauth'] === undefined) {
    const message = 'other machines could use this gateway without credentials';
    const fix = 'write "http.tokens" or "http.oauth", or use the host 127.0.0.1';
    problems.push(error(['http', 'host'], message, fix));
  }
  return problems;
}

/** A profile can only name servers and categories of this file: any other name would make it empty without an error. */
function profileRules(config: JsonObject): FieldProblem[] {
  const servers = Object.entries(asObject(config['mcpServers']));
  const categories = servers.map(([name, server]) => asObject(server)['category'] ?? name);
  const known = [...new Set([...servers.map(([name]) => name), ...categories.map(String)])];
  const isKnown = (name: string, names: readonly string[]): boolean =>
    names.some((one) => one.toLowerCase() === name.toLowerCase());
  const fix =
    known.length > 0
      ? `write one of ${known.map((name) => JSON.stringify(name)).join(', ')}`
      : 'add servers to "mcpServers" first: the configuration has none';
  return Object.entries(asObject(config['profiles'])).flatMap(([profile, value]) => {
    const path = ['profiles', profile];
    const { toolsets, tools } = asObject(value);
    return [
      ...texts(toolsets).flatMap(([index, name]) => {
        return isKnown(name, known)
          ? []
          : [error([...path, 'toolsets', index], 'no server and no category has this name', fix)];
      }),
      ...texts(tools).flatMap(([index, name]) => {
        const slash = name.indexOf('/');
        if (
          slash === -1 ||
          isKnown(
            name.slice(0, slash),
            servers.map(([server]) => server),
          )
        )
          return [];
        return [
          error(
            [...path, 'tools', index],
            'no server has the name before the slash',
            'write "server/name", or the name alone',
          ),
        ];
      }),
    ];
  });
}

/** The texts of a list, with their positions. */
function texts(value: unknown): [index: number, text: string][] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list.flatMap((one, index): [number, string][] => (typeof one === 'string' ? [[index, one]] : []));
}

function databaseRules(database: unknown): FieldProblem[] {
  if (typeof database !== 'string' || /^postgres(ql)?:\/\//.test(database)) return [];
  const fix = 'write a URL that starts with postgres:// or postgresql://';
  return [error(['database'], 'is not the URL of a PostgreSQL database', fix)];
}

function error(path: ConfigPath, message: string, fix: string): FieldProblem {
  return { severity: 'error', path, message, fix };
}

/** Whether a field counts as not set: some clients write every field, with an empty value if it does not apply. */
function isEmpty(value: unknown): boolean {
  if (value === undefined || value === false) return true;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
