import { isLoopback } from '@foldout/server/http';
import { z } from 'zod';

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 262_144;

const metadata = z.looseObject({ issuer: z.string(), jwks_uri: z.url() });

/** The authorization server, or what it says about itself, cannot be had now. Not the fault of whoever brings a token. */
export class IssuerUnavailable extends Error {
  override readonly name = 'IssuerUnavailable';
}

/** Where the keys of an issuer are, by its own metadata: RFC 8414 first, then OpenID Connect. */
export async function discoverKeys(issuer: string): Promise<URL> {
  const problems: string[] = [];
  for (const url of metadataUrls(new URL(issuer))) {
    try {
      const found = metadata.parse(await fetchJson(url));
      // Anybody can say that they are an issuer; only the issuer says so at its own address.
      if (found.issuer !== issuer)
        throw new Error(`it is the metadata of ${JSON.stringify(found.issuer.slice(0, 200))}`);
      return secureUrl(found.jwks_uri);
    } catch (error) {
      problems.push(`${url.href}: ${error instanceof z.ZodError ? 'no jwks_uri in it' : (error as Error).message}`);
    }
  }
  throw new IssuerUnavailable(`The metadata of the issuer ${issuer} cannot be read (${problems.join('; ')})`);
}

/** Keys that come over plain HTTP could come from anybody; on this machine there is nobody in between. */
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
