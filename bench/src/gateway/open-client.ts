import { Client } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** A program that speaks MCP over its stdin and stdout. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface OpenClient extends AsyncDisposable {
  readonly client: Client;
  readonly pid: number;
  close(): Promise<void>;
}

const INFO = { name: 'bench', version: '1.0.0' };
/** Long enough for a peer that starts fifty servers before it answers. */
const CONNECT_TIMEOUT_MS = 120_000;

/** The SDK's client in the legacy era, because every peer supports the legacy era. */
export async function openClient({ command, args, env }: Program): Promise<OpenClient> {
  const client = new Client(INFO, { versionNegotiation: { mode: 'legacy' } });
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: { ...getDefaultEnvironment(), ...env },
    stderr: process.env['BENCH_STDERR'] ? 'inherit' : 'ignore',
    maxBufferSize: 64 * 1024 * 1024,
  });
  await client.connect(transport, { timeout: CONNECT_TIMEOUT_MS });
  const close = (): Promise<void> => client.close();
  return { client, pid: transport.pid ?? 0, close, [Symbol.asyncDispose]: close };
}
