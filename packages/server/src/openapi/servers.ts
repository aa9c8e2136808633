import { isObject } from '@foldout/core/internal';

/** The URL of the first server, in the most specific list that has one; its variables have their default values. */
export function serverOf(lists: readonly unknown[]): string | undefined {
  for (const list of lists) {
    const first: unknown = Array.isArray(list) ? list[0] : undefined;
    if (isObject(first) && typeof first['url'] === 'string') return withDefaults(first['url'], first['variables']);
  }
  return undefined;
}

function withDefaults(url: string, variables: unknown): string {
  return url.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
    const variable: unknown = isObject(variables) && Object.hasOwn(variables, name) ? variables[name] : undefined;
    const value = isObject(variable) ? variable['default'] : undefined;
    return value === undefined ? whole : String(value);
  });
}

interface Origin {
  readonly baseUrl?: string;
  readonly documentUrl?: string;
}

/**
 * The base URL of an operation. `baseUrl` replaces every server of the document: credentials then go to no other host. A
 * document without servers is served by the host that it came from.
 */
export function baseUrlOf(server: string | undefined, { baseUrl, documentUrl }: Origin): URL | undefined {
  const text = baseUrl ?? server ?? (documentUrl && '/');
  if (text === undefined || !URL.canParse(text, documentUrl)) return undefined;
  const url = new URL(text, documentUrl);
  return /^https?:$/.test(url.protocol) ? url : undefined;
}
