import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineCommand, Engine, success } from '@foldout/core';
import { Gate } from '@foldout/core/internal';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { FileState } from '../state/file-state.ts';
import { ApprovalWebhook } from './approval-webhook.ts';
import { PersonApprover } from './person-approver.ts';

const SECRET = 'the-secret-of-the-webhook';

interface Told {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let service: Server;
let url: string;
let told: Told[];
let answer: () => { readonly status?: number; readonly body?: string };
const folder = mkdtempSync(join(tmpdir(), 'foldout-webhook-'));
const warnings: string[] = [];

beforeEach(async () => {
  told = [];
  warnings.length = 0;
  answer = () => ({});
  service = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    told.push({ headers: request.headers, body });
    const { status = 200, body: said = '' } = answer();
    response.writeHead(status).end(said);
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/approvals`;
});
afterEach(async () => {
  service.closeAllConnections();
  service.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A gateway: two of them share their state. */
function gateway(waitMs = 10_000): Engine {
  const state = new FileState(folder);
  const log = { info: () => {}, warn: (line: string) => void warnings.push(line) };
  const webhook = new ApprovalWebhook({
    asks: state.asks,
    counts: state.quotas,
    log,
    dashboard: 'https://x.example/d',
  });
  const pay = defineCommand({
    name: 'pay',
    description: 'Pays.',
    input: z.object({ amount: z.number(), token: z.string().optional() }),
    destructive: true,
    handler: () => success('paid'),
  });
  const ask = { waitMs, webhook: { url, secret: SECRET } };
  const policy = { rules: [{ tools: 'bank/pay', then: 'ask' as const }], ask };
  const gate = new Gate({
    policy,
    approver: new PersonApprover({ asks: state.asks, counts: state.quotas, webhook, log }),
  });
  return new Engine({ name: 'bank', commands: [pay], gate });
}

const pay = (engine: Engine, input: object) => engine.call({ command: 'pay', input: { ...input } });

it('tells a service about a call that waits, signed, and takes its answer', async () => {
  answer = () => ({ body: JSON.stringify({ verdict: 'allow', by: 'Ada' }) });
  expect(await pay(gateway(), { amount: 1, token: 'ghp_abcdefghijklmnopqrstuvwxyz0123456789' })).toMatchObject({
    data: 'paid',
  });
  expect(told).toHaveLength(1);
  const { headers, body } = told[0] as Told;
  expect(JSON.parse(body)).toMatchObject({
    tool: 'bank/pay',
    risk: 'destructive',
    principal: 'local',
    dashboard: 'https://x.example/d',
    scopes: ['once', 'arguments', 'always'],
  });
  expect(body).not.toContain('ghp_');
  const [, time, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-foldout-signature'])) ?? [];
  expect(createHmac('sha256', SECRET).update(`${time}.${body}`).digest('hex')).toBe(signature);
});

it('refuses the call that the service denies', async () => {
  answer = () => ({ body: JSON.stringify({ verdict: 'deny' }) });
  expect((await pay(gateway(), { amount: 2 })).error?.code).toBe('POLICY_DENIED');
});

it('tells once, however often and through whichever replica the call is sent', async () => {
  const [one, other] = [gateway(300), gateway(300)];
  const codes = await Promise.all(
    [one, other, one].map(async (engine) => (await pay(engine, { amount: 3 })).error?.code),
  );
  expect(codes).toEqual(Array(3).fill('APPROVAL_REQUIRED'));
  expect((await pay(other, { amount: 3 })).error?.code).toBe('APPROVAL_REQUIRED');
  await expect.poll(() => told.length).toBe(1);
});

it.each(['', 'ok', '[]', '{', '{"verdict":"maybe"}', '{"verdict":"allow","scope":"everything"}'])(
  'lets the call wait after an answer without a clear verdict: %s',
  async (body) => {
    answer = () => ({ body });
    expect((await pay(gateway(300), { amount: 4 })).error?.code).toBe('APPROVAL_REQUIRED');
    await expect.poll(() => told.length).toBe(1);
  },
);

it('tries again while the service does not answer, and the call waits', async () => {
  answer = () => (told.length < 2 ? { status: 500 } : { body: '{"verdict":"allow"}' });
  expect(await pay(gateway(), { amount: 5 })).toMatchObject({ data: 'paid' });
  expect(told).toHaveLength(2);
});
