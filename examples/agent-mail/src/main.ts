#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { createMcpServer, type ToolStrategy } from '@foldout/server';
import { CORE_TOOLS, categoryDescriptions, mailCommands } from './commands.ts';

const USAGE = `Mail and coordination for coding agents as an MCP server. Mail is kept in memory.

  --stdio | --http   how to serve (default: stdio when something is piped in, else HTTP)
  --port N           HTTP port (default: any free one)
  --strategy NAME    any toolStrategy (default core: 8 of the 27 tools are listed)
`;

const { values } = parseArgs({
  options: {
    stdio: { type: 'boolean' },
    http: { type: 'boolean' },
    port: { type: 'string', default: '0' },
    strategy: { type: 'string', default: 'core' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help) process.stdout.write(USAGE);
else await serve();

async function serve(): Promise<void> {
  const server = createMcpServer({
    name: 'agent-mail',
    version: '0.1.0',
    commands: mailCommands(),
    categories: categoryDescriptions,
    coreTools: CORE_TOOLS,
    toolStrategy: values.strategy as ToolStrategy,
    transport: values.stdio ? 'stdio' : values.http ? 'http' : 'auto',
    port: Number(values.port),
  });
  await server.start();
  if (server.url) process.stderr.write(`Agent mail is served over MCP at ${server.url}. Stop it with Ctrl-C.\n`);
  const stop = (): void => void server.stop().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}
