import { isReference, isSecretName, looksRandom } from '../logging/secret-names.ts';

/** Where in a text a secret begins and ends. */
export type Span = readonly [start: number, end: number];

const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\/(?:([^/?#]*)@)?([^?#]*)(?:\?([^#]*))?(?:#(.*))?/dis;
/** `PASSWORD=…` or `"token": "…"` within a longer text: a connection string, a script, a piece of JSON. */
const INLINE =
  /(?:token|secret|passw(?:or)?d|passphrase|pwd|api[-_]?key|access[-_]?key|account[-_]?key|credentials?|authorization)[\w-]*["']?\s*[=:]\s*["']?(?:(?:bearer|basic)\s+)?([^\s;&"',}]+)/dgi;
/** The value that stands in for a variable which is not set. */
const FALLBACK = /\$\{[^{}:]+:-([^{}]+)\}/dg;
/** A script in an argument may be long; what is shown of it, or looked for in logs, is not. */
const MAX_LOOKED_AT = 10_000;
const ASSIGNMENT = /^(-{0,2}[A-Za-z][\w.-]*)=/;
const HEADER_FLAG = /^(-H|--headers?)$/;
const VARIABLE_FLAG = /^(-e|--env)$/;
const FLAG = /^--?[A-Za-z]/;

/** The secrets in an address, a setting or another text. */
export function secretsIn(text: string): string[] {
  return secretSpans(text, 'telling').map(([start, end]) => text.slice(start, end));
}

/** The secrets among the arguments of a command. */
export function secretsInArguments(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    return argumentSpans(arg, args[index - 1], 'telling').map(([start, end]) => arg.slice(start, end));
  });
}

/** Nobody knows what every parameter of an address means: none is shown, those with a telling name are looked for. */
type Parameters = 'all' | 'telling';

export function secretSpans(text: string, parameters: Parameters = 'all'): Span[] {
  const looked = text.slice(0, MAX_LOOKED_AT);
  const inline = [...looked.matchAll(INLINE), ...looked.matchAll(FALLBACK)].flatMap(({ indices }) => {
    return indices?.[1] ? [indices[1]] : [];
  });
  const whole: Span[] = looksRandom(looked) ? [[0, text.length]] : [];
  return [...inline, ...addressSpans(looked, parameters), ...whole].filter((span) => isSecret(text, span));
}

/** `--token=…`, `--api-key …`, `-e NAME=…`, `-H "Name: …"`, addresses. */
export function argumentSpans(arg: string, before = '', parameters: Parameters = 'all'): Span[] {
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

/** A token often stands alone before the @ of a web address; for a database that is only a name. */
function passwordSpan(text: string, [start, end]: Span): Span {
  const colon = text.slice(start, end).indexOf(':');
  if (colon !== -1) return [start + colon + 1, end];
  return /^https?:/i.test(text) ? [start, end] : [end, end];
}

function parameterSpan(text: string, [start, end]: Span, parameters: Parameters): Span[] {
  const equals = text.slice(start, end).indexOf('=');
  if (equals === -1) return [];
  const value = start + equals + 1;
  const telling = isSecretName(text.slice(start, start + equals)) || looksRandom(text.slice(value, end));
  return telling || parameters === 'all' ? [[value, end]] : [];
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
