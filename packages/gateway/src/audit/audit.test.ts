import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { defineCommand, Engine, failure, success } from '@foldout/core';
import { Gate, type PolicyConfig } from '@foldout/core/internal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { digestOf } from './audit-line.ts';
import { AuditLog } from './audit-log.ts';
import { AuditRecorder } from './audit-recorder.ts';
import { openAudit } from './open-audit.ts';
import { auditFiles, readAudit, verifyAudit } from './read-audit.ts';

const PROGRAM = resolve(import.meta.dirname, '../../../../test/fixtures/audited-calls.mjs');

/** A real small file system needs a mount namespace, which not every machine allows. */
const canMount = spawnSync('unshare', ['-Urm', '--', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foldout-audit-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const linesIn = () => auditFiles(folder).flatMap((file) => readAudit(folder, file).lines);
const effectsFile = () => join(folder, 'effects');

/** An engine whose calls are recorded. `ran` has what ran. */
function recorded(audit: Pick<AuditLog, 'write'> | undefined, required: boolean, policy?: PolicyConfig) {
  const ran: string[] = [];
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (message: string) => void warnings.push(message) };
  const command = (name: string, more: object) =>
    defineCommand({
      name,
      description: `Runs ${name}.`,
      input: z.object({ a: z.number().optional() }),
      handler: () => {
        ran.push(name);
        return name === 'fail'
          ? failure({ code: 'BROKEN', message: 'no', suggestion: 'no' })
          : success({ secret: 'kept out' });
      },
      ...more,
    });
  const commands = [
    command('look', { mutation: false }),
    command('change', { mutation: true }),
    command('fail', { destructive: true }),
  ];
  const recorder = new AuditRecorder({ audit, log, required });
  const engine = new Engine({ name: 'shop', commands, gate: new Gate({ policy, recorder }) });
  return { engine, ran, warnings };
}

describe('the audit log', () => {
  it('has a line before a call with side effects, and one with the result of every call', async () => {
    const { engine } = recorded(AuditLog.create(folder), false, {
      rules: [
        { tools: 'shop/fail', principals: 'bob', then: 'deny' },
        { tools: 'shop/change', arguments: { a: 7 }, then: 'ask' },
      ],
    });
    const context = { principal: { name: 'bob', client: 'app' }, sessionId: 's1', traceId: 't1' };
    await engine.call({ command: 'look', input: { a: 1 } }, context);
    await engine.call({ command: 'change', input: { a: 2 } });
    await engine.call({ command: 'fail', input: {} });
    await engine.call({ command: 'fail', input: { a: 'not valid' } }, context);
    await engine.call({ command: 'change', input: { a: 7 } });
    const lines = linesIn().filter((line) => line.op !== 'open' && line.op !== 'removed');
    expect(lines.map((line) => [line.op, line.tool, line.verdict, line.by, line.outcome])).toEqual([
      ['end', 'shop/look', 'allow', 'preset open', 'success'],
      ['start', 'shop/change', 'allow', 'preset open', undefined],
      ['end', 'shop/change', 'allow', 'preset open', 'success'],
      ['start', 'shop/fail', 'allow', 'preset open', undefined],
      ['end', 'shop/fail', 'allow', 'preset open', 'BROKEN'],
      ['note', 'shop/fail', 'deny', 'rule 1', 'POLICY_DENIED'],
      ['note', 'shop/change', 'ask', 'rule 2', 'APPROVAL_REQUIRED'],
    ]);
    expect(lines[0]).toMatchObject({
      principal: 'bob',
      client: 'app',
      session: 's1',
      trace: 't1',
      risk: 'read',
      input: digestOf({ a: 1 }),
      result: digestOf({ secret: 'kept out' }),
    });
    expect(lines[1]?.call).toBe(lines[2]?.call);
    expect(readFileSync(join(folder, auditFiles(folder)[0] ?? ''), 'utf8')).not.toContain('kept out');
    expect(verifyAudit(folder)).toMatchObject({ files: 1, lines: 8, problems: [], unfinished: [] });
  });

  it('shows a changed, removed, added or moved line, and a file that is gone', async () => {
    const first = recorded(AuditLog.create(folder, new Date(1)), false);
    for (let a = 0; a < 3; a += 1) await first.engine.call({ command: 'change', input: { a } });
    AuditLog.create(folder, new Date(2));
    const [file = '', later = ''] = auditFiles(folder).map((name) => join(folder, name));
    const whole = readFileSync(file, 'utf8');
    const lines = whole.trimEnd().split('\n');
    const problemsWith = (text: string): string[] => {
      writeFileSync(file, text);
      return verifyAudit(folder).problems.map(({ line, problem }) => `${line} ${problem}`);
    };
    expect(problemsWith(whole)).toEqual([]);
    expect(problemsWith(whole.replace('"tool":"shop/change"', '"tool":"shop/other"'))[0]).toContain('2 was changed');
    expect(problemsWith(`${lines.toSpliced(3, 1).join('\n')}\n`)[0]).toContain('4 does not follow the line before');
    expect(problemsWith(`${lines.toSpliced(3, 0, lines[2] ?? '').join('\n')}\n`)[0]).toContain('4 does not follow');
    expect(problemsWith(`${[...lines].reverse().join('\n')}\n`).length).toBeGreaterThan(3);
    expect(problemsWith(`${lines.slice(0, -2).join('\n')}\n`)).toEqual([expect.stringContaining('has no line 7')]);
    unlinkSync(file);
    expect(verifyAudit(folder).problems).toMatchObject([{ problem: 'is missing: a later file names it' }]);
    expect(existsSync(later)).toBe(true);
  });

  it('refuses calls with side effects that cannot be recorded, if it is required', async () => {
    const { engine, ran, warnings } = recorded(undefined, true);
    expect((await engine.call({ command: 'change', input: {} })).error).toMatchObject({
      code: 'POLICY_DENIED',
      retryable: true,
    });
    expect((await engine.call({ command: 'look', input: {} })).success).toBe(true);
    expect(ran).toEqual(['look']);
    expect(warnings).toHaveLength(1);
  });

  it('only warns about them where it is not required', async () => {
    const { engine, ran, warnings } = recorded(undefined, false);
    expect((await engine.call({ command: 'change', input: {} })).success).toBe(true);
    expect([ran, warnings.length]).toEqual([['change'], 1]);
  });

  it('is tried again when it could not be created at the start', async () => {
    writeFileSync(join(folder, 'audit'), 'in the way');
    const warnings: string[] = [];
    const log = { info: () => {}, warn: (line: string) => void warnings.push(line) };
    const opened = await openAudit('required', { stateFolder: folder }, log);
    const change = defineCommand({
      name: 'change',
      description: 'Changes.',
      input: z.object({}),
      mutation: true,
      handler: () => success(1),
    });
    const engine = new Engine({ name: 'shop', commands: [change], gate: new Gate({ recorder: opened?.recorder }) });
    expect((await engine.call({ command: 'change', input: {} })).error?.code).toBe('POLICY_DENIED');
    unlinkSync(join(folder, 'audit'));
    const results = await Promise.all([1, 2, 3].map(() => engine.call({ command: 'change', input: {} })));
    await opened?.close();
    expect(results.map((result) => result.success)).toEqual([true, true, true]);
    expect(verifyAudit(join(folder, 'audit'))).toMatchObject({ files: 1, problems: [] });
    expect(warnings[0]).toContain('the audit log cannot be created');
  });

  it.runIf(existsSync('/dev/full'))('refuses them on a full disk', async () => {
    const { engine, ran, warnings } = recorded(AuditLog.at('/dev/full'), true);
    for (let a = 0; a < 5; a += 1) expect((await engine.call({ command: 'change', input: { a } })).success).toBe(false);
    expect(ran).toEqual([]);
    expect(warnings[0]).toContain('ENOSPC');
  });

  it.runIf(canMount)(
    'has a line for everything that a server got in 10,000 calls, with kill -9 and a disk that fills up',
    { timeout: 120_000 },
    () => {
      const small = resolve(PROGRAM, '../audit-on-small-disk.mjs');
      const { stdout, stderr } = spawnSync('unshare', ['-Urm', '--', process.execPath, small], { encoding: 'utf8' });
      expect(stderr).toBe('');
      const { done, refused, happened, twice, unrecorded, problems } = JSON.parse(stdout);
      expect(done + refused).toBeGreaterThanOrEqual(10_000);
      // Calls were refused while the disk was full, and ran again when there was room.
      expect(refused).toBeGreaterThan(1_000);
      expect(happened).toBeGreaterThan(3_000);
      expect(happened).toBeGreaterThanOrEqual(done);
      expect([twice, unrecorded, problems]).toEqual([0, 0, []]);
    },
  );

  it('has the start of every side effect that happened before kill -9, and its chain is intact', async () => {
    let effects = 0;
    for (const after of [1, 150, 600]) {
      const child = spawn(process.execPath, [PROGRAM, folder, effectsFile()], { stdio: ['ignore', 'pipe', 'inherit'] });
      const gone = once(child, 'exit');
      for await (const line of createInterface({ input: child.stdout })) if (Number(line) >= after) break;
      child.kill('SIGKILL');
      await gone;
      const happened = readFileSync(effectsFile(), 'utf8').split('\n').filter(Boolean);
      const started = new Set(linesIn().flatMap((line) => (line.op === 'start' ? [line.input] : [])));
      expect(happened.length).toBeGreaterThan(effects);
      effects = happened.length;
      expect(happened.filter((n) => !started.has(digestOf({ n })))).toEqual([]);
      expect(verifyAudit(folder).problems).toEqual([]);
      expect(verifyAudit(folder).unfinished.length).toBeLessThanOrEqual(3);
    }
  });
});
