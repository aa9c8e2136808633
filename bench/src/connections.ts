import { createMcpServer, type FoldoutServer, type ToolStrategy } from '@foldout/server';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { registerBare, type SyntheticCommand, toFoldout } from './commands.ts';

export type Era = 'modern' | 'legacy';

const INFO = { name: 'bench', version: '1.0.0' };
const MODERN = '2026-07-28';

/** A client, connected. Closing it ends the server's side too. */
export interface Connection extends AsyncDisposable {
  readonly client: Client;
}

export async function connectFoldout(
  commands: readonly SyntheticCommand[],
  toolStrategy: ToolStrategy,
  era: Era = 'modern',
  prepare: (server: FoldoutServer) => void = () => {},
): Promise<Connection> {
  const server = createMcpServer({ ...INFO, commands: toFoldout(commands), toolStrategy });
  prepare(server);
  const [near, far] = InMemoryTransport.createLinkedPair();
  server.connect(far);
  return connect(near, era, () => server.stop());
}

/** The same tools on an `McpServer` of the SDK, served through the same entry that Foldout uses. */
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
  return connect(near, era, () => handle.close());
}

async function connect(transport: InMemoryTransport, era: Era, stop: () => Promise<void>): Promise<Connection> {
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
