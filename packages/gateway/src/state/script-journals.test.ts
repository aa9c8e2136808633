import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../../test/fixtures/postgres.mjs';
import { FileState } from './file-state.ts';
import { openPostgresState } from './postgres-state.ts';
import type { ScriptBatch, ScriptJournals } from './script-journals.ts';
import { SecretCipher } from './secret-cipher.ts';
import type { SharedState } from './shared-state.ts';

let server: PostgresServer;
const folder = mkdtempSync(join(tmpdir(), 'foldout-scripts-'));
const open: SharedState[] = [];
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  for (const state of open) await state.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Two gateways that share their state. */
const PLACES: Record<string, () => Promise<readonly [ScriptJournals, ScriptJournals]>> = {
  files: async () => {
    open.push(new FileState(folder), new FileState(folder));
    return open.slice(-2).map(({ scripts }) => scripts) as [ScriptJournals, ScriptJournals];
  },
  PostgreSQL: async () => {
    const url = await server.createDatabase();
    const cipher = new SecretCipher(join(folder, 'shared.key'));
    open.push(await openPostgresState(url, { cipher }), await openPostgresState(url, { cipher }));
    return open.slice(-2).map(({ scripts }) => scripts) as [ScriptJournals, ScriptJournals];
  },
};

const batch = (position: number, more: Partial<ScriptBatch> = {}): ScriptBatch => ({
  key: 'key',
  run: 'run',
  position,
  text: `text ${position}`,
  last: false,
  ...more,
});

describe.each(Object.entries(PLACES))('journals of scripts in %s', (_name, make) => {
  let one: ScriptJournals;
  let other: ScriptJournals;
  beforeAll(async () => {
    [one, other] = await make();
  });

  it('are read by another gateway, in order', async () => {
    expect(await other.load('key')).toBeUndefined();
    for (const position of [0, 1]) expect(await one.append(batch(position))).toBe(true);
    expect(await other.load('key')).toEqual({ run: 'run', batches: ['text 0', 'text 1'] });
    expect(await other.load('another key')).toBeUndefined();
  });

  it('let exactly one gateway write each position', async () => {
    const tries = [one, other, one, other].map((place, n) => place.append(batch(2, { text: `writer ${n}` })));
    const won = (await Promise.all(tries)).flatMap((added, n) => (added ? [n] : []));
    expect(won).toHaveLength(1);
    expect((await one.load('key'))?.batches[2]).toBe(`writer ${won[0]}`);
  });

  it('end with their last batch', async () => {
    expect(await one.append(batch(3, { last: true }))).toBe(true);
    expect(await other.load('key')).toBeUndefined();
    expect(await other.append(batch(0, { run: 'next' }))).toBe(true);
    expect((await one.load('key'))?.run).toBe('next');
  });
});

it('keeps nothing in files that can be read without the key', async () => {
  const files = readdirSync(join(folder, 'scripts'));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(readFileSync(join(folder, 'scripts', file), 'utf8')).not.toContain('text 0');
});
