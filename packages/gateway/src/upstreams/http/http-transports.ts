import type { AuthProvider, OAuthClientProvider, Transport } from '@modelcontextprotocol/client';
import type { ServerConfig } from '../../config/config-schema.ts';
import type { Sdk } from '../sdk.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { guardedFetch } from './guarded-fetch.ts';

export function headersOf(config: ServerConfig): Record<string, string> {
  const headers = { ...config.headers };
  if (config.bearerToken !== undefined) headers['Authorization'] = `Bearer ${config.bearerToken}`;
  return headers;
}

type HttpServerConfig = ServerConfig & { readonly url: string };

export function streamableTransport(
  { StreamableHTTPClientTransport }: Sdk,
  config: HttpServerConfig,
  authProvider: OAuthClientProvider | AuthProvider | undefined,
): Transport {
  return new StreamableHTTPClientTransport(new URL(config.url), optionsOf(config, authProvider)) as Transport;
}

/** HTTP with SSE, the transport of the protocol revision 2024-11-05. */
export function sseTransport(
  { SSEClientTransport }: Sdk,
  config: HttpServerConfig,
  authProvider: OAuthClientProvider | AuthProvider | undefined,
): Transport {
  return new SSEClientTransport(new URL(config.url), optionsOf(config, authProvider)) as Transport;
}

function optionsOf(config: HttpServerConfig, authProvider: OAuthClientProvider | AuthProvider | undefined) {
  return {
    requestInit: { headers: headersOf(config) },
    ...(authProvider && { authProvider }),
    fetch: boundedFetch(guardedFetch(config.url)),
  };
}
