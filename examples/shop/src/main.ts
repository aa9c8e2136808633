#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { createMcpServer, type ToolStrategy } from '@foldout/server';
import { categoryDescriptions, shopCommands } from './commands.ts';

const USAGE = `The back office of a shop as an MCP server.

  --stdio | --http   how to serve (default: stdio when something is piped in, else HTTP)
  --port N           HTTP port (default: any free one)
  --strategy NAME    any toolStrategy (default: lazy)
`;

const { values } = parseArgs({
  options: {
    stdio: { type: 'boolean' },
    http: { type: 'boolean' },
    port: { type: 'string', default: '0' },
    strategy: { type: 'string', default: 'lazy' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help) process.stdout.write(USAGE);
else await serve();

async function serve(): Promise<void> {
  const server = createMcpServer({
    name: 'shop',
    version: '0.1.0',
    commands: shopCommands(),
    categories: categoryDescriptions,
    toolStrategy: values.strategy as ToolStrategy,
    bootstrap: true,
    transport: values.stdio ? 'stdio' : values.http ? 'http' : 'auto',
    port: Number(values.port),
  });
  await server.start();
  if (server.url) process.stderr.write(`The shop is served over MCP at ${server.url}. Stop it with Ctrl-C.\n`);
  const stop = (): void => void server.stop().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}
