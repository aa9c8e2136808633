import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { success } from '@foldout/core';
import type { CallRecord } from '@foldout/core/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../../test/fixtures/postgres.mjs';
import { openPostgresState } from '../state/postgres-state.ts';
import { AuditLog } from './audit-log.ts';
import { AuditRecorder } from './audit-recorder.ts';
import { folderPlace, removeOldAudit } from './audit-retention.ts';
import { DatabaseAudit, readDatabaseAudit } from './database-audit.ts';
import { openAudit } from './open-audit.ts';
import { auditFiles, verifyAudit, verifyFiles } from './read-audit.ts';

let server: PostgresServer;
const folder = mkdtempSync(join(tmpdir(), 'foldout-shared-audit-'));
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const log = { info: () => {}, warn: () => {} };
const record = (n: number): CallRecord => ({
  subject: { kind: 'tool', server: 'shop', name: 'buy', risk: 'write' },
  caller: { principal: 'ada' },
  input: { n, token: 'ghp_abcdefghijklmnopqrstuvwxyz0123456789' },
  verdict: 'allow',
  by: 'rule 1',
  context: { principal: { name: 'ada' } },
});

describe('the audit log in PostgreSQL', () => {
  it('has a chain for each gateway, and shows what was changed', async () => {
    const url = await server.createDatabase();
    await using one = await openPostgresState(url);
    await using other = await openPostgresState(url);
    for (const { auditTable } of [one, other]) {
      const audit = await DatabaseAudit.create(auditTable as never);
      const recorder = new AuditRecorder({ audit, log, required: true });
      const ends = await Promise.all([1, 2, 3].map((n) => recorder.started(record(n))));
      for (const end of ends) end(success('bought'));
      await audit.close();
    }
    const files = await readDatabaseAudit(one.auditTable as never);
    expect(verifyFiles(files)).toMatchObject({ files: 2, lines: 14, problems: [], unfinished: [] });
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const problems = async (sql: string) => {
      await client.query(sql);
      return verifyFiles(await readDatabaseAudit(one.auditTable as never)).problems.map(({ problem }) => problem);
    };
    const first = '(SELECT min(log) FROM foldout.audit_lines)';
    const forge = `UPDATE foldout.audit_lines SET line = replace(line, '"ada"', '"bob"') WHERE log = ${first} AND seq = 2`;
    expect((await problems(forge))[0]).toContain('was changed');
    expect((await problems(`DELETE FROM foldout.audit_lines WHERE log = ${first} AND seq = 3`)).join()).toContain(
      'does not follow',
    );
    expect(await problems(`DELETE FROM foldout.audit_lines WHERE log = ${first}`)).toEqual([
      'is missing: a later file names it',
    ]);
    await client.end();
  });

  it('loses no line of a call that ran when connections break, and refuses calls while it cannot be written', async () => {
    const url = await server.createDatabase();
    await using state = await openPostgresState(url, { patienceMs: 2_000 });
    const audit = await DatabaseAudit.create(state.auditTable as never);
    const recorder = new AuditRecorder({ audit, log, required: true });
    let ran = 0;
    const drops: Promise<void>[] = [];
    for (let n = 0; n < 40; n += 1) {
      if (n % 8 === 3) drops.push(server.dropConnections(url));
      const end = await Promise.resolve(recorder.started(record(n))).catch(() => undefined);
      if (!end) continue;
      ran += 1;
      end(success(n));
    }
    await Promise.all(drops);
    await audit.close();
    const files = await readDatabaseAudit(state.auditTable as never);
    const { problems, unfinished } = verifyFiles(files);
    const started = files.flatMap(({ lines }) => lines).filter(({ op }) => op === 'start').length;
    expect(problems).toEqual([]);
    expect(started).toBeGreaterThanOrEqual(ran);
    expect(unfinished.length).toBeLessThanOrEqual(40 - ran);
    await state.close();
    await expect(recorder.started(record(99))).rejects.toThrow('cannot be written to the audit log');
  });
});

describe('old audit logs', () => {
  it('are removed after their time, and a line says so', async () => {
    const old = AuditLog.create(folder, new Date('2026-01-01'));
    old.write({ op: 'open', others: {} });
    const middle = AuditLog.create(folder, new Date('2026-01-02'));
    const current = AuditLog.create(folder, new Date('2026-01-03'));
    const inAYear = Date.now() + 365 * 86_400_000;
    await removeOldAudit(folderPlace(folder), current, 400, inAYear);
    expect(auditFiles(folder)).toHaveLength(3);
    await removeOldAudit(folderPlace(folder), current, 300, inAYear);
    expect(auditFiles(folder)).toEqual([current.name]);
    expect(verifyAudit(folder).problems).toEqual([]);
    // Also when the log with that line is itself removed.
    const next = AuditLog.create(folder, new Date('2026-01-04'));
    await removeOldAudit(folderPlace(folder), next, 300, inAYear);
    expect(auditFiles(folder)).toEqual([next.name]);
    expect(verifyAudit(folder).problems).toEqual([]);
    for (const audit of [old, middle, current, next]) audit.close();
  });
});

it('sends audit lines as OTLP logs, and writes contents only where they are asked for', async () => {
  const bodies: string[] = [];
  const collector = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    bodies.push(`${request.url} ${body}`);
    response.end('{}');
  });
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const otlp = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const stateFolder = join(folder, 'with-contents');
  const audit = await openAudit({ mode: 'on', contents: true, otlp }, { stateFolder }, log);
  const end = await audit?.recorder.started(record(1));
  end?.(success('bought'));
  await audit?.close();
  collector.close();
  const sent = bodies.join();
  expect(sent).toContain('/v1/logs');
  expect(sent).toContain('start shop/buy allow');
  expect(sent).toContain('{"key":"foldout.principal","value":{"stringValue":"ada"}}');
  expect(sent).toContain('bought');
  expect(sent).not.toContain('ghp_abcdefghijklmnop');
});
