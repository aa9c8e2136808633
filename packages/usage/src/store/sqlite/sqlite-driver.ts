export type SqliteDriver = typeof import('@photostructure/sqlite');

// Node 24 and later have SQLite built in; a package provides the same API for older versions.
const builtIn = Number.parseInt(process.versions.node, 10) >= 24;

export function sqliteDriver(): Promise<SqliteDriver> {
  return import(builtIn ? 'node:sqlite' : '@photostructure/sqlite') as Promise<SqliteDriver>;
}
