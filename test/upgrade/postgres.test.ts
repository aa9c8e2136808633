import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '@foldout/usage';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GuardedServer } from '../fixtures/guarded-server.ts';
import { type PostgresServer, startPostgres } from '../fixtures/postgres.mjs';
import { connectTo, run } from '../gateway/gateway-clients.ts';
import { eventually, GatewayProcess } from '../gateway/gateway-process.ts';
import { dumpDatabase } from './dump-database.ts';
import { factsOf, fixtureFolder, OpenedFixture, VERSIONS } from './opened-fixture.ts';
import { continueSession, VAULT_PORT } from './write-fixture.ts';

interface Recorded {
  readonly statement: string;
  readonly values: readonly unknown[];
  readonly columns: readonly string[];
}

const SAVE_CREDENTIAL = /^WITH changed AS \(INSERT INTO foldout.credentials/;

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

describe.each(VERSIONS)('the PostgreSQL database of %s', (version) => {
  const folder = fixtureFolder(version, 'postgres');
  const facts = factsOf(version, 'postgres');
  const session = facts.session ?? '';
  const statements: readonly Recorded[] = readFileSync(join(folder, 'statements.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  let address: string;
  /** Simulates a gateway of the old version: it sends the SQL statements recorded from that version. */
  let old: pg.Client;
  let fixture: OpenedFixture;

  beforeEach(async () => {
    address = await server.createDatabase();
    old = new pg.Client({ connectionString: address });
    await old.connect();
    await old.query(readFileSync(join(folder, 'database.sql'), 'utf8'));
    // A session ends after an hour without use, and the fixture is older than that.
    await old.query('UPDATE foldout.sessions SET last_used = now()');
    fixture = new OpenedFixture(version);
    fixture.addServers();
    const config = JSON.parse(readFileSync(fixture.file, 'utf8'));
    writeFileSync(fixture.file, JSON.stringify({ ...config, database: address }));
  });
  afterEach(async () => {
    await old.end();
    fixture[Symbol.dispose]();
  });

  /** The current version, as a replica. */
  const replica = () => GatewayProcess.start(fixture, { learned: false, cwd: fixture.folder });

  /** Sends a recorded statement with `values`, or with the recorded values. */
  async function send(start: RegExp, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]> {
    const recorded = statements.find(({ statement }) => start.test(statement));
    if (!recorded) throw new Error(`${version} sent no statement like ${start}`);
    return (await old.query(recorded.statement, [...(values ?? recorded.values)])).rows;
  }

  it('opens, with its approvals, sessions and counts', async () => {
    const { waiting } = await fixture.foldout('approve');
    expect(waiting).toMatchObject([{ tool: 'ledger/delete_entry', verdict: 'changed', withheld: true }]);
    await using gateway = await replica();
    expect(await continueSession(gateway.url, session)).toContain('search_notes');
    await using usage = openStore(address, { now: () => facts.writtenAt });
    const counted = (await usage.popular(10)).map(({ server: of, tool, calls, errors }) => {
      return { tool: `${of}/${tool}`, calls, errors };
    });
    expect(counted.map(({ tool }) => tool).sort()).toEqual(facts.calls.map(({ tool }) => tool).sort());
    for (const { tool, calls } of facts.calls) {
      expect(counted.find((one) => one.tool === tool)?.calls, tool).toBeGreaterThanOrEqual(calls);
    }
  });

  it('still takes every statement of that version once the current one has opened it', async () => {
    await using gateway = await replica();
    await continueSession(gateway.url, session);
    for (const { statement, values, columns } of statements) {
      const { fields } = await old.query(statement, [...values]);
      expect(
        fields.map(({ name }) => name),
        statement,
      ).toEqual(columns);
    }
  });

  it('keeps every table as it was and the version, so that the version before still opens it', async () => {
    const tables = (dump: string) => dump.split('\n').filter((line) => !line.startsWith('INSERT INTO'));
    const before = tables(await dumpDatabase(address));
    await using gateway = await replica();
    await using client = await connectTo(gateway.target, 'legacy');
    await run(client, 'notes/search_notes', { words: 'plan' });
    expect(tables(await dumpDatabase(address))).toEqual(expect.arrayContaining(before));
    const [{ version: state } = {}] = (await old.query('SELECT version FROM foldout.state_version')).rows;
    expect(readFileSync(join(folder, 'database.sql'), 'utf8')).toContain(`state_version ("version") VALUES (${state})`);
  });

  describe('with a replica of that version and a current one at the same time', () => {
    it('a session that one opens is known to the other, and so is its end', async () => {
      await using gateway = await replica();
      await using client = await connectTo(gateway.target, 'legacy');
      const id = client.transport?.sessionId ?? '';
      const load = /^WITH used AS/;
      const [, idleMs] = statements.find(({ statement }) => load.test(statement))?.values ?? [];
      expect(await send(load, [id, idleMs])).toMatchObject([{ opening: expect.stringContaining('clientInfo') }]);

      await old.query('DELETE FROM foldout.sessions WHERE id = $1', [session]);
      await send(/^INSERT INTO foldout.sessions/, [
        session,
        JSON.stringify({ ...JSON.parse(await openingOf(id)) }),
        'local',
      ]);
      expect(await continueSession(gateway.url, session)).toContain('search_notes');
      await send(/^WITH changed AS \(DELETE FROM foldout.sessions/, [session, 'another-gateway', 'session-ended']);
      const gone = await eventually(
        () => continueSession(gateway.url, session).catch((error: Error) => error.message),
        (answer) => answer.includes('404'),
      );
      expect(gone).toContain('404');
    });

    it('an approval by one counts for the other at once', async () => {
      await using gateway = await replica();
      await using client = await connectTo(gateway.target, 'modern');
      const call = () => run(client, 'ledger/delete_entry', { id: '1' });
      await run(client, 'ledger/list_entries');
      expect((await call()).isError).toBe(true);

      const heard: string[] = [];
      old.on('notification', ({ payload = '' }) => heard.push(payload));
      await send(/^LISTEN/);
      // The current version approves a tool. The old version is notified and can read the approval.
      await fixture.foldout('approve', 'ledger/delete_entry');
      await eventually(
        () => heard.length,
        (count) => count > 0,
      );
      expect(JSON.parse(heard[0] ?? '{}')).toMatchObject({
        origin: expect.any(String),
        kind: 'approvals',
        key: 'ledger',
      });
      const rows = await send(/^SELECT server, tool, hash/, ['ledger']);
      const approved = rows.find(({ tool }) => tool === 'delete_entry') ?? {};
      expect((await eventually(call, ({ isError }) => !isError)).isError).not.toBe(true);

      // The old version approves another hash for this tool: the current version withholds the tool again.
      const write = /^WITH changed AS \(INSERT INTO foldout.approvals.*DO UPDATE/s;
      const { hash } = rows.find(({ tool }) => tool === 'list_entries') ?? {};
      const columns = [['ledger'], ['delete_entry'], [hash], [Date.now()], ['ann'], 'another-gateway', 'approvals'];
      await send(write, columns);
      expect((await eventually(call, ({ isError }) => isError === true)).isError).toBe(true);
      columns[2] = [approved['hash']];
      await send(write, columns);
      expect((await eventually(call, ({ isError }) => !isError)).isError).not.toBe(true);
    });

    it('a credential that one saves is what the other reads', async () => {
      const load = async () => {
        const [row] = await send(/^SELECT value FROM foldout.credentials/);
        return JSON.parse(JSON.parse(row?.['value'] as string));
      };
      const signIn = await load();
      await using vault = await GuardedServer.start(VAULT_PORT);
      vault.refreshTokens.add(signIn.tokens.refresh_token);
      await using gateway = await replica();
      await using client = await connectTo(gateway.target, 'modern');
      expect((await run(client, 'vault/vault')).isError).not.toBe(true);
      expect([...vault.tokens]).toEqual([(await load()).tokens.access_token]);

      vault.revoke(true);
      vault.tokens.add('access-from-the-old-one');
      const saved = JSON.stringify({
        ...signIn,
        tokens: { ...signIn.tokens, access_token: 'access-from-the-old-one' },
      });
      const { values = [] } = statements.find(({ statement }) => SAVE_CREDENTIAL.test(statement)) ?? {};
      await send(SAVE_CREDENTIAL, [values[0], JSON.stringify(saved), 'another-gateway', 'credentials']);
      expect((await run(client, 'vault/vault')).isError).not.toBe(true);
      expect(vault.refreshes).toBe(1);
    });
  });

  async function openingOf(id: string): Promise<string> {
    const { rows } = await old.query('SELECT opening FROM foldout.sessions WHERE id = $1', [id]);
    return rows[0].opening;
  }
});
