import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { askingServer } from '../fixtures/servers/asking-commands.mjs';

const SCRIPT = fileURLToPath(new URL('../fixtures/servers/asking.mjs', import.meta.url));
type Era = 'legacy' | 'modern';

/** A client whose user answers every question with a name. */
async function clientOver(transport: Transport, era: Era): Promise<Client> {
  const client = new Client(
    { name: 'e2e', version: '1' },
    {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } },
    },
  );
  client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { name: 'Ada' } }));
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

function inMemory(direct: boolean): Transport {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const server = askingServer();
  server.connect(far, { direct });
  onTestFinished(() => server.stop());
  return near;
}

function stdio(...args: string[]): Transport {
  return new StdioClientTransport({ command: process.execPath, args: [SCRIPT, ...args] });
}

function http(): Transport {
  const server = askingServer();
  onTestFinished(() => server.stop());
  const fetch = (url: string | URL, init?: RequestInit) => server.fetch(new Request(url, init));
  return new StreamableHTTPClientTransport(new URL('http://127.0.0.1/mcp'), { fetch });
}

const TRANSPORTS: Record<string, () => Transport> = {
  'stdio, answered directly': () => stdio('direct'),
  'stdio, answered by the SDK': () => stdio(),
  'memory, answered directly': () => inMemory(true),
  'memory, answered by the SDK': () => inMemory(false),
  HTTP: http,
};
const CALLS = {
  'its own name': (name: string) => ({ name, arguments: {} }),
  'afd-call': (command: string) => ({ name: 'afd-call', arguments: { command } }),
};

async function runsOf(transport: string, era: Era, how: string, command: string): Promise<number> {
  const client = await clientOver(TRANSPORTS[transport]?.() as Transport, era);
  const { structuredContent } = await client.callTool(CALLS[how as keyof typeof CALLS](command));
  return (structuredContent as { data: { runs: number } }).data.runs;
}

describe.each(Object.keys(TRANSPORTS))('a handler that asks the user, over %s', (transport) => {
  it.each(Object.keys(CALLS))(
    'runs once for a legacy client when it waits for the answer, called by %s',
    async (how) => {
      expect(await runsOf(transport, 'legacy', how, 'ask-waiting')).toBe(1);
    },
  );

  // A handler that returns its question has ended. In both eras it runs exactly once more, with the answer.
  it.each(Object.keys(CALLS))(
    'runs once per question and once for the answer when it returns one, called by %s',
    async (how) => {
      expect(await runsOf(transport, 'legacy', how, 'ask-returning')).toBe(2);
      expect(await runsOf(transport, 'modern', how, 'ask-returning')).toBe(2);
    },
  );
});
