import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Gateway, type GatewayConfig, openGateway, type Serving, serveOverHttp } from '@foldout/gateway';
import { answerAsk } from '@foldout/gateway/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Called, connectTo, errorCode, firstText, type GatewayClient, run } from './gateway-clients.ts';

const FIXTURES = resolve(import.meta.dirname, '../fixtures');
const LOG = { info: () => {}, warn: () => {} };
const TIME_MS = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'foldout-killed-'));
const received = join(folder, 'received');
const config: GatewayConfig = {
  stateFolder: folder,
  learning: false,
  runCode: true,
  toolStrategy: 'lazy',
  mcpServers: { desk: { command: process.execPath, args: [join(FIXTURES, 'servers/counting.mjs'), received] } },
  policy: { rules: [{ tools: ['desk/erase', 'desk/fatal'], then: 'ask' }], ask: { waitMs: 0 } },
  http: { port: 0 },
};
let gateway: Gateway;
let serving: Serving;
let client: GatewayClient;
let base = 0;

beforeAll(async () => {
  gateway = await openGateway({ config, version: '1', log: LOG });
  await gateway.learnUnknown();
  serving = await serveOverHttp(gateway, { config, log: LOG });
  client = await connectTo({ kind: 'http', url: serving.url }, 'modern');
}, TIME_MS);
afterAll(async () => {
  await client?.close();
  await serving?.close();
  await gateway?.close();
  rmSync(folder, { recursive: true, force: true });
});

const script = (code: string): Promise<Called> => run(client, 'run_code', { code });

async function approve(): Promise<void> {
  const [ask] = await gateway.asks.waiting(Date.now());
  await answerAsk(gateway.asks, ask?.id ?? '', { allow: true, scope: 'once', by: 'tester' });
}

/** How often the server has received each call of this test. */
function counts(): Readonly<Record<string, number>> {
  const lines = existsSync(received) ? readFileSync(received, 'utf8').trim().split('\n') : [];
  const found: Record<string, number> = {};
  for (const line of lines) {
    const [name, n] = line.split(' ') as [string, string];
    const position = Number(n) - base;
    if (position >= 0 && position < 10) found[`${name} ${position}`] = (found[`${name} ${position}`] ?? 0) + 1;
  }
  return found;
}

/** Runs a script in a process that is killed, at one write of its journal if `step` is given. */
async function runKilled(code: string, step: number, when: string): Promise<void> {
  const args = [join(FIXTURES, 'killed-script.mjs'), JSON.stringify(config), code, `${step}`, when];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.on('data', (text) => {
    printed += text;
  });
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  expect({ signal, printed }).toEqual({ signal: 'SIGKILL', printed: '' });
}

/** Sends a script again until it ends, and approves what it asks. */
async function runToEnd(code: string): Promise<Called> {
  for (let tries = 0; tries < 4; tries += 1) {
    const called = await script(code);
    if (errorCode(called) !== 'APPROVAL_REQUIRED') return called;
    await approve();
  }
  throw new Error('the script asks without end');
}

const call = (tool: string, n: number, more = ''): string =>
  `await foldout.callTool('desk', '${tool}', { n: ${base + n}${more} });`;

/** After the approval, a run writes: `erase` is sent, has an answer, `write 3` is sent, has an answer, the script has ended. */
const WRITES = ['erase is sent', 'erase has an answer', 'write is sent', 'write has an answer', 'the end'];

describe('a paused script whose gateway is killed', () => {
  const steps = WRITES.flatMap((name, step) => (['before', 'after'] as const).map((when) => ({ name, step, when })));
  // After the last write the script has ended: sent again, it is a new run.
  steps.pop();

  it.each(steps)(
    '$when it has noted that $name: repeats no call, and says if it does not know',
    async ({ step, when }) => {
      base += 10;
      const code = `${call('write', 1)} ${call('erase', 2)} ${call('write', 3)} return 'end'`;
      expect(errorCode(await script(code))).toBe('APPROVAL_REQUIRED');
      await approve();
      await runKilled(code, step, when);
      const ended = await runToEnd(code);
      const received = counts();
      expect(Object.values(received).every((times) => times === 1)).toBe(true);
      // Noted as sent, and without an answer: nobody can know whether the server has done it.
      const inDoubt = (when === 'after' && [0, 2].includes(step)) || (when === 'before' && [1, 3].includes(step));
      if (inDoubt) {
        const tool = step < 2 ? 'desk/erase' : 'desk/write';
        expect(errorCode(ended)).toBe('OUTCOME_UNKNOWN');
        expect(firstText(ended)).toContain(tool);
        expect(errorCode(await script(code))).toBe('OUTCOME_UNKNOWN');
        expect(counts()).toEqual(received);
      } else {
        expect(ended.isError ?? false).toBe(false);
        expect(received).toEqual({ 'write 1': 1, 'erase 2': 1, 'write 3': 1 });
      }
    },
    TIME_MS,
  );

  it.each(['before', 'after'])(
    'by the server, %s it answers: repeats no call',
    async (when) => {
      base += 10;
      const code = `${call('write', 1)} ${call('fatal', 2, `, when: '${when}'`)} return 'end'`;
      expect(errorCode(await script(code))).toBe('APPROVAL_REQUIRED');
      await approve();
      await runKilled(code, Number.POSITIVE_INFINITY, 'never');
      const ended = await runToEnd(code);
      expect(counts()).toEqual({ 'write 1': 1, 'fatal 2': 1 });
      if (ended.isError) {
        expect(errorCode(ended)).toBe('OUTCOME_UNKNOWN');
        expect(firstText(ended)).toContain('desk/fatal');
      } else expect(firstText(ended)).toBe('end');
    },
    TIME_MS,
  );
});
