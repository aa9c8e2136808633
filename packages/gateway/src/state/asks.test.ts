import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../../test/fixtures/postgres.mjs';
import { AskLog } from './ask-log.ts';
import type { AskAnswer, Asks, Grant, NewAsk } from './asks.ts';
import { FileState } from './file-state.ts';
import { openPostgresState } from './postgres-state.ts';
import type { SharedState } from './shared-state.ts';

let server: PostgresServer;
const folders: string[] = [];
const open: SharedState[] = [];
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  for (const state of open) await state.close();
  await server.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'foldout-asks-'));
  folders.push(folder);
  return folder;
}

/** Two gateways that share their state. */
const PLACES: Record<string, () => Promise<readonly [Asks, Asks]>> = {
  files: async () => {
    const folder = newFolder();
    open.push(new FileState(folder), new FileState(folder));
    return open.slice(-2).map(({ asks }) => asks) as [Asks, Asks];
  },
  PostgreSQL: async () => {
    const url = await server.createDatabase();
    open.push(await openPostgresState(url), await openPostgresState(url));
    return open.slice(-2).map(({ asks }) => asks) as [Asks, Asks];
  },
};

const now = Date.now();
const newAsk = (act: string, more: Partial<NewAsk> = {}): NewAsk => ({
  act,
  tool: 'files/delete',
  kind: 'tool',
  risk: 'destructive',
  principal: 'ci',
  shown: '{"path":"a\\u0000b"}',
  because: 'rule 1 of the policy',
  grants: { always: 'key' },
  at: now,
  until: now + 60_000,
  ...more,
});
const yes: AskAnswer = { allow: true, scope: 'once', by: 'ada', at: now + 1 };
const no: AskAnswer = { allow: false, scope: 'once', by: 'bob', at: now + 1 };

describe.each(Object.entries(PLACES))('asks in %s', (_place, makePair) => {
  let one: Asks;
  let other: Asks;
  beforeAll(async () => {
    [one, other] = await makePair();
  });

  it('are one for each act, whichever gateway opens it', async () => {
    const opened = await Promise.all([one, other, one, other].map((asks) => asks.open(newAsk('shared'))));
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
    expect(await other.find(opened[0]?.id ?? '')).toEqual({ ...newAsk('shared'), id: opened[0]?.id, used: false });
    expect(await one.find('unknown')).toBeUndefined();
  });

  it('take the first of two answers', async () => {
    const { id } = await one.open(newAsk('answered'));
    const answers = await Promise.all([one.answer(id, yes), other.answer(id, no)]);
    expect(answers.filter((answer) => answer !== undefined)).toHaveLength(1);
    const stored = (await other.find(id))?.answer;
    expect(stored).toEqual(answers.find((answer) => answer !== undefined)?.answer);
    expect(await one.answer(id, { ...yes, by: 'later' })).toBeUndefined();
  });

  it('let exactly one call use an approval, until it is released', async () => {
    const { id } = await one.open(newAsk('used'));
    expect(await one.use(id)).toBe(false);
    await other.answer(id, yes);
    const used = await Promise.all([one, other, one, other, one].map((asks) => asks.use(id)));
    expect(used.filter(Boolean)).toHaveLength(1);
    await one.release(id);
    expect([await other.use(id), await one.use(id)]).toEqual([true, false]);
  });

  it('never let a call use a refusal, which holds until it times out', async () => {
    const { id } = await one.open(newAsk('refused'));
    await one.answer(id, no);
    expect(await other.use(id)).toBe(false);
    expect((await other.open(newAsk('refused', { at: now + 59_000 }))).id).toBe(id);
    expect((await other.open(newAsk('refused', { at: now + 60_000, until: now + 90_000 }))).id).not.toBe(id);
  });

  it('make room for another ask once they are used', async () => {
    const { id } = await one.open(newAsk('again'));
    await one.answer(id, yes);
    await one.use(id);
    const next = await other.open(newAsk('again'));
    expect([next.id === id, next.answer, next.used]).toEqual([false, undefined, false]);
    expect([next.before, (await one.find(next.id))?.before]).toEqual([yes.at, yes.at]);
  });

  it('accept no answer after their time', async () => {
    const { id } = await one.open(newAsk('late'));
    expect(await other.answer(id, { ...yes, at: now + 60_000 })).toBeUndefined();
  });

  it('are listed while they wait, the oldest first', async () => {
    const later = await one.open(newAsk('waits later', { principal: 'lister', at: now + 5 }));
    const first = await other.open(newAsk('waits first', { principal: 'lister', at: now + 4 }));
    const mine = async (at: number) =>
      (await one.waiting(at)).filter(({ principal }) => principal === 'lister').map(({ id }) => id);
    expect(await mine(now)).toEqual([first.id, later.id]);
    expect(await mine(now + 60_000)).toEqual([]);
    await other.answer(first.id, no);
    expect(await mine(now)).toEqual([later.id]);
  });

  it('keep grants until they are revoked', async () => {
    const grant: Grant = { key: 'k1', scope: 'always', tool: 'a/b', principal: 'ci', by: 'ada', at: now };
    await one.grant(grant);
    expect([await other.granted(['k0', 'k1']), await other.granted(['k0']), await other.granted([])]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await other.grants()).toEqual([grant]);
    expect([await other.revoke('k1'), await other.revoke('k1')]).toEqual([true, false]);
    expect(await one.granted(['k1'])).toBe(false);
  });
});

it('asks in PostgreSQL are deleted a day after they have ended', async () => {
  const [one, other] = await (PLACES['PostgreSQL'] as () => Promise<readonly [Asks, Asks]>)();
  const day = 86_400_000;
  const { id: kept } = await one.open(newAsk('kept', { at: now - day, until: now - day + 60_000 }));
  const { id: old } = await one.open(newAsk('old', { at: now - 2 * day, until: now - 2 * day + 60_000 }));
  expect(await one.find(old)).toBeDefined();
  await other.open(newAsk('new'));
  await expect.poll(() => one.find(old)).toBeUndefined();
  expect(await one.find(kept)).toBeDefined();
});

describe('asks in files', () => {
  it('survive midnight, and lines that a crash has cut off', async () => {
    const folder = newFolder();
    let time = Date.parse('2026-03-04T23:59:00Z');
    const asks = new AskLog(folder, () => time);
    const { id } = await asks.open(newAsk('midnight', { at: time, until: time + 600_000 }));
    writeFileSync(join(folder, '2026-03-04.asks'), '\n{"op":"answer","id":', { flag: 'a' });
    time += 120_000;
    expect((await asks.answer(id, { ...yes, at: time }))?.answer?.allow).toBe(true);
    expect(await asks.use(id)).toBe(true);
    time += 3 * 86_400_000;
    await asks.open(newAsk('next', { at: time, until: time + 1 }));
    expect(readdirSync(folder)).toEqual(['2026-03-08.asks']);
  });
});
