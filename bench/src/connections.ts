import { createMcpServer, type FoldoutServer, type ToolStrategy } from '@foldout/server';
import { Client, type Transport } from '@modelcontextprotocol/client';
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { registerBare, type SyntheticCommand, toFoldout } from './commands.ts';

export type Era = 'modern' | 'legacy';

/** Name and version of all benchmark clients and servers. */
export const INFO = { name: 'bench', version: '1.0.0' };
const MODERN = '2026-07-28';

/** A connected client. Disposing it stops the server too. */
export interface Connection extends AsyncDisposable {
  readonly client: Client;
}

/** A Foldout server with these commands, and a client that is connected to it in memory. */
export async function connectFoldout(
  commands: readonly SyntheticCommand[],
  toolStrategy: ToolStrategy,
  era: Era = 'modern',
  prepare: (server: FoldoutServer) => void = () => {},
): Promise<Connection> {
  const server = createMcpServer({ ...INFO, commands: toFoldout(commands), toolStrategy });
  prepare(server);
  return connectInMemory(server, era);
}

export async function connectInMemory(server: FoldoutServer, era: Era): Promise<Connection> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  server.connect(far);
  return connectClient(near, era, () => server.stop());
}

/** The same tools on an `McpServer` of the SDK, served by the SDK's `serveStdio`, which Foldout uses too. */
export async function connectBare(commands: readonly SyntheticCommand[], era: Era = 'modern'): Promise<Connection> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const handle = serveStdio(
    () => {
      const server = new McpServer(INFO);
      registerBare(server, commands);
      return server;
    },
    { transport: far },
  );
  return connectClient(near, era, () => handle.close());
}

export async function connectClient(
  transport: Transport,
  era: Era,
  stop: () => Promise<void> = async () => {},
): Promise<Connection> {
  const mode = era === 'modern' ? { pin: MODERN } : 'legacy';
  const client = new Client(INFO, { versionNegotiation: { mode } });
  await client.connect(transport);
  return {
    client,
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await stop();
    },
  };
}
