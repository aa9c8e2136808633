import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineCommand, Engine, failure, success } from '@foldout/core';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startPostgres } from '../../../../test/fixtures/postgres.mjs';
import { postgresStore } from '../store/postgres/postgres-store.ts';
import { sqliteStore } from '../store/sqlite/sqlite-store.ts';
import type { UsageStore } from '../store/usage-store.ts';
import { TokenLedger } from './token-ledger.ts';
import { trackCalls } from './track-calls.ts';
import { UsageTracker } from './usage-tracker.ts';

/** Texts of callers and tools. None of them may be in the stored data. */
const SECRETS = [
  'argument-4711',
  'result-4712',
  'code-4713',
  'message-4714',
  'address-4715',
  'query-4716',
  'list-4717',
];

const commands = [
  defineCommand({
    name: 'order-find',
    description: 'Finds an order.',
    input: z.object({ text: z.string() }),
    handler: ({ text }) => success({ text, more: 'result-4712' }),
  }),
  defineCommand({
    name: 'order-fail',
    description: 'Fails.',
    input: z.object({ text: z.string() }),
    handler: () => failure({ code: 'code-4713', message: 'message-4714', suggestion: 'result-4712' }),
  }),
];

/** Uses tools through every method, with a secret in each call. */
async function useEverything(store: UsageStore): Promise<void> {
  const engine = new Engine({ name: 'shop', commands });
  await using tracker = new UsageTracker({ store });
  const ledger = new TokenLedger(tracker);
  trackCalls(engine, tracker);
  const input = { text: 'argument-4711' };
  const caller = { sessionId: 's', client: { name: 'claude' } };
  await engine.call({ command: 'order-find', input }, caller);
  await engine.call({ command: 'order-fail', input }, caller);
  await engine.call({ command: 'order-find', input: { wrong: 'argument-4711' } }, caller);
  await engine.call({ command: 'address-4715', input }, caller);
  await engine.batch({ commands: [{ command: 'order-find', input }] }, caller);
  await engine.pipe({ steps: [{ command: 'order-find', input }] }, caller);
  tracker.trackSearch('query-4716', 0);
  ledger.listed('claude', { version: '1', text: 'list-4717' }, () => ['list-4717']);
  ledger.sent('claude', 'result-4712');
  await ledger.settled();
  await tracker.flush();
  expect(await store.popular(5)).toMatchObject([
    { tool: 'order-find', calls: 4, errors: 1 },
    { tool: 'order-fail', calls: 1, errors: 1 },
  ]);
}

describe('arguments, results and queries', () => {
  it('are not in the SQLite file or its log', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'foldout-usage-'));
    try {
      const store = sqliteStore({ path: join(folder, 'usage.db') });
      await useEverything(store);
      const bytes = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
      expect(bytes.join()).toContain('order-find');
      expect(SECRETS.filter((secret) => bytes.join().includes(secret))).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('are not in any row of PostgreSQL', async () => {
    await using postgres = await startPostgres();
    const address = await postgres.createDatabase();
    await useEverything(postgresStore({ address }));
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    const tables = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
    const rows = [];
    for (const { tablename } of tables.rows) rows.push((await client.query(`SELECT * FROM ${tablename}`)).rows);
    await client.end();
    const everything = JSON.stringify(rows);
    expect(everything).toContain('order-find');
    expect(SECRETS.filter((secret) => everything.includes(secret))).toEqual([]);
  });
});
