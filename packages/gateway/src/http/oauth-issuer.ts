import { isLoopback } from '@foldout/core/internal';
import { z } from 'zod';

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 262_144;

const metadata = z.looseObject({ issuer: z.string(), jwks_uri: z.url() });

/** The authorization server or its metadata is not available. The token itself may be valid. */
export class IssuerUnavailable extends Error {
  override readonly name = 'IssuerUnavailable';
}

/** Finds the URL of an issuer's keys in its metadata: RFC 8414 first, then OpenID Connect. */
export async function discoverKeys(issuer: string): Promise<URL> {
  const problems: string[] = [];
  for (const url of metadataUrls(new URL(issuer))) {
    try {
      const { issuer: named, jwks_uri: keys } = metadata.parse(await fetchJson(url));
      // RFC 8414: the metadata at the URL of an issuer has to name this issuer.
      if (named !== issuer) throw new Error(`its issuer is ${JSON.stringify(named.slice(0, 200))}, expected ${issuer}`);
      return secureUrl(keys);
    } catch (error) {
      problems.push(`${url.href}: ${error instanceof z.ZodError ? 'it has no jwks_uri' : (error as Error).message}`);
    }
  }
  throw new IssuerUnavailable(`The metadata of the issuer ${issuer} cannot be read (${problems.join('; ')})`);
}

/** Keys have to come over https, because over http they could be replaced on the way. Loopback is an exception. */
export function secureUrl(text: string): URL {
  const url = new URL(text);
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(hostOf(url)))) return url;
  throw new Error(`${url.origin} has to be https`);
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function metadataUrls(issuer: URL): URL[] {
  const path = issuer.pathname.replace(/\/$/, '');
  return [
    new URL(`/.well-known/oauth-authorization-server${path}`, issuer),
    new URL(`${path}/.well-known/openid-configuration`, issuer),
  ];
}

async function fetchJson(url: URL): Promise<unknown> {
  const response = await fetch(url, {
    redirect: 'error',
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`status ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > MAX_BYTES) throw new Error(`more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
