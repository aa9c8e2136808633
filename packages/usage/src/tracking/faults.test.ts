import { mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../../test/fixtures/postgres.mjs';
import { postgresStore } from '../store/postgres/postgres-store.ts';
import { sqliteDriver } from '../store/sqlite/sqlite-driver.ts';
import { sqliteStore } from '../store/sqlite/sqlite-store.ts';
import { batch, event, NOON } from '../store/store-contract-under-test.ts';
import type { UsageStore } from '../store/usage-store.ts';
import { UsageTracker } from './usage-tracker.ts';

// Must be the driver that the store uses: two copies of SQLite in one process do not see each other's locks.
const { DatabaseSync } = await sqliteDriver();

let folder: string;
let path: string;
let warnings: string[];
let tracker: UsageTracker;

/** A tracker that writes only on `flush`. */
function track(store: UsageStore, maxWaiting = 10_000): UsageTracker {
  tracker = new UsageTracker({
    store,
    flushMs: 3_600_000,
    batchSize: 100_000,
    maxWaiting,
    warn: (line) => warnings.push(line),
  });
  return tracker;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foldout-usage-'));
  path = join(folder, 'usage.db');
  warnings = [];
});
afterEach(async () => {
  await tracker.close();
  rmSync(folder, { recursive: true, force: true });
});

function use(...tools: string[]): void {
  for (const tool of tools) tracker.trackAccess('shop', tool, { session_id: 's' });
}

async function counted(): Promise<Record<string, number>> {
  return Object.fromEntries((await tracker.store.popular(1_000)).map(({ tool, calls }) => [tool, calls]));
}

describe('a locked file', () => {
  it('causes one warning, and is written to when it is free', async () => {
    track(sqliteStore({ path }));
    use('a');
    await tracker.flush();
    const other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    use('b');
    for (let i = 0; i < 3; i++) expect(await tracker.flush()).toBe(false);
    expect(warnings).toEqual([expect.stringMatching(/^usage cannot be written \(.*locked.*\)/)]);
    expect(tracker.state()).toEqual({ waiting: 1, dropped: 0, failing: true });
    use('c');
    other.exec('COMMIT');
    other.close();
    expect(await tracker.flush()).toBe(true);
    expect(warnings.at(-1)).toBe('writing usage works again');
    expect(await counted()).toEqual({ a: 1, b: 1, c: 1 });
  });
});

describe('a store that cannot be written', () => {
  it('drops the oldest events above the limit of the queue, and counts them', async () => {
    mkdirSync(path);
    track(sqliteStore({ path }), 100);
    for (let i = 0; i < 500; i++) use(`tool-${i}`);
    await tracker.flush();
    const { waiting, dropped } = tracker.state();
    expect(waiting).toBeLessThanOrEqual(100);
    expect(waiting + dropped).toBe(500);
    rmSync(path, { recursive: true });
    use('last');
    await tracker.flush();
    await tracker.flush();
    expect(Object.keys(await counted())).toContain('last');
    expect(warnings).toHaveLength(2);
  });

  it('is retried automatically', async () => {
    mkdirSync(path);
    tracker = new UsageTracker({ store: sqliteStore({ path }), flushMs: 1, maxRetryMs: 5, warn: () => {} });
    use('a');
    while (!tracker.state().failing) await new Promise((resolve) => setImmediate(resolve));
    rmSync(path, { recursive: true });
    while (tracker.state().failing) await new Promise((resolve) => setImmediate(resolve));
    expect(await counted()).toEqual({ a: 1 });
  });
});

describe('a full disk', () => {
  it('causes one warning and no loss: queued events are written when there is space', async () => {
    const store = sqliteStore({ path, maxBytes: 600_000, retention: { eventRows: 10 } });
    track(store);
    let i = 0;
    // Each batch adds sessions, until the file reaches its maximum size.
    for (; !tracker.state().failing && i < 10_000; i++) {
      for (let n = 0; n < 20; n++)
        tracker.trackAccess('shop', 'tool', { session_id: `s${i}-${n}`, client: 'c'.repeat(80) });
      await tracker.flush();
    }
    expect(await tracker.flush()).toBe(false);
    expect(warnings).toEqual([expect.stringMatching(/full/)]);
    use('later');
    await store.prune();
    expect(await tracker.flush()).toBe(true);
    expect(await counted()).toEqual({ tool: i * 20, later: 1 });
  });
});

describe('a corrupt file', () => {
  it('that is not a database is renamed, and a new one is created', async () => {
    writeFileSync(path, 'this is not a database, and was never meant to be one'.repeat(100));
    const moved: string[] = [];
    track(sqliteStore({ path, onMoved: (to) => moved.push(to) }));
    use('a');
    expect(await tracker.flush()).toBe(true);
    expect(await counted()).toEqual({ a: 1 });
    expect(moved).toHaveLength(1);
    expect(readdirSync(folder).map((name) => join(folder, name))).toContain(moved[0]);
  });

  it('with damaged pages is renamed, and a new one is created', async () => {
    await using before = sqliteStore({ path });
    const tools = Array.from({ length: 3_000 }, (_, i) => event({ tool: `tool-${i}`, session: `s${i}`, at: NOON + i }));
    await before.append(batch({ events: tools }));
    await before.close();
    const file = openSync(path, 'r+');
    const noise = Buffer.alloc(200_000, 0xa5);
    writeSync(file, noise, 0, noise.length, 8_192);
    const moved: string[] = [];
    track(sqliteStore({ path, onMoved: (to) => moved.push(to) }));
    use('a');
    expect(await tracker.flush()).toBe(true);
    expect(moved).toHaveLength(1);
    expect(await counted()).toEqual({ a: 1 });
  });

  it('is renamed only once when two trackers find it', async () => {
    writeFileSync(path, 'not a database at all'.repeat(100));
    const moved: string[] = [];
    const onMoved = (to: string) => moved.push(to);
    track(sqliteStore({ path, onMoved }));
    await using other = new UsageTracker({ store: sqliteStore({ path, onMoved }), flushMs: 1, warn: () => {} });
    use('a');
    other.trackAccess('shop', 'b', { session_id: 's' });
    await Promise.all([tracker.flush(), other.flush()]);
    // A flush fails while the other tracker holds the lock of the file, so both are retried.
    while (!(await tracker.flush()) || !(await other.flush()));
    expect(moved).toHaveLength(1);
    expect(await counted()).toEqual({ a: 1, b: 1 });
  });

  it('of a newer schema version is not changed', async () => {
    const newer = new DatabaseSync(path);
    newer.exec('PRAGMA user_version = 999');
    newer.close();
    track(sqliteStore({ path }));
    use('a');
    expect(await tracker.flush()).toBe(false);
    expect(warnings[0]).toMatch(/newer Foldout/);
    expect(readdirSync(folder).filter((name) => name.includes('corrupt'))).toEqual([]);
  });
});

describe('a PostgreSQL server', () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  it('is connected to again after it drops its connections', async () => {
    const address = await postgres.createDatabase();
    track(postgresStore({ address }));
    use('a');
    await tracker.flush();
    await postgres.dropConnections(address);
    use('b');
    // The first attempt may still use the dead connection.
    if (!(await tracker.flush())) expect(await tracker.flush()).toBe(true);
    expect(await counted()).toEqual({ a: 1, b: 1 });
  });

  it('that stops and starts again receives all events', async () => {
    const address = await postgres.createDatabase();
    track(postgresStore({ address }));
    use('a');
    await tracker.flush();
    await postgres.halt();
    use('b');
    expect(await tracker.flush()).toBe(false);
    expect(await tracker.flush()).toBe(false);
    expect(warnings).toHaveLength(1);
    await postgres.start();
    use('c');
    expect(await tracker.flush()).toBe(true);
    expect(await counted()).toEqual({ a: 1, b: 1, c: 1 });
  });

  it('shares usage between two gateways', async () => {
    const address = await postgres.createDatabase();
    track(postgresStore({ address }));
    await using other = new UsageTracker({ store: postgresStore({ address }) });
    // Each tracker sees every second call of one session, so each transition crosses from one tracker to the other.
    for (let round = 0; round < 5; round++) {
      use('find');
      await tracker.flush();
      other.trackAccess('shop', 'read', { session_id: 's' });
      await other.flush();
    }
    expect(await tracker.predictNextTools('shop/find')).toMatchObject([
      { toTool: 'shop/read', count: 5, probability: 1 },
    ]);
    expect(await other.getCoOccurrence('shop/find')).toMatchObject([{ toolKey: 'shop/read', coOccurrenceRate: 1 }]);
    expect(await other.getPopularTools()).toMatchObject([{ usage_count: 5 }, { usage_count: 5 }]);
  });

  it('counts correctly with several concurrent writers', async () => {
    const address = await postgres.createDatabase();
    const trackers = Array.from(
      { length: 4 },
      () => new UsageTracker({ store: postgresStore({ address }), batchSize: 5 }),
    );
    track(postgresStore({ address }));
    for (let i = 0; i < 200; i++) trackers[i % 4]?.trackAccess('shop', `t${i % 7}`, { session_id: `s${i % 3}` });
    for (const writer of trackers) expect(await writer.flush()).toBe(true);
    for (const writer of trackers) await writer.close();
    expect(Object.values(await counted()).reduce((sum, calls) => sum + calls)).toBe(200);
    expect((await tracker.store.popular(10)).every(({ sessions }) => sessions === 3)).toBe(true);
  });
});
