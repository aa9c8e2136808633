import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serversIn } from './servers-in.ts';

// Ratel's library as a gateway, as its README shows it: node ratel-gateway.js config.json node_modules
const [, , config, modules = ''] = process.argv;

interface Ratel {
  parseConfig(config: unknown): unknown;
  buildGatewayFromConfig(config: unknown, options: object): Promise<{ catalog: unknown; upstreamServers: unknown }>;
  createMcpServer(catalog: unknown, options: object): Promise<unknown>;
}

const { buildGatewayFromConfig, createMcpServer, parseConfig } = await load<Ratel>(
  '@ratel-ai/mcp-server/dist/index.js',
);
const { StdioServerTransport } = await load<{ StdioServerTransport: new () => object }>(
  '@modelcontextprotocol/sdk/dist/esm/server/stdio.js',
);
const gateway = await buildGatewayFromConfig(parseConfig({ mcpServers: serversIn(config) }), { logger: () => {} });
await createMcpServer(gateway.catalog, {
  name: 'ratel',
  version: '0.1.5',
  transport: new StdioServerTransport(),
  upstreamServers: gateway.upstreamServers,
});

async function load<T>(file: string): Promise<T> {
  return (await import(pathToFileURL(join(modules, file)).href)) as T;
}
