import { isReference, isSecretName, looksRandom } from '../logging/secret-names.ts';

/** The start and end of a secret in a text. */
export type Span = readonly [start: number, end: number];

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

/** Query parameters that count as secrets. `all`: to show a URL. `named`: those with a secret name, to redact logs. */
type Parameters = 'all' | 'named';

/** The secrets in an address, a setting or another text. */
export function secretSpans(text: string, parameters: Parameters = 'all'): Span[] {
  const searched = text.slice(0, MAX_SEARCHED);
  const inline = [...searched.matchAll(INLINE), ...searched.matchAll(FALLBACK)].flatMap(({ indices }) => {
    return indices?.[1] ? [indices[1]] : [];
  });
  const whole: Span[] = looksRandom(searched) ? [[0, text.length]] : [];
  return [...inline, ...addressSpans(searched, parameters), ...whole].filter((span) => isSecret(text, span));
}

/** The secrets in `--token=…`, `--api-key …`, `-e NAME=…`, `-H "Name: …"` and addresses. */
export function argumentSpans(arg: string, before = '', parameters: Parameters = 'all'): Span[] {
  const { name, start, kind } = namedPart(arg, before);
  const rest = [[start, arg.length] as const].filter((span) => isSecret(arg, span));
  if (kind === 'header' || kind === 'flag') return rest;
  if (kind === 'none') return secretSpans(arg, parameters);
  if (VARIABLE_FLAG.test(before) || isSecretName(name) || /^[A-Z][A-Z0-9_]*$/.test(name)) return rest;
  const value = secretSpans(arg.slice(start), parameters).map(([from, to]): Span => [from + start, to + start]);
  return [...secretSpans(arg, parameters), ...value];
}

/** The part of an argument that is the value of a name. */
export interface NamedPart {
  /** Empty if nothing names the value. */
  readonly name: string;
  readonly start: number;
  /** `-H "Name: value"`, `--secret value` or `name=value`. */
  readonly kind: 'header' | 'flag' | 'assignment' | 'none';
}

export function namedPart(arg: string, before = ''): NamedPart {
  if (HEADER_FLAG.test(before)) {
    const [opening = ''] = /^[^:]*:\s*/.exec(arg) ?? [];
    return { name: opening.replace(/:\s*$/, ''), start: opening.length, kind: 'header' };
  }
  const isFlag = FLAG.test(before) && !before.includes('=') && isSecretName(before) && !FLAG.test(arg);
  if (isFlag) return { name: before, start: 0, kind: 'flag' };
  const [assigned = '', name = ''] = ASSIGNMENT.exec(arg) ?? [];
  return { name, start: assigned.length, kind: assigned === '' ? 'none' : 'assignment' };
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
