import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../../test/fixtures/postgres.mjs';
import type { Letter } from './mail.ts';
import { StateUnavailable } from './postgres-connection.ts';
import { openPostgresState } from './postgres-state.ts';
import { SecretCipher } from './secret-cipher.ts';
import type { SharedState, StateChange } from './shared-state.ts';

const KEY = Buffer.alloc(32, 7);

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function nextChange(state: SharedState, fits: (change: StateChange) => boolean): Promise<StateChange> {
  return new Promise((resolve) => {
    state.subscribe((change) => fits(change) && resolve(change));
  });
}

describe('opening the database', () => {
  it('creates the tables once when many gateways start at the same time', async () => {
    const url = await server.createDatabase();
    const states = await Promise.all(Array.from({ length: 6 }, () => openPostgresState(url, { connections: 1 })));
    await states[0]?.credentials.save('key', 'value');
    expect(await states[5]?.credentials.load('key')).toBe('value');
    expect(await query(url, 'SELECT version FROM foldout.state_version')).toEqual([{ version: 1 }]);
    await Promise.all(states.map((state) => state.close()));
  });

  it('keeps existing data', async () => {
    const url = await server.createDatabase();
    await using first = await openPostgresState(url);
    await first.credentials.save('key', 'value');
    await first.close();
    await using second = await openPostgresState(url);
    expect(await second.credentials.load('key')).toBe('value');
  });

  it('rejects the state of a newer version, with the next step', async () => {
    const url = await server.createDatabase();
    await (await openPostgresState(url)).close();
    await query(url, 'UPDATE foldout.state_version SET version = 99');
    await expect(openPostgresState(url)).rejects.toThrow(/newer Foldout \(version 99.*Update/s);
  });

  it('works for a user without CREATE rights if the tables exist', async () => {
    const url = await server.createDatabase();
    await (await openPostgresState(url)).close();
    await query(url, "CREATE ROLE guest LOGIN PASSWORD 'guest-password'");
    await query(url, 'GRANT USAGE ON SCHEMA foldout TO guest');
    await query(url, 'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA foldout TO guest');
    const guest = Object.assign(new URL(url), { username: 'guest', password: 'guest-password' }).href;
    await using state = await openPostgresState(guest);
    await state.credentials.save('key', 'value');
    expect(await state.credentials.load('key')).toBe('value');
  });

  it('names the unreachable database without its password', async () => {
    const refused = openPostgresState('postgres://ann:secret-password@127.0.0.1:1/foldout', { patienceMs: 200 });
    await expect(refused).rejects.toThrow(StateUnavailable);
    await expect(refused).rejects.toThrow('127.0.0.1:1/foldout');
    await expect(refused).rejects.not.toThrow('secret-password');
  });

  it('does not retry with a wrong password', async () => {
    const url = Object.assign(new URL(await server.createDatabase()), { password: 'wrong' }).href;
    await expect(openPostgresState(url, { patienceMs: 60_000 })).rejects.toThrow(/password authentication failed/);
  });
});

describe('a lost connection', () => {
  it('does not lose writes', async () => {
    const url = await server.createDatabase();
    await using state = await openPostgresState(url);
    for (let round = 0; round < 5; round += 1) {
      const saves = Array.from({ length: 10 }, (_, i) => state.credentials.save(`${round}-${i}`, 'value'));
      await Promise.all([server.dropConnections(url), ...saves]);
    }
    const [row] = await query(url, 'SELECT count(*)::int AS count FROM foldout.credentials');
    expect(row).toEqual({ count: 50 });
  });

  it('is reported as "anything may have changed" after the reconnect', async () => {
    const url = await server.createDatabase();
    await using state = await openPostgresState(url);
    await using other = await openPostgresState(url);
    const missed = nextChange(state, ({ kind, key }) => kind === 'approvals' && key === '*');
    await server.dropConnections(url);
    expect(await missed).toEqual({ kind: 'approvals', key: '*' });
    const heard = nextChange(state, ({ key }) => key === 'later');
    await other.credentials.save('later', 'value');
    expect(await heard).toEqual({ kind: 'credentials', key: 'later' });
  });

  it('rejects a write with a clear error while the database is offline, and works again afterwards', async () => {
    const url = await server.createDatabase();
    await using state = await openPostgresState(url, { patienceMs: 1_500 });
    await state.credentials.save('key', 'before');
    await server.halt();
    try {
      await expect(state.credentials.save('key', 'lost')).rejects.toThrow(/did not answer within 1500 ms/);
      await expect(state.approvals.of('github')).rejects.toThrow(StateUnavailable);
    } finally {
      await server.start();
    }
    expect(await state.credentials.load('key')).toBe('before');
    await state.credentials.save('key', 'after');
    expect(await state.credentials.load('key')).toBe('after');
  });
});

describe('sessions in the database', () => {
  it('end after an hour without use, and are removed', async () => {
    const url = await server.createDatabase();
    await using state = await openPostgresState(url);
    await state.sessions.save({ id: 'used', opening: {} });
    await state.sessions.save({ id: 'forgotten', opening: {} });
    await query(url, "UPDATE foldout.sessions SET last_used = now() - interval '59 min' WHERE id = 'used'");
    await query(url, "UPDATE foldout.sessions SET last_used = now() - interval '61 min' WHERE id = 'forgotten'");
    expect(await state.sessions.load('used')).toEqual({ id: 'used', opening: {} });
    expect(await state.sessions.load('forgotten')).toBeUndefined();
    const [row] = await query(
      url,
      "SELECT last_used > now() - interval '1 min' AS fresh FROM foldout.sessions WHERE id = 'used'",
    );
    expect(row).toEqual({ fresh: true });
    await using later = await openPostgresState(url);
    await later.sessions.save({ id: 'new', opening: {} });
    await expect
      .poll(() => query(url, 'SELECT id FROM foldout.sessions ORDER BY id'))
      .toEqual([{ id: 'new' }, { id: 'used' }]);
  });

  it('that ended are announced to the other gateways', async () => {
    const url = await server.createDatabase();
    await using one = await openPostgresState(url);
    await using other = await openPostgresState(url);
    await one.sessions.save({ id: 's', opening: {} });
    const heard = nextChange(other, ({ kind }) => kind === 'session-ended');
    await one.sessions.remove('s');
    expect(await heard).toEqual({ kind: 'session-ended', key: 's' });
  });
});

describe('letters between replicas', () => {
  function received(state: SharedState, count: number): Promise<Letter[]> {
    return new Promise((resolve) => {
      const letters: Letter[] = [];
      state.mail?.subscribe((letter) => {
        letters.push(letter);
        if (letters.length === count) resolve(letters);
      });
    });
  }

  it('reach the others in order, whatever their size, and never the sender', async () => {
    const url = await server.createDatabase();
    await using one = await openPostgresState(url);
    await using other = await openPostgresState(url);
    one.mail?.subscribe(() => expect.unreachable());
    const letters = received(other, 20);
    const sent = Array.from({ length: 20 }, (_, n) => ({
      to: 'session:1',
      message: { n, text: '\0'.repeat(n * 1_000) },
    }));
    for (const letter of sent) await one.mail?.send(letter);
    expect(await letters).toEqual(sent);
  });

  it('are read later by a replica that could not listen', async () => {
    const url = await server.createDatabase();
    await using one = await openPostgresState(url);
    await using other = await openPostgresState(url);
    const letters = received(other, 3);
    for (const n of [1, 2, 3]) {
      await server.dropConnections(url);
      await one.mail?.send({ to: 'session:1', message: n });
    }
    expect((await letters).map(({ message }) => message)).toEqual([1, 2, 3]);
  });

  it('with a topic are kept for later readers: the last of each topic', async () => {
    const url = await server.createDatabase();
    await using one = await openPostgresState(url);
    await using other = await openPostgresState(url);
    await one.mail?.send({ to: 'session:1', message: 'debug', topic: 'level' });
    await one.mail?.send({ to: 'session:1', message: 'subscribe', topic: 'resource a' });
    await one.mail?.send({ to: 'session:1', message: 'cancel' });
    await other.mail?.send({ to: 'session:1', message: 'error', topic: 'level' });
    await one.mail?.send({ to: 'session:2', message: 'info', topic: 'level' });
    expect((await other.mail?.lasting('session:1'))?.map(({ message }) => message)).toEqual(['subscribe', 'error']);
  });

  it('are encrypted in the database where there is a key', async () => {
    const url = await server.createDatabase();
    const cipher = new SecretCipher({ place: 'a test', shared: true, current: () => KEY, all: () => [KEY] });
    await using one = await openPostgresState(url, { cipher });
    await using other = await openPostgresState(url, { cipher });
    const letters = received(other, 1);
    await one.mail?.send({ to: 'call:1', message: { answer: 'my password' } });
    expect(await letters).toEqual([{ to: 'call:1', message: { answer: 'my password' } }]);
    expect(JSON.stringify(await query(url, 'SELECT * FROM foldout.letters'))).not.toContain('password');
  });
});

it('announces "any" for a key that is too long for a message', async () => {
  const url = await server.createDatabase();
  await using one = await openPostgresState(url);
  await using other = await openPostgresState(url);
  const heard = nextChange(other, ({ kind }) => kind === 'credentials');
  await one.credentials.save('k'.repeat(2_000), 'value');
  expect(await heard).toEqual({ kind: 'credentials', key: '*' });
});

it('ignores foreign messages on its channel', async () => {
  const url = await server.createDatabase();
  await using state = await openPostgresState(url);
  const changes: StateChange[] = [];
  state.subscribe((change) => changes.push(change));
  await using other = await openPostgresState(url);
  for (const said of ['', 'hello', '{}', '{"kind":"x","key":"y"}', 'null', '{"kind":"approvals","key":7}']) {
    await query(url, `SELECT pg_notify('foldout_state', '${said}')`);
  }
  const heard = nextChange(state, () => true);
  await other.credentials.save('real', 'value');
  await heard;
  expect(changes).toEqual([{ kind: 'credentials', key: 'real' }]);
});
