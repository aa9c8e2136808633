import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMcpServer, type FoldoutServer, type McpServerOptions } from '@foldout/server';
import { categoryDescriptions, shopCommands } from '../../examples/shop/src/commands.ts';
import { openDatabase } from '../../examples/shop/src/database.ts';
import type { Target } from './clients.ts';

const SCRIPT = fileURLToPath(new URL('../fixtures/servers/shop.mjs', import.meta.url));

/** What can be said to a process as JSON. */
export type ShopOptions = Omit<
  Partial<McpServerOptions>,
  'commands' | 'registry' | 'sources' | 'middleware' | 'search' | 'log' | 'runCode'
>;

/** Databases of the shop, each as if new: seeded once, then copied. */
export class ShopFiles {
  readonly #folder = mkdtempSync(join(tmpdir(), 'foldout-shop-'));
  readonly #seeded = join(this.#folder, 'seeded.db');
  #count = 0;

  constructor() {
    openDatabase(this.#seeded).close();
  }

  next(): string {
    this.#count += 1;
    const file = join(this.#folder, `${this.#count}.db`);
    copyFileSync(this.#seeded, file);
    return file;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** How a client starts the shop for itself; `env` is what its process finds in the environment. */
export function shopOverStdio(
  options: ShopOptions,
  file = ':memory:',
  env: Readonly<Record<string, string>> = {},
): Extract<Target, { kind: 'stdio' }> {
  const assignments = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return {
    kind: 'stdio',
    command: 'env',
    args: [...assignments, process.execPath, SCRIPT, JSON.stringify(options), file],
  };
}

let shared: ReturnType<typeof shopCommands> | undefined;

/** Commands over one database, for tests that do not mind what others have done to it. */
export function sharedShop(): ReturnType<typeof shopCommands> {
  shared ??= shopCommands(openDatabase(':memory:'));
  return shared;
}

/** The shop in this process. */
export function createShopServer(options: Partial<McpServerOptions> = {}, file = ':memory:'): FoldoutServer {
  return createMcpServer({
    name: 'shop',
    version: '1.0.0',
    commands: options.commands ?? shopCommands(openDatabase(file)),
    categories: categoryDescriptions,
    log: () => {},
    ...options,
  });
}
