import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandError, estimateTokens, success } from '@foldout/core';
import type { LimitedCall, PolicySubject, QuotaConfig } from '@foldout/core/internal';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../../test/fixtures/postgres.mjs';
import { openState } from '../state/open-state.ts';
import type { SharedState } from '../state/shared-state.ts';
import { QuotaLimiter } from './quota-limiter.ts';

let server: PostgresServer;
const folder = mkdtempSync(join(tmpdir(), 'foldout-quotas-'));
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const PLACES: Record<string, () => Promise<string | undefined>> = {
  files: async () => undefined,
  PostgreSQL: () => server.createDatabase(),
};
const RESULT = 'one of many words '.repeat(40);
const log = { info: () => {}, warn: () => {} };
const subject = (name: string): PolicySubject => ({ kind: 'tool', server: 'files', name, risk: 'write' });
const isRefusal = (one: LimitedCall | CommandError | undefined): one is CommandError =>
  one !== undefined && 'code' in one;

describe.each(Object.entries(PLACES))('quotas of two gateways with their state in %s', (kind, makePlace) => {
  let states: readonly SharedState[];
  let now = Date.parse('2026-03-04T10:00:00Z');
  beforeEach(async () => {
    const place = await makePlace();
    const state = mkdtempSync(join(folder, 'state-'));
    states = [await openState(place, state), await openState(place, state)];
    return async () => {
      for (const one of states) await one.close();
    };
  });

  function limiters(...quotas: QuotaConfig[]): readonly QuotaLimiter[] {
    return states.map(({ quotas: counts }) => new QuotaLimiter({ quotas, counts, log, now: () => now }));
  }

  /** Sends this many calls at once, through both gateways in turn. Returns how many ran. */
  async function send(gateways: readonly QuotaLimiter[], calls: number, principal = 'ada', tool = 'write') {
    const entered = await Promise.all(
      Array.from({ length: calls }, (_, n) => (gateways[n % 2] as QuotaLimiter).enter(subject(tool), { principal })),
    );
    for (const one of entered) if (one && !isRefusal(one)) await one.ended(success(RESULT));
    return entered.filter((one) => !isRefusal(one)).length;
  }

  it('allow exactly as many calls a day, for each principal, and start again on the next day', async () => {
    const gateways = limiters({ callsPerDay: 7 });
    expect(await send(gateways, 20)).toBe(7);
    expect(await send(gateways, 1)).toBe(0);
    expect(await send(gateways, 3, 'bob')).toBe(3);
    now += 86_400_000;
    expect(await send(gateways, 20)).toBe(7);
  });

  it('count for each tool, for both, or for all together', async () => {
    const perTool = limiters({ per: 'tool', callsPerDay: 2 });
    expect(await send(perTool, 2, 'ada', 'one')).toBe(2);
    expect(await send(perTool, 2, 'bob', 'one')).toBe(0);
    expect(await send(perTool, 2, 'bob', 'two')).toBe(2);
    const both = limiters({ per: 'principal-and-tool', callsPerDay: 1 });
    expect(await send(both, 2, 'ada', 'one')).toBe(1);
    expect(await send(both, 2, 'ada', 'two')).toBe(1);
    expect(await send(both, 2, 'bob', 'one')).toBe(1);
    const all = limiters({ per: 'all', principals: 'a*', tools: 'files/w*', callsPerDay: 3 });
    expect(await send(all, 5, 'ada')).toBe(3);
    expect(await send(all, 5, 'bob')).toBe(5);
    expect(await send(all, 5, 'ada', 'read')).toBe(5);
  });

  it('do not count a call that another quota refuses', async () => {
    const gateways = limiters({ callsPerDay: 10 }, { per: 'tool', callsPerDay: 1 });
    expect(await send(gateways, 4, 'ada', 'one')).toBe(1);
    expect(await send(gateways, 9, 'ada', 'two')).toBe(1);
    for (const tool of 'abcdefgh') expect(await send(gateways, 1, 'ada', tool)).toBe(1);
    expect(await send(gateways, 1, 'ada', 'last')).toBe(0);
  });

  it('bound the tokens of results', async () => {
    const limit = estimateTokens(JSON.stringify(RESULT)) + 1;
    const gateways = limiters({ resultTokensPerDay: limit });
    expect(await send(gateways, 1)).toBe(1);
    expect(await send(gateways, 1)).toBe(1);
    const refused = await (gateways[1] as QuotaLimiter).enter(subject('write'), { principal: 'ada' });
    expect(refused).toMatchObject({
      code: 'RATE_LIMITED',
      message: expect.stringContaining(`${limit} tokens of results a day for this principal is used up`),
      suggestion: expect.stringContaining('00:00 UTC'),
    });
  });

  it('bound the calls at the same time, and free a place when a call ends', async () => {
    const [one] = limiters({ concurrent: 2 }) as [QuotaLimiter];
    const other = kind === 'files' ? one : (limiters({ concurrent: 2 })[1] as QuotaLimiter);
    const ada = { principal: 'ada' };
    const first = await one.enter(subject('write'), ada);
    const second = await other.enter(subject('write'), ada);
    expect(await one.enter(subject('write'), ada)).toMatchObject({ code: 'RATE_LIMITED' });
    expect(isRefusal(await other.enter(subject('write'), { principal: 'bob' }))).toBe(false);
    if (second && !isRefusal(second)) await second.ended();
    const third = await other.enter(subject('write'), ada);
    expect([first, second, third].map(isRefusal)).toEqual([false, false, false]);
    expect(await send([one, other], 6, 'cy')).toBe(2);
  });
});

it('refuse a call that cannot be counted', async () => {
  const warnings: string[] = [];
  const fail = async (): Promise<never> => {
    throw new Error('no disk');
  };
  const limiter = new QuotaLimiter({
    quotas: [{ callsPerDay: 1 }],
    counts: { take: fail, add: fail, used: fail, enter: fail },
    log: { ...log, warn: (line) => void warnings.push(line) },
  });
  expect(await limiter.enter(subject('write'), { principal: 'ada' })).toMatchObject({ code: 'RATE_LIMITED' });
  expect(warnings).toEqual(['a quota cannot be counted: no disk']);
});
