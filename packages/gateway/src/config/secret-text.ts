import { isReference, isSecretName, looksRandom } from './secret-names.ts';

const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\/(?:([^/?#]*)@)?([^?#]*)(?:\?([^#]*))?/i;
/** `PASSWORD=…` or `"token": "…"` within a longer text: a connection string, a script, a piece of JSON. */
const INLINE =
  /(?:token|secret|passw(?:or)?d|passphrase|pwd|api[-_]?key|access[-_]?key|account[-_]?key|credentials?|authorization)[\w-]*["']?\s*[=:]\s*["']?(?:(?:bearer|basic)\s+)?([^\s;&"',}]+)/gi;
const HEADER_FLAG = /^(-H|--headers?)$/;
const VARIABLE_FLAG = /^(-e|--env)$/;
const FLAG = /^--?[A-Za-z]/;

/** The parts of an argument, address or setting that are secret. */
export function secretsIn(text: string): string[] {
  const inline = [...text.matchAll(INLINE)].map(([, value = '']) => value);
  return [...inline, ...secretsInAddress(text), ...(looksRandom(text) ? [text] : [])].filter(isSecret);
}

/** For each argument of a command, its secrets: `--token=…`, `--api-key …`, `-e NAME=…`, `-H "Name: …"`, addresses. */
export function secretsInArguments(args: readonly string[]): string[][] {
  return args.map((arg, index) => secretsInArgument(arg, args[index - 1] ?? '').filter(isSecret));
}

function secretsInArgument(arg: string, before: string): string[] {
  if (HEADER_FLAG.test(before)) return [arg.replace(/^[^:]*:\s*/, '')];
  const follows = FLAG.test(before) && !before.includes('=') && isSecretName(before);
  if (follows && !FLAG.test(arg)) return [arg];
  const [, name = '', value = ''] = /^(-{0,2}[A-Za-z][\w.-]*)=([\s\S]+)$/.exec(arg) ?? [];
  const telling = VARIABLE_FLAG.test(before) || isSecretName(name) || /^[A-Z][A-Z0-9_]*$/.test(name);
  if (value && telling) return [value];
  return [...secretsIn(arg), ...(value ? secretsIn(value) : [])];
}

function secretsInAddress(text: string): string[] {
  const [matched, user = '', rest = '', query = ''] = ADDRESS.exec(text) ?? [];
  if (!matched) return [];
  const colon = user.indexOf(':');
  // A token often stands alone before the @ of a web address; for a database that is only a name.
  const password = colon === -1 ? (/^https?:/i.test(text) ? user : '') : user.slice(colon + 1);
  const parameters = query.split('&').flatMap((pair) => {
    const [name = '', value = ''] = split(pair, '=');
    return isSecretName(name) || looksRandom(value) ? [value] : [];
  });
  return [password, ...parameters, ...rest.split('/').filter(looksRandom)];
}

export function split(text: string, by: string): [string, string] {
  const at = text.indexOf(by);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + by.length)];
}

function isSecret(text: string): boolean {
  return text !== '' && !isReference(text);
}
