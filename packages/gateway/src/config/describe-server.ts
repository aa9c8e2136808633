import type { ServerConfig } from './config-schema.ts';
import { isReference } from './secret-names.ts';
import { secretsIn, secretsInArguments, split } from './secret-text.ts';
import { SecretValues } from './secret-values.ts';

const MASK = '***';
/** A script in an argument is cut: this is a line for a person. */
const MAX_ARGUMENT = 200;

/** How a server is reached, in one line that can be shown to anyone: secrets are masked. */
export function describeServer(server: ServerConfig): string {
  const known = new SecretValues();
  known.addServer(server);
  if (server.url !== undefined) return masked(maskAddress(server.url), [...secretsIn(server.url), ...known.values]);
  const args = (server.args ?? []).map((arg) => arg.slice(0, MAX_ARGUMENT + 1));
  const secrets = secretsInArguments(args);
  const shown = args.map((arg, index) => {
    const text = masked(maskAddress(arg), [...(secrets[index] ?? []), ...known.values]);
    return quoted(text.length > MAX_ARGUMENT ? `${text.slice(0, MAX_ARGUMENT)}…` : text);
  });
  return [quoted(masked(server.command ?? '', [...known.values])), ...shown].join(' ');
}

/** Longest first: a secret may be part of another. */
function masked(text: string, secrets: readonly string[]): string {
  const ordered = [...new Set(secrets)].sort((a, b) => b.length - a.length);
  return ordered.reduce((rest, secret) => rest.replaceAll(secret, () => MASK), text);
}

/** Nobody knows what every parameter of a web address means, so that none is shown. */
function maskAddress(text: string): string {
  if (!/:\/\//.test(text)) return text;
  const [address, query] = split(text, '?');
  if (query === '') return text;
  const parameters = query.split('&').map((pair) => {
    const [name, value] = split(pair, '=');
    return value === '' || isReference(value) ? pair : `${name}=${MASK}`;
  });
  return `${address}?${parameters.join('&')}`;
}

function quoted(text: string): string {
  return /^[^\s"']+$/.test(text) ? text : JSON.stringify(text);
}
