import type { FoldoutServer } from '@foldout/server';
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

export const ERAS = ['legacy', 'modern'] as const;
export type Era = (typeof ERAS)[number];

/** The current SDK client over HTTP, for tests that need the SDK's own API. */
export async function connectSdk(
  server: FoldoutServer,
  era: Era,
  options: ClientOptions = {},
): Promise<Client & AsyncDisposable> {
  const client = new Client(
    { name: 'foldout-e2e', version: '1.0.0' },
    { ...options, versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } } },
  );
  await client.connect(
    new StreamableHTTPClientTransport(new URL('http://127.0.0.1/mcp'), {
      fetch: (url, init) => server.fetch(new Request(url, init)),
    }),
  );
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}
