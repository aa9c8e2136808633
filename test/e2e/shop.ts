import { fileURLToPath } from 'node:url';
import { createMcpServer, type FoldoutServer, type McpServerOptions } from '@foldout/server';
import { categoryDescriptions, shopCommands } from '../../examples/shop/src/commands.ts';
import type { Target } from './clients.ts';

const SCRIPT = fileURLToPath(new URL('../fixtures/servers/shop.mjs', import.meta.url));

/** Options that can be passed to a process as JSON. */
export type ShopOptions = Omit<
  Partial<McpServerOptions>,
  'commands' | 'registry' | 'sources' | 'middleware' | 'search' | 'log' | 'runCode'
>;

/** How a client starts the shop as its own process; `env` is added to the environment of the process. */
export function shopOverStdio(
  options: ShopOptions,
  env: Readonly<Record<string, string>> = {},
): Extract<Target, { kind: 'stdio' }> {
  const assignments = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return { kind: 'stdio', command: 'env', args: [...assignments, process.execPath, SCRIPT, JSON.stringify(options)] };
}

let shared: ReturnType<typeof shopCommands> | undefined;

/** Commands of one shared shop, for tests whose result does not depend on changes that other tests make to its data. */
export function sharedShop(): ReturnType<typeof shopCommands> {
  shared ??= shopCommands();
  return shared;
}

/** The shop server in this process. It has its own new data, unless `options.commands` is given. */
export function createShopServer(options: Partial<McpServerOptions> = {}): FoldoutServer {
  return createMcpServer({
    name: 'shop',
    version: '1.0.0',
    commands: options.commands ?? shopCommands(),
    categories: categoryDescriptions,
    log: () => {},
    ...options,
  });
}
