import type { ServerConfig } from '../config/config-schema.ts';
import { isSecretName } from '../logging/secret-names.ts';

/** Shorter values are not replaced: they occur by chance in other text. */
const MIN_LENGTH = 6;

/** Returns a function that replaces every secret of a server's configuration in a text. */
export function secretsHider(config: ServerConfig): (text: string) => string {
  const values = new Set<string>();
  const add = (value: string | undefined): void => {
    if (value !== undefined && value.length >= MIN_LENGTH) values.add(value);
  };
  for (const [name, value] of Object.entries(config.env ?? {})) if (isSecretName(name)) add(value);
  for (const value of Object.values(config.headers ?? {})) {
    add(value);
    add(value.split(' ').at(-1));
  }
  add(config.bearerToken);
  for (const credential of Object.values(config.credentials ?? {})) {
    add(typeof credential === 'string' ? credential : credential.password);
  }
  if (typeof config.oauth === 'object') add(config.oauth.clientSecret);
  if (config.url !== undefined) for (const value of secretsOfUrl(config.url)) add(value);
  // Longest first, because one secret may contain another.
  const longestFirst = [...values].sort((a, b) => b.length - a.length);
  return (text) => {
    let hidden = text;
    for (const value of longestFirst) hidden = hidden.replaceAll(value, '***');
    return hidden.replace(/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{6,}/gi, '$1 ***');
  };
}

function secretsOfUrl(text: string): string[] {
  if (!URL.canParse(text)) return [];
  const url = new URL(text);
  const named = [...url.searchParams].filter(([name]) => isSecretName(name)).map(([, value]) => value);
  return [url.password, decodeURIComponent(url.password), ...named];
}
