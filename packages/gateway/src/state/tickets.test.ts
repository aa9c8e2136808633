import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../../test/fixtures/postgres.mjs';
import { FileState } from './file-state.ts';
import { openPostgresState } from './postgres-state.ts';
import { SecretCipher } from './secret-cipher.ts';
import type { SharedState } from './shared-state.ts';
import type { Tickets } from './tickets.ts';

let server: PostgresServer;
const folder = mkdtempSync(join(tmpdir(), 'foldout-tickets-'));
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
const PLACES: Record<string, () => Promise<readonly SharedState[]>> = {
  files: async () => [new FileState(folder), new FileState(folder)],
  PostgreSQL: async () => {
    const url = await server.createDatabase();
    const cipher = new SecretCipher(join(folder, 'shared.key'));
    return [await openPostgresState(url, { cipher }), await openPostgresState(url, { cipher })];
  },
};

describe.each(Object.entries(PLACES))('tickets in %s', (_name, make) => {
  let one: Tickets;
  let other: Tickets;
  beforeAll(async () => {
    const states = await make();
    open.push(...states);
    [one, other] = states.map(({ tickets }) => tickets) as [Tickets, Tickets];
  });
  const later = (): number => Date.now() + 60_000;

  it('are found by another gateway, by their kind and secret', async () => {
    await one.put('access', 'secret', 'text', later());
    expect(await other.load('access', 'secret')).toBe('text');
    expect(await other.load('refresh', 'secret')).toBeUndefined();
    expect(await other.load('access', 'Secret')).toBeUndefined();
    await other.put('access', 'secret', 'changed', later());
    expect(await one.load('access', 'secret')).toBe('changed');
  });

  it('are taken by exactly one of many', async () => {
    await one.put('code', 'once', 'text', later());
    const taken = await Promise.all([one, other, one, other, one, other].map((place) => place.take('code', 'once')));
    expect(taken.filter((text) => text === 'text')).toHaveLength(1);
    expect(await one.load('code', 'once')).toBeUndefined();
  });

  it('expire', async () => {
    await one.put('flow', 'old', 'text', Date.now() - 1);
    expect(await other.load('flow', 'old')).toBeUndefined();
    expect(await other.take('flow', 'old')).toBeUndefined();
    await one.put('flow', 'new', 'text', later());
    expect(await other.count('flow')).toBe(1);
  });
});

it('keeps neither secrets nor texts in files', async () => {
  const state = new FileState(folder);
  await state.tickets.put('session', 'secret-of-a-browser', 'text-of-a-session', Date.now() + 60_000);
  const files = readdirSync(join(folder, 'tickets'));
  const all = [...files, ...files.map((file) => readFileSync(join(folder, 'tickets', file), 'utf8'))].join('\n');
  expect(all).toMatch(/^session\./m);
  expect(all).not.toContain('secret-of-a-browser');
  expect(all).not.toContain('text-of-a-session');
});
