import { asObject, isObject, type JsonObject } from '@foldout/clients/internal';
import { isLoopback, TOOL_ONLY_FIELDS } from '@foldout/core/internal';
import { isSafe, policyProblems } from './policy-rules.ts';
import { type ConfigPath, error, type FieldProblem } from './problem.ts';

/** The problems that concern several fields. Values of the wrong type are left to the schema. */
export function brokenRules(config: JsonObject): FieldProblem[] {
  const servers = Object.entries(asObject(config['mcpServers']));
  return [
    ...servers.flatMap(([name, server]) => (isObject(server) ? serverRules(server, ['mcpServers', name]) : [])),
    ...(isObject(config['http']) ? httpRules(config['http']) : []),
    ...profileRules(config),
    ...grantRules(config),
    ...policyProblems(config),
    ...overlayRules(config),
    ...databaseRules(config['database']),
  ];
}

/** The fields of which a server has exactly one, each with the fields that belong to it alone. */
const WAYS = {
  command: ['args', 'env', 'cwd'],
  url: ['oauth'],
  openapi: ['baseUrl', 'credentials'],
} as const;
type Way = keyof typeof WAYS;
/** Fields of servers that are reached over HTTP. */
const HTTP_FIELDS = ['headers', 'bearerToken'];

function serverRules(server: JsonObject, path: ConfigPath): FieldProblem[] {
  const ways = (Object.keys(WAYS) as Way[]).filter((way) => server[way] !== undefined);
  const [way, second] = ways;
  if (way === undefined) {
    const fix = 'write the "command" that starts it or the "url" where it answers';
    return [error(path, 'the server has neither a "command" nor a "url"', fix)];
  }
  if (second !== undefined) {
    return [error([...path, second], `the server has both a "${way}" and ${articled(second)}`, 'keep one of them')];
  }
  const type = server['type'];
  const problems: FieldProblem[] = [];
  if (way === 'command' && typeof type === 'string' && type !== 'stdio') {
    const fix = 'write "stdio" or remove the field';
    problems.push(error([...path, 'type'], 'a server with a "command" cannot have this type', fix));
  }
  if (way === 'url' && type === 'stdio') {
    const fix = 'write "http" or "sse", or remove the field';
    problems.push(error([...path, 'type'], 'a server with a "url" cannot have this type', fix));
  }
  if (way === 'openapi' && type !== undefined) {
    problems.push(error([...path, 'type'], 'a server with an "openapi" has no type', 'remove the field'));
  }
  for (const [field, owner] of ownedFields()) {
    if (owner.includes(way) || isEmpty(server[field])) continue;
    const message = `only a server with ${articled(owner[0] as Way)} has this field`;
    problems.push({ severity: 'warning', path: [...path, field], message, fix: 'remove it' });
  }
  return problems;
}

/** Field → the kinds of servers that have it. */
function ownedFields(): [field: string, owners: readonly Way[]][] {
  const http: [string, readonly Way[]][] = HTTP_FIELDS.map((field) => [field, ['url', 'openapi']]);
  const own = (Object.keys(WAYS) as Way[]).flatMap((way) => WAYS[way].map((field): [string, Way[]] => [field, [way]]));
  return [...http, ...own];
}

function articled(way: Way): string {
  return way === 'openapi' ? 'an "openapi"' : `a "${way}"`;
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
    if (String(token['name']).startsWith('oauth:')) {
      const message = 'users who sign in have such names, so two people could be the same principal';
      problems.push(error([...path, 'name'], message, 'choose a name without "oauth:"'));
    }
    names.add(token['name']);
  });
  const host = http['host'];
  const isOpen = tokens.length === 0 && http['oauth'] === undefined && http['signIn'] === undefined;
  if (typeof host === 'string' && !isLoopback(host) && isOpen) {
    const message = 'other machines could use this gateway without credentials';
    const fix = 'write "http.tokens" or "http.oauth", or use the host 127.0.0.1';
    problems.push(error(['http', 'host'], message, fix));
  }
  return [...problems, ...signInRules(http, tokens.length > 0)];
}

function signInRules(http: JsonObject, hasTokens: boolean): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const { signIn, publicUrl, oauth } = http;
  const authorization = http['authorization'] || undefined;
  for (const [field, value] of Object.entries({ signIn, authorization })) {
    if (value === undefined || publicUrl !== undefined) continue;
    const fix = 'write the address of this gateway that browsers use, such as "https://tools.example.com"';
    problems.push(error(['http', field], 'needs "http.publicUrl"', fix));
  }
  if (typeof publicUrl === 'string' && URL.canParse(publicUrl) && !isPublicOrigin(new URL(publicUrl))) {
    const fix = 'write scheme and host alone, with https: "https://tools.example.com"';
    problems.push(error(['http', 'publicUrl'], 'is not the address of a host, or is not https', fix));
  }
  if (authorization !== undefined && signIn === undefined && !hasTokens) {
    const fix = 'write "http.signIn", or "http.tokens"';
    problems.push(error(['http', 'authorization'], 'users have nothing to sign in with', fix));
  }
  // Both name users `oauth:<sub>`: the same name must not be another person.
  if (isObject(signIn) && isObject(oauth) && signIn['issuer'] !== oauth['issuer']) {
    const message = 'differs from "http.oauth.issuer", so two people could have the same name';
    problems.push(error(['http', 'signIn', 'issuer'], message, 'use the same issuer for both'));
  }
  return problems;
}

/** Tokens and cookies are sent to this address, so it has to be https beyond loopback. */
function isPublicOrigin(url: URL): boolean {
  return isSafe(url) && url.pathname === '/' && url.search === '' && url.username === '';
}

/** A profile that is missing would leave its users without tools, or with all of them. */
function grantRules(config: JsonObject): FieldProblem[] {
  const known = Object.keys(asObject(config['profiles']));
  const grants = asObject(asObject(config['http'])['signIn'])['grants'];
  return (Array.isArray(grants) ? grants : []).flatMap((grant: unknown, index) => {
    const { profile } = asObject(grant);
    if (typeof profile !== 'string' || known.includes(profile)) return [];
    const path = ['http', 'signIn', 'grants', index, 'profile'];
    return [error(path, 'no profile has this name', 'add it to "profiles", or write the name of one of them')];
  });
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

/** The server of an overlay may be gone: the overlay has no effect then, and `doctor` says so. */
function overlayRules(config: JsonObject): FieldProblem[] {
  const names = new Map<string, string>();
  return Object.entries(asObject(config['overlays'])).flatMap(([key, overlay]) => {
    const path = ['overlays', key];
    const [server = '', tool] = key.split(/\/(.*)/s);
    const fields = asObject(overlay);
    const { name } = fields;
    const problems: FieldProblem[] = [];
    if (tool === undefined) {
      for (const field of TOOL_ONLY_FIELDS.filter((one) => fields[one] !== undefined)) {
        const fix = `write the overlay for a tool: "${server}/<tool>"`;
        problems.push(error([...path, field], 'only the overlay of one tool has this field', fix));
      }
    } else if (fields['instructions'] !== undefined) {
      const fix = `write it in the overlay "${server}"`;
      problems.push(error([...path, 'instructions'], 'only the overlay of a server has this field', fix));
    }
    if (typeof name === 'string') {
      const other = names.get(`${server}/${name}`);
      if (other !== undefined)
        problems.push(error([...path, 'name'], `the overlay of ${other} gives the same name`, 'choose another name'));
      names.set(`${server}/${name}`, key);
    }
    return problems;
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

/** Whether a field counts as not set: some clients write every field, with an empty value if it does not apply. */
function isEmpty(value: unknown): boolean {
  if (value === undefined || value === false) return true;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
