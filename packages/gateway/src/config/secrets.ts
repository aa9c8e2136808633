import { asObject, type JsonObject } from '@foldout/clients/internal';
import { isReference, isSecretName, looksRandom } from '../logging/secret-names.ts';
import type { ServerConfig } from './config-schema.ts';

/** The start and end of a secret in a text. */
type Span = readonly [start: number, end: number];

const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\/(?:([^/?#]*)@)?([^?#]*)(?:\?([^#]*))?(?:#(.*))?/dis;
/** `PASSWORD=…` or `"token": "…"` within a longer text: a connection string, a script, a piece of JSON. */
const INLINE =
  /(?:token|secret|passw(?:or)?d|passphrase|pwd|api[-_]?key|access[-_]?key|account[-_]?key|credentials?|authorization)[\w-]*["']?\s*[=:]\s*["']?(?:(?:bearer|basic)\s+)?([^\s;&"',}]+)/dgi;
/** The default of a variable: `${NAME:-default}`. */
const FALLBACK = /\$\{[^{}:]+:-([^{}]+)\}/dg;
/** An argument may hold a long script. Secrets are searched only at its start, which is all that is ever shown. */
const MAX_SEARCHED = 10_000;
const ASSIGNMENT = /^(-{0,2}[A-Za-z][\w.-]*)=/;
const HEADER_FLAG = /^(-H|--headers?)$/;
const VARIABLE_FLAG = /^(-e|--env)$/;
const FLAG = /^--?[A-Za-z]/;
/** Shorter values are switches and numbers. Redacting those would make a log unreadable. */
const MIN_SECRET = 4;
/** Like `MIN_SECRET`, for a variable whose name does not suggest a secret. */
const MIN_UNNAMED = 8;

const HARMLESS_VARIABLE =
  /^(HOME|USERPROFILE|APPDATA|LOCALAPPDATA|PWD|PATH|TMPDIR|TMP|TEMP|USER|USERNAME|SHELL|LANG|HOSTNAME|XDG_[A-Z_]+|NODE_ENV)$/i;
const MASK = '***';
/** Longer arguments, such as scripts, are cut. */
const MAX_ARGUMENT = 200;

/** Collects the values of a configuration that no log may show. */
export class SecretValues {
  readonly values = new Set<string>();

  /** The value of an environment variable. Its name decides whether a short value is a secret. */
  addVariable(name: string, value: unknown): void {
    if (typeof value !== 'string' || HARMLESS_VARIABLE.test(name)) return;
    if (isSecretName(name) || value.length >= MIN_UNNAMED) this.add(value);
    this.addWithin(value);
  }

  add(value: unknown): void {
    if (typeof value !== 'string' || value.length < MIN_SECRET) return;
    this.values.add(value);
    // In `Bearer <token>`, the token is a secret by itself: servers often repeat it in errors without the scheme.
    const [, credential] = /^\S+\s+(\S{4,})$/.exec(value) ?? [];
    if (credential) this.values.add(credential);
  }

  /** The secrets in an address or another text, as they are and URL-decoded. */
  addWithin(text: unknown): void {
    if (typeof text !== 'string') return;
    for (const secret of secretsIn(text)) this.#addDecoded(secret);
  }

  addServer(server: JsonObject): void {
    for (const [name, value] of Object.entries(asObject(server['env']))) this.addVariable(name, value);
    for (const value of Object.values(asObject(server['headers']))) this.add(value);
    this.add(server['bearerToken']);
    for (const credential of Object.values(asObject(server['credentials']))) {
      this.add(typeof credential === 'string' ? credential : asObject(credential)['password']);
    }
    this.addWithin(server['openapi']);
    this.add(asObject(server['oauth'])['clientSecret']);
    this.addWithin(server['url']);
    const args = Array.isArray(server['args']) ? server['args'].map(String) : [];
    for (const secret of secretsInArguments(args)) {
      this.#addDecoded(secret);
      this.addWithin(secret);
    }
  }

  #addDecoded(secret: string): void {
    this.add(secret);
    this.add(decoded(secret));
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The command or the address of a server in one line, with secrets masked. */
export function describeServer(server: ServerConfig): string {
  const known = new SecretValues();
  known.addServer(server);
  const mask = (text: string, spans: readonly Span[]): string =>
    masked(text, [...spans, ...occurrences(text, known.values)]);
  const address = server.url ?? server.openapi;
  if (address !== undefined) return mask(address, secretSpans(address));
  const { command = '', args = [] } = server;
  const shown = args.map((arg, index) => cut(mask(arg, argumentSpans(arg, args[index - 1]))));
  return [mask(command, secretSpans(command)), ...shown].map(quoted).join(' ');
}

/** Every occurrence of a known secret. */
function occurrences(text: string, secrets: ReadonlySet<string>): Span[] {
  return [...secrets].flatMap((secret) => {
    const found: Span[] = [];
    for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + secret.length)) {
      found.push([at, at + secret.length]);
    }
    return found;
  });
}

function masked(text: string, spans: readonly Span[]): string {
  let out = '';
  let shown = 0;
  for (const [start, end] of [...spans].sort((a, b) => a[0] - b[0])) {
    if (start >= shown) out += text.slice(shown, start) + MASK;
    shown = Math.max(shown, end);
  }
  return out + text.slice(shown);
}

function cut(text: string): string {
  return text.length > MAX_ARGUMENT ? `${text.slice(0, MAX_ARGUMENT)}…` : text;
}

function quoted(text: string): string {
  return /^[^\s"']+$/.test(text) ? text : JSON.stringify(text);
}

/** The secrets in an address, a setting or another text. */
function secretsIn(text: string): string[] {
  return secretSpans(text, 'named').map(([start, end]) => text.slice(start, end));
}

/** The secrets among the arguments of a command. */
function secretsInArguments(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    return argumentSpans(arg, args[index - 1], 'named').map(([start, end]) => arg.slice(start, end));
  });
}

/** Query parameters that count as secrets. `all`: to show a URL. `named`: those with a secret name, to redact logs. */
type Parameters = 'all' | 'named';

function secretSpans(text: string, parameters: Parameters = 'all'): Span[] {
  const searched = text.slice(0, MAX_SEARCHED);
  const inline = [...searched.matchAll(INLINE), ...searched.matchAll(FALLBACK)].flatMap(({ indices }) => {
    return indices?.[1] ? [indices[1]] : [];
  });
  const whole: Span[] = looksRandom(searched) ? [[0, text.length]] : [];
  return [...inline, ...addressSpans(searched, parameters), ...whole].filter((span) => isSecret(text, span));
}

/** The secrets in `--token=…`, `--api-key …`, `-e NAME=…`, `-H "Name: …"` and addresses. */
function argumentSpans(arg: string, before = '', parameters: Parameters = 'all'): Span[] {
  const from = (start: number): Span[] => [[start, arg.length] as const].filter((span) => isSecret(arg, span));
  if (HEADER_FLAG.test(before)) return from(/^[^:]*:\s*/.exec(arg)?.[0].length ?? 0);
  const follows = FLAG.test(before) && !before.includes('=') && isSecretName(before);
  if (follows && !FLAG.test(arg)) return from(0);
  const [assigned = '', name = ''] = ASSIGNMENT.exec(arg) ?? [];
  if (assigned === '') return secretSpans(arg, parameters);
  if (VARIABLE_FLAG.test(before) || isSecretName(name) || /^[A-Z][A-Z0-9_]*$/.test(name)) return from(assigned.length);
  const value = secretSpans(arg.slice(assigned.length), parameters).map(([start, end]): Span => {
    return [start + assigned.length, end + assigned.length];
  });
  return [...secretSpans(arg, parameters), ...value];
}

function addressSpans(text: string, parameters: Parameters): Span[] {
  const { indices } = ADDRESS.exec(text) ?? {};
  if (!indices) return [];
  const [, user, path, query, fragment] = indices;
  return [
    ...(user ? [passwordSpan(text, user)] : []),
    ...pieces(text, path, '/').filter(([start, end]) => looksRandom(text.slice(start, end))),
    ...pieces(text, query, '&').flatMap((pair) => parameterSpan(text, pair, parameters)),
    ...(fragment && parameters === 'all' ? [fragment] : []),
  ];
}

/** Without a colon, the part before the @ is a token in a web address, but a user name in a database address. */
function passwordSpan(text: string, [start, end]: Span): Span {
  const colon = text.slice(start, end).indexOf(':');
  if (colon !== -1) return [start + colon + 1, end];
  return /^https?:/i.test(text) ? [start, end] : [end, end];
}

function parameterSpan(text: string, [start, end]: Span, parameters: Parameters): Span[] {
  const equals = text.slice(start, end).indexOf('=');
  if (equals === -1) return [];
  const value = start + equals + 1;
  const named = isSecretName(text.slice(start, start + equals)) || looksRandom(text.slice(value, end));
  return named || parameters === 'all' ? [[value, end]] : [];
}

function pieces(text: string, span: Span | undefined, by: string): Span[] {
  if (!span) return [];
  const [start, end] = span;
  let at = start;
  return text
    .slice(start, end)
    .split(by)
    .map((piece): Span => {
      const from = at;
      at += piece.length + by.length;
      return [from, from + piece.length];
    });
}

function isSecret(text: string, [start, end]: Span): boolean {
  return end > start && !isReference(text.slice(start, end));
}
