import { asObject, type JsonObject } from '@foldout/clients/internal';
import { isSecretName } from '../logging/secret-names.ts';
import type { ServerConfig } from './config-schema.ts';
import { argumentSpans, type Span, secretSpans } from './secret-spans.ts';

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
