import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { answerAsk, openState } from '@foldout/gateway/internal';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../fixtures/postgres.mjs';
import { connectTo, errorCode, firstText, run } from './gateway-clients.ts';
import { eventually, GatewayProcess, Home } from './gateway-process.ts';

const COUNTING = resolve(import.meta.dirname, '../fixtures/servers/counting.mjs');
const START_MS = 60_000;
const KEY = randomBytes(32).toString('base64');

let postgres: PostgresServer;
let url: string;
let homes: Home[];
let received: string;
let replicas: GatewayProcess[];
let counter = 100;

beforeAll(async () => {
  postgres = await startPostgres();
  url = await postgres.createDatabase();
  homes = [new Home({ mcpServers: {} }), new Home({ mcpServers: {} })];
  received = join((homes[0] as Home).folder, 'received');
  for (const home of homes) {
    home.write({
      mcpServers: { desk: { command: process.execPath, args: [COUNTING, received] } },
      database: url,
      runCode: true,
      learning: false,
      toolStrategy: 'lazy',
      policy: { rules: [{ tools: ['desk/erase', 'desk/hang'], then: 'ask' }], ask: { waitMs: 0 } },
    });
  }
  replicas = await Promise.all(homes.map((home) => start(home)));
}, START_MS);
afterAll(async () => {
  for (const replica of replicas ?? []) await replica[Symbol.asyncDispose]();
  for (const home of homes ?? []) home[Symbol.dispose]();
  await postgres?.stop();
});
beforeEach(() => {
  counter += 10;
});

function start(home: Home): Promise<GatewayProcess> {
  return GatewayProcess.start(home, { env: { ...process.env, FOLDOUT_SECRET_KEY: KEY } });
}

/** Sends a script through one replica. */
async function script(replica: number, code: string, more: object = {}) {
  await using client = await connectTo((replicas[replica] as GatewayProcess).target, 'modern');
  return await run(client, 'run_code', { code, ...more });
}

/** The calls that the server has received in this test. */
function calls(): string[] {
  const lines = existsSync(received) ? readFileSync(received, 'utf8').trim().split('\n') : [];
  const mine = lines.filter(
    (line) => Number(line.split(' ')[1]) >= counter && Number(line.split(' ')[1]) < counter + 10,
  );
  return mine.map((line) => line.replace(/\d+$/, (n) => String(Number(n) - counter)));
}

/** An operator approves the call that waits. */
async function approve(): Promise<void> {
  await using state = await openState(url, (homes[0] as Home).folder);
  const [ask] = await state.asks.waiting(Date.now());
  await answerAsk(state.asks, ask?.id ?? '', { allow: true, scope: 'once', by: 'tester' });
}

async function killAndRestart(replica: number): Promise<void> {
  await replicas[replica]?.kill('SIGKILL');
  replicas[replica] = await start(homes[replica] as Home);
}

const call = (tool: string, n: number): string => `await foldout.callTool('desk', '${tool}', { n: ${counter + n} });`;

describe('a script that waits for a person', () => {
  it(
    'goes on at another replica after its own was killed, and repeats no call',
    async () => {
      const code = `${call('write', 1)} const done = ${call('erase', 2)} ${call('write', 3)} return done`;
      expect(errorCode(await script(0, code))).toBe('APPROVAL_REQUIRED');
      expect(calls()).toEqual(['write 1']);
      await replicas[0]?.kill('SIGKILL');
      expect(errorCode(await script(1, code))).toBe('APPROVAL_REQUIRED');
      await approve();
      expect(firstText(await script(1, code))).toBe(`erase is done with ${counter + 2}`);
      expect(calls()).toEqual(['write 1', 'erase 2', 'write 3']);
      replicas[0] = await start(homes[0] as Home);
    },
    START_MS,
  );

  it(
    'stops with OUTCOME_UNKNOWN if its gateway was killed during a call',
    async () => {
      const code = `${call('write', 1)} ${call('erase', 2)} ${call('hang', 3)} return 'end'`;
      expect(errorCode(await script(0, code))).toBe('APPROVAL_REQUIRED');
      await approve();
      expect(errorCode(await script(1, code))).toBe('APPROVAL_REQUIRED');
      await approve();
      const lost = script(0, code).catch(() => 'lost');
      await eventually(calls, (seen) => seen.includes('hang 3'));
      await killAndRestart(0);
      expect(await lost).toBe('lost');
      for (const replica of [1, 0]) {
        const after = await script(replica, code);
        expect(errorCode(after)).toBe('OUTCOME_UNKNOWN');
        expect(firstText(after)).toContain('desk/hang');
        expect(firstText(after)).toContain('Check');
      }
      expect(calls()).toEqual(['write 1', 'erase 2', 'hang 3']);
    },
    START_MS,
  );

  it('leaves no result in the database that can be read without the key', async () => {
    const code = `${call('write', 1)} ${call('erase', 2)}`;
    await script(0, code);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query('SELECT sealed FROM foldout.script_batches');
    await client.end();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('is done with');
  });
});

it('shows in a dry run what a script would call', async () => {
  const code = `${call('read', 1)} ${call('write', 2)} ${call('erase', 3)} return 'end'`;
  const shown = await script(0, code, { dryRun: true });
  expect(calls()).toEqual(['read 1']);
  expect(shown.structuredContent.data).toMatchObject({
    value: 'end',
    wouldCall: [
      { name: 'desk/write', risk: 'write', verdict: 'allow', input: { n: counter + 2 } },
      { name: 'desk/erase', risk: 'destructive', verdict: 'ask', input: { n: counter + 3 } },
    ],
  });
  expect(firstText(shown)).toContain(`desk/erase (destructive) asks a person: {"n":${counter + 3}}`);
});
