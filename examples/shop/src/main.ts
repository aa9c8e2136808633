#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { createMcpServer, type FoldoutServer, type ToolStrategy } from '@foldout/server';
import { categoryDescriptions, shopCommands } from './commands.ts';
import { openDatabase } from './database.ts';
import { greeting } from './greeting.ts';

const USAGE = `A shop's back office as an MCP server.

  --stdio | --http          how to serve (default: stdio when something is piped in, else HTTP)
  --port N                  HTTP port (default 3100, or any free one)
  --strategy NAME           any toolStrategy (default lazy)
  --file PATH               keep the shop in this SQLite file (default: in memory)
`;

const { values } = parseArgs({
  options: {
    stdio: { type: 'boolean' },
    http: { type: 'boolean' },
    port: { type: 'string' },
    strategy: { type: 'string', default: 'lazy' },
    file: { type: 'string', default: ':memory:' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help) {
  process.stdout.write(USAGE);
} else {
  await serve();
}

async function serve(): Promise<void> {
  const database = openDatabase(values.file);
  const commands = shopCommands(database);
  const make = (port: number): FoldoutServer =>
    createMcpServer({
      name: 'shop',
      version: '0.1.0',
      commands,
      categories: categoryDescriptions,
      toolStrategy: values.strategy as ToolStrategy,
      bootstrap: true,
      transport: values.stdio ? 'stdio' : values.http ? 'http' : 'auto',
      port,
    });
  const server = await startOnFreePort(make);
  if (server.url) process.stderr.write(greeting(server.url, commands, values.strategy as ToolStrategy));
  const stop = (): void => {
    server.stop().then(() => process.exit(0));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

/** A port that was asked for is taken or fails; the default gives way when it is in use. */
async function startOnFreePort(make: (port: number) => FoldoutServer): Promise<FoldoutServer> {
  const wanted = make(Number(values.port ?? 3100));
  try {
    await wanted.start();
    return wanted;
  } catch (error) {
    if (values.port !== undefined || !String(error).includes('in use')) throw error;
    const other = make(0);
    await other.start();
    return other;
  }
}
