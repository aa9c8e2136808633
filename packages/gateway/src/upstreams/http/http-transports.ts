import type { OAuthClientProvider, Transport } from '@modelcontextprotocol/client';
import type { ServerConfig } from '../../config/config-schema.ts';
import type { Sdk } from '../sdk.ts';
import { boundedFetch } from './bounded-fetch.ts';

export function headersOf(config: ServerConfig): Record<string, string> {
  const headers = { ...config.headers };
  if (config.bearerToken !== undefined) headers['Authorization'] = `Bearer ${config.bearerToken}`;
  return headers;
}

export function streamableTransport(
  sdk: Sdk,
  config: ServerConfig & { url: string },
  authProvider: OAuthClientProvider | undefined,
): Transport {
  return new sdk.StreamableHTTPClientTransport(new URL(config.url), {
    requestInit: { headers: headersOf(config) },
    ...(authProvider && { authProvider }),
    fetch: boundedFetch,
  }) as Transport;
}

/** The transport of 2024: a stream of events, and an address to post to. */
export function sseTransport(
  sdk: Sdk,
  config: ServerConfig & { url: string },
  authProvider: OAuthClientProvider | undefined,
): Transport {
  return new sdk.SSEClientTransport(new URL(config.url), {
    requestInit: { headers: headersOf(config) },
    ...(authProvider && { authProvider }),
    fetch: boundedFetch,
  }) as Transport;
}
