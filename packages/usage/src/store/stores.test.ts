import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../../test/fixtures/postgres.mjs';
import { postgresStore } from './postgres/postgres-store.ts';
import { MemoryStore, sqliteStore } from './sqlite/sqlite-store.ts';
import { storeContract } from './store-contract-under-test.ts';

let postgres: PostgresServer;
const folder = mkdtempSync(join(tmpdir(), 'foldout-usage-'));
let files = 0;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

storeContract('memory', { runs: 200, open: async (options) => new MemoryStore(options) });
storeContract('SQLite', {
  runs: 60,
  open: async (options) => sqliteStore({ ...options, path: join(folder, `${++files}.db`) }),
});
storeContract('PostgreSQL', {
  runs: 10,
  open: async (options) => postgresStore({ ...options, address: await postgres.createDatabase() }),
});
