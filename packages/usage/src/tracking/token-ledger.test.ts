import { describe, expect, it, vi } from 'vitest';
import { UsageReports } from '../reports/usage-reports.ts';
import { TokenLedger } from './token-ledger.ts';
import { UsageTracker } from './usage-tracker.ts';

describe('the token ledger', () => {
  it('records the tokens of a full list and the tokens sent, by client', async () => {
    await using tracker = new UsageTracker();
    const ledger = new TokenLedger(tracker, { count: (text) => text.length });
    ledger.listed('claude', { version: 'v1', text: () => ['x'.repeat(600), 'y'.repeat(400)] }, 'z'.repeat(50));
    ledger.sent('claude', 'a'.repeat(30));
    ledger.sent('codex', 20);
    await ledger.settled();
    await tracker.flush();
    const reports = new UsageReports(tracker.store);
    const { today, week } = await reports.tokensSaved();
    expect(today).toEqual({ listed: 1_000, sent: 100, saved: 900 });
    expect(week).toEqual(today);
    expect(await reports.tokensByClient({ since: Date.now(), until: Date.now() + 1 })).toEqual([
      { client: 'claude', listed: 1_000, sent: 80, saved: 920 },
      { client: 'codex', listed: 0, sent: 20, saved: -20 },
    ]);
  });

  it('counts each version of the catalog once, in the background', async () => {
    await using tracker = new UsageTracker();
    const count = vi.fn((text: string) => text.length);
    const ledger = new TokenLedger(tracker, { count });
    for (const version of ['v1', 'v1', 'v2']) ledger.listed('claude', { version, text: 'everything' }, 5);
    expect(count).not.toHaveBeenCalled();
    await ledger.settled();
    expect(count).toHaveBeenCalledTimes(2);
  });

  it('continues after a text whose function throws', async () => {
    await using tracker = new UsageTracker();
    const ledger = new TokenLedger(tracker);
    ledger.sent('claude', () => {
      throw new Error('no');
    });
    ledger.sent('claude', 7);
    await ledger.settled();
    await tracker.flush();
    expect(await tracker.store.ledger({ since: Date.now(), until: Date.now() + 1 })).toMatchObject([{ sent: 7 }]);
  });

  it('limits the number of client names', async () => {
    await using tracker = new UsageTracker();
    const ledger = new TokenLedger(tracker);
    for (let i = 0; i < 900; i++) ledger.sent(`client-${i}`, 1);
    await ledger.settled();
    await tracker.flush();
    const rows = await tracker.store.ledger({ since: Date.now(), until: Date.now() + 1 });
    expect(rows).toHaveLength(201);
    expect(rows.reduce((sum, { sent }) => sum + sent, 0)).toBe(900);
  });
});
