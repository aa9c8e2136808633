import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Server, type Tool } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { serversIn } from './servers-in.ts';

// The smallest proxy in front of several servers: node bare-proxy.js config.json
const INFO = { name: 'bare-proxy', version: '1.0.0' };

const tools: Tool[] = [];
const owners = new Map<string, Client>();
await Promise.all(
  Object.values(serversIn(process.argv[2])).map(async (server) => {
    const client = new Client(INFO, { versionNegotiation: { mode: 'legacy' } });
    await client.connect(new StdioClientTransport({ ...server, stderr: 'ignore' }));
    const listed = await client.listTools();
    for (const tool of listed.tools) {
      tools.push(tool);
      owners.set(tool.name, client);
    }
  }),
);

const server = new Server(INFO, { capabilities: { tools: {} } });
server.setRequestHandler('tools/list', () => ({ tools }));
server.setRequestHandler('tools/call', ({ params }) => {
  const owner = owners.get(params.name);
  if (!owner) throw new Error(`Unknown tool: ${params.name}`);
  return owner.request({ method: 'tools/call', params });
});
await server.connect(new StdioServerTransport());
process.stdin.once('end', () => process.exit(0));
