import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { startPostgres } from '../../../../test/fixtures/postgres.mjs';
import { postgresStore } from './postgres/postgres-store.ts';
import { sqliteDriver } from './sqlite/sqlite-driver.ts';
import { sqliteStore } from './sqlite/sqlite-store.ts';
import { batch, event, NOON } from './store-contract-under-test.ts';
import type { UsageStore } from './usage-store.ts';

/** The tables of events and sessions in schema version 1. */
const VERSION_1 = [
  'DROP TABLE usage_events',
  'DROP TABLE usage_sessions',
  'CREATE TABLE usage_events (id integer PRIMARY KEY, at bigint, session text, tool text)',
  'CREATE INDEX usage_events_by_at ON usage_events (at)',
  'CREATE TABLE usage_sessions (session text PRIMARY KEY, last_tool text, last_at bigint)',
  'CREATE INDEX usage_sessions_by_last_at ON usage_sessions (last_at)',
  'CREATE TABLE usage_session_tools (session text, tool text, PRIMARY KEY (session, tool))',
  `INSERT INTO usage_events VALUES (1, ${NOON}, 's1', 'find')`,
];

async function keepsItsCounts(open: () => UsageStore, age: (statements: string[]) => Promise<void>): Promise<void> {
  const before = open();
  await before.append(batch({ events: [event({ tool: 'find' }), event({ tool: 'read', at: NOON + 1 })] }));
  await before.close();
  await age(VERSION_1);
  await using after = open();
  await after.append(batch({ events: [event({ tool: 'find', at: NOON + 2 })] }));
  expect(await after.popular(10)).toMatchObject([
    { tool: 'find', calls: 2 },
    { tool: 'read', calls: 1 },
  ]);
  expect(await after.followers('shop/find')).toMatchObject([{ next: 'shop/read', count: 1 }]);
  expect(await after.recent(10)).toMatchObject([{ tool: 'find', at: NOON + 2 }]);
}

const now = () => NOON;

it('a SQLite file of schema version 1 keeps its counts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'foldout-usage-'));
  const path = join(folder, 'usage.db');
  const { DatabaseSync } = await sqliteDriver();
  try {
    await keepsItsCounts(
      () => sqliteStore({ path, now }),
      async (statements) => {
        const file = new DatabaseSync(path);
        for (const statement of [...statements, 'PRAGMA user_version = 1']) file.exec(statement);
        file.close();
      },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('a PostgreSQL database of schema version 1 keeps its counts', async () => {
  await using postgres = await startPostgres();
  const address = await postgres.createDatabase();
  await keepsItsCounts(
    () => postgresStore({ address, now }),
    async (statements) => {
      const client = new pg.Client({ connectionString: address });
      await client.connect();
      for (const statement of [...statements, 'UPDATE usage_schema SET version = 1']) await client.query(statement);
      await client.end();
    },
  );
});
