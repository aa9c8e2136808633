import { asObject, isObject, type JsonObject } from '@foldout/clients/internal';
import { contentHash } from '@foldout/core/internal';
import { namedPart, type Span, secretSpans } from '../config/secret-spans.ts';
import { isReference, isSecretName } from '../logging/secret-names.ts';

/** A secret that is plain text in a configuration. */
export interface PlainSecret {
  /** Its name in the secret store: the server and the variable, header, option or field. */
  readonly name: string;
  readonly value: string;
}

/** The secrets of one server, and the edits of its entry that put references in their place. */
export interface FoundSecrets {
  readonly secrets: readonly PlainSecret[];
  readonly edits: readonly { readonly path: readonly string[]; readonly value: unknown }[];
}

/** Shorter values are switches and numbers. */
const MIN_SECRET = 4;
/** Values of variables such as `MAX_TOKENS` and `SSH_AUTH_SOCK`, which name a secret and hold none. */
const NO_SECRET = /^(true|false|yes|no|on|off|none|\d{1,6}|[/~.].*|[a-z]:\\.*|<.*>|your[-_ ].*|x{3,}|\*{3,})$/is;
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i;
const SCHEME = /^(bearer|basic|token)\s+/i;
/** The limit of a name in the secret store is 128 characters. */
const MAX_PART = 60;

/** Finds the secrets in the entry of a server. References such as `${VAR}` stay as they are. */
export function plainSecrets(
  server: string,
  entry: JsonObject,
  isWanted: (secret: PlainSecret) => boolean = () => true,
): FoundSecrets {
  const found = new Finding(server, isWanted);
  const edits: { path: readonly string[]; value: unknown }[] = [];
  const text = (path: readonly string[], value: unknown, spansOf: (text: string) => readonly Span[]): void => {
    if (typeof value !== 'string' || value.includes('${')) return;
    const moved = found.move(value, spansOf(value), path.at(-1) ?? '');
    if (moved !== value) edits.push({ path, value: moved });
  };
  const each = (field: string, spansOf: (name: string, text: string) => readonly Span[]): void => {
    const holder = entry[field];
    if (!isObject(holder)) return;
    for (const [name, value] of Object.entries(holder)) text([field, name], value, (one) => spansOf(name, one));
  };
  each('env', valueSpans);
  each('headers', headerSpans);
  each('credentials', (_name, value) => whole(value));
  for (const [name, login] of Object.entries(asObject(entry['credentials']))) {
    text(['credentials', name, 'password'], asObject(login)['password'], whole);
  }
  text(['bearerToken'], entry['bearerToken'], whole);
  if (isObject(entry['oauth'])) text(['oauth', 'clientSecret'], entry['oauth']['clientSecret'], whole);
  for (const field of ['url', 'openapi', 'baseUrl']) text([field], entry[field], addressSpans);
  const args = entry['args'];
  if (Array.isArray(args)) {
    const moved = args.map((arg, index) => movedArgument(found, arg, args[index - 1]));
    if (moved.some((arg, index) => arg !== args[index])) edits.push({ path: ['args'], value: moved });
  }
  return { secrets: found.secrets, edits };
}

function movedArgument(found: Finding, arg: unknown, before: unknown): unknown {
  if (typeof arg !== 'string' || arg.includes('${')) return arg;
  const { name, start, kind } = namedPart(arg, typeof before === 'string' ? before : '');
  const value = arg.slice(start);
  const spans = kind === 'header' ? headerSpans(name, value) : valueSpans(name, value);
  return arg.slice(0, start) + found.move(value, spans, name);
}

/** The secrets in the value of a variable or an option: the whole value, or a password within an address. */
function valueSpans(name: string, value: string): readonly Span[] {
  if (ADDRESS.test(value)) return addressSpans(value);
  return isSecretName(name) && !NO_SECRET.test(value) ? whole(value) : secretSpans(value, 'named');
}

/** `Bearer` and the like stay in the file. */
function headerSpans(name: string, value: string): readonly Span[] {
  const [scheme = ''] = SCHEME.exec(value) ?? [];
  const rest = scheme === '' ? valueSpans(name, value) : whole(value.slice(scheme.length));
  return rest.map(([start, end]): Span => [start + scheme.length, end + scheme.length]);
}

function addressSpans(address: string): readonly Span[] {
  return secretSpans(address, 'named');
}

function whole(text: string): readonly Span[] {
  return [[0, text.length]];
}

class Finding {
  readonly secrets: PlainSecret[] = [];
  readonly #named = new Map<string, string>();
  readonly #server: string;
  readonly #isWanted: (secret: PlainSecret) => boolean;

  constructor(server: string, isWanted: (secret: PlainSecret) => boolean) {
    this.#server = partOfName(server);
    this.#isWanted = isWanted;
  }

  /** The text with a reference in place of each span. */
  move(text: string, spans: readonly Span[], label: string): string {
    let out = '';
    let at = 0;
    for (const [start, end] of [...spans].sort((a, b) => a[0] - b[0])) {
      const value = text.slice(start, end);
      if (start < at || value.length < MIN_SECRET || isReference(value)) continue;
      const name = this.#nameFor(label, value);
      if (!this.#isWanted({ name, value })) continue;
      this.secrets.push({ name, value });
      out += `${text.slice(at, start)}\${keychain:${name}}`;
      at = end;
    }
    return out + text.slice(at);
  }

  #nameFor(label: string, value: string): string {
    const name = `${this.#server}/${partOfName(label.replace(/^-+/, '')) || 'argument'}`;
    for (let count = 1; ; count += 1) {
      const free = count === 1 ? name : `${name}-${count}`;
      const taken = this.#named.get(free);
      if (taken !== undefined && taken !== value) continue;
      this.#named.set(free, value);
      return free;
    }
  }
}

/** Only characters that the name of a secret may have. A changed name gets a hash, so that two names stay two. */
function partOfName(text: string): string {
  const allowed = text
    .replace(/[^A-Za-z0-9._-]/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, MAX_PART);
  return allowed === text ? text : `${allowed || 'server'}-${contentHash(text).slice(0, 6)}`;
}
