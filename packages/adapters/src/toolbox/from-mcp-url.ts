import type { ToolSource } from '@foldout/core';
import { fromMcpServer } from '@foldout/server';
import { ServerOverHttp } from './server-over-http.ts';

export interface FromMcpUrlOptions {
  /** The first part of the address of its tools. Default: the name that the server reports. */
  readonly name?: string | undefined;
  /** Headers of every request, such as `authorization`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** What a gateway lists beside its tools: an adapter has the same in its own list. */
const GATEWAY_OWN = ['afd-call', 'afd-batch', 'afd-pipe'];

/**
 * The tools of an MCP server at a URL (Streamable HTTP), such as a Foldout gateway, for the option `sources`. Reads the
 * list again when the server says that it has changed. An open connection keeps the process running: `await using` closes
 * it.
 */
export async function fromMcpUrl(
  url: string | URL,
  { name, headers }: FromMcpUrlOptions = {},
): Promise<ToolSource & AsyncDisposable> {
  const { StreamableHTTPClientTransport } = await loadClient();
  const open = () => new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { ...headers } } });
  const server = new ServerOverHttp(open);
  try {
    return await fromMcpServer(server, { omit: GATEWAY_OWN, ...(name !== undefined && { name }) });
  } catch (error) {
    await server.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The MCP server at ${withoutSecrets(url)} could not be read: ${reason}`, { cause: error });
  }
}

async function loadClient() {
  try {
    return await import('@modelcontextprotocol/client');
  } catch (error) {
    throw new Error('fromMcpUrl needs the MCP client. Run: npm install @modelcontextprotocol/client', { cause: error });
  }
}

/** A URL can hold a password or a token in its query. */
function withoutSecrets(url: string | URL): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
