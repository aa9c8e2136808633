import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { sqliteDriver } from '../store/sqlite/sqlite-driver.ts';
import { sqliteStore } from '../store/sqlite/sqlite-store.ts';
import { TRACKER_DEFAULTS } from './usage-tracker.ts';

const { DatabaseSync } = await sqliteDriver();

/** A process that tracks calls in a loop and prints their number. */
const BUSY = `
  import { sqliteStore, UsageTracker } from '@foldout/usage';
  const tracker = new UsageTracker({ store: sqliteStore({ path: process.argv[1] }) });
  await tracker.store.evidence();
  let tracked = 0;
  setInterval(() => {
    for (let i = 0; i < 40; i++) tracker.trackAccess('shop', 'tool-' + (tracked++ % 30), { session_id: 's' + (tracked % 20) });
    process.stdout.write(tracked + '\\n');
  }, 1);
`;

describe('a killed process', () => {
  it('loses at most one batch, and leaves an intact file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'foldout-usage-'));
    const path = join(folder, 'usage.db');
    try {
      for (const round of [1, 2, 3]) {
        const before = await callsIn(path);
        const printed = await killAfter(path, round * 1_500);
        const written = (await callsIn(path)) - before;
        expect(written).toBeGreaterThanOrEqual(printed - TRACKER_DEFAULTS.batchSize);
      }
      const database = new DatabaseSync(path);
      expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
      database.close();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** Kills the process with SIGKILL once it has printed `wanted`. Returns the last number it printed. */
async function killAfter(path: string, wanted: number): Promise<number> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', BUSY, path], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let printed = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    printed = Number(line);
    if (printed >= wanted) child.kill('SIGKILL');
  }
  await ended;
  return printed;
}

async function callsIn(path: string): Promise<number> {
  await using store = sqliteStore({ path });
  const { calls } = await store.evidence();
  // Totals and single events must agree, because a batch is atomic.
  const range = { since: Date.now() - 3_600_000, until: Date.now() + 1, size: 'hour', by: 'time' } as const;
  const hours = await store.activity(range);
  expect(hours.reduce((sum, hour) => sum + hour.calls, 0)).toBe(calls);
  expect(await store.recent(1_000_000)).toHaveLength(calls);
  return calls;
}
