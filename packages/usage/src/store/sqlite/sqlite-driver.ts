export type SqliteDriver = typeof import('@photostructure/sqlite');

// One API, two places: Node has it built in from 24 on; before that a package provides it.
const builtIn = Number.parseInt(process.versions.node, 10) >= 24;

export function sqliteDriver(): Promise<SqliteDriver> {
  return import(builtIn ? 'node:sqlite' : '@photostructure/sqlite') as Promise<SqliteDriver>;
}
