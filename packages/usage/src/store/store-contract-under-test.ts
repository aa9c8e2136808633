import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UsageBatch, UsageEvent } from '../events/usage-event.ts';
import { bruteForce } from './brute-force-under-test.ts';
import { BUCKETS } from './time-buckets.ts';
import type { Retention, UsageStore } from './usage-store.ts';

/** Noon, so that one hour earlier or later is the same day. */
export const NOON = Date.UTC(2026, 10, 16, 12);

export interface StoreUnderTest {
  /** A new, empty store. */
  open(options: { now: () => number; retention?: Partial<Retention> }): Promise<UsageStore>;
  /** Number of random histories to test; fewer if each needs a new database. */
  readonly runs: number;
}

export function event(fields: Partial<UsageEvent> & { tool: string }): UsageEvent {
  return {
    at: NOON,
    session: 's1',
    server: 'shop',
    access: 'call',
    previous: [],
    success: true,
    latencyMs: 10,
    ...fields,
  };
}

let batches = 0;
export function batch(fields: Partial<UsageBatch>): UsageBatch {
  return { id: `batch-${++batches}`, events: [], searches: [], tokens: [], ...fields };
}

/** A random history of interleaved sessions. */
const history = fc
  .array(
    fc.record({
      session: fc.constantFrom('a', 'b', 'c', 'd'),
      tool: fc.constantFrom('find', 'read', 'write', 'send', 'drop'),
      server: fc.constantFrom('shop', 'mail'),
      success: fc.boolean(),
    }),
    { maxLength: 60 },
  )
  .map((steps) => steps.map((step, i) => event({ ...step, at: NOON - 60_000 + i })));
const cuts = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 10 });

/** The tests that every store must pass. */
export function storeContract(name: string, under: StoreUnderTest): void {
  describe(`a store in ${name}`, () => {
    let store: UsageStore;
    let now = NOON;
    const today = { since: NOON, until: NOON + 1 };

    beforeEach(async () => {
      now = NOON;
      store = await under.open({ now: () => now, retention: { eventRows: 50 } });
    });
    afterEach(() => store.close());

    it('equals a brute-force count for any history and any batches', async () => {
      await fc.assert(
        fc.asyncProperty(history, cuts, async (events, sizes) => {
          await using fresh = await under.open({ now: () => NOON });
          for (const events of inBatches(sizes)) await fresh.append(batch({ events }));
          const expected = bruteForce(events);
          const popular = (await fresh.popular(100)).map(({ server, tool, calls }) => [`${server}/${tool}`, calls]);
          expect(popular).toEqual(expected.popular());
          for (const tool of expected.tools) {
            const { sessions, others } = await fresh.companions(tool);
            expect(sessions).toBe(expected.sessionsWith(tool));
            expect(others.map((other) => [other.tool, other.sessions])).toEqual(expected.companions(tool));
            const followers = (await fresh.followers(tool)).map(({ next, count }) => [next, count]);
            expect(followers).toEqual(expected.followers(tool));
          }

          function inBatches(sizes: readonly number[]): UsageEvent[][] {
            const parts: UsageEvent[][] = [];
            for (let at = 0; at < events.length; ) {
              const size = sizes[parts.length % sizes.length] ?? 1;
              parts.push(events.slice(at, at + size));
              at += size;
            }
            return parts;
          }
        }),
        { numRuns: under.runs },
      );
    });

    it('is empty at first', async () => {
      expect(await store.popular(10)).toEqual([]);
      expect(await store.companions('shop/find')).toEqual({ sessions: 0, others: [] });
      expect(await store.followers('shop/find')).toEqual([]);
      expect(await store.transitions(10)).toEqual([]);
      expect(await store.evidence()).toEqual({ calls: 0, sessions: 0 });
      expect(await store.activity({ ...today, size: 'day', by: 'tool' })).toEqual([]);
      expect(await store.recent(10)).toEqual([]);
    });

    it('writes a batch once, also after retries', async () => {
      const once = batch({
        events: [event({ tool: 'find' })],
        tokens: [{ at: NOON, client: 'c', listed: 9, sent: 1 }],
      });
      await store.append(once);
      await store.append(once);
      expect(await store.popular(10)).toMatchObject([{ tool: 'find', calls: 1 }]);
      expect(await store.ledger(today)).toMatchObject([{ listed: 9, sent: 1 }]);
    });

    it('sorts the events of a batch by time', async () => {
      const late = event({ tool: 'write', at: NOON + 2 });
      await store.append(batch({ events: [late, event({ tool: 'find', at: NOON + 1 })] }));
      expect(await store.transitions(10)).toEqual([{ previous: 'shop/find', next: 'shop/write', count: 1 }]);
    });

    it('lists the most used tools and transitions first, and breaks ties by name', async () => {
      const tools = ['b', 'a', 'b', 'a', 'c'];
      await store.append(batch({ events: tools.map((tool, i) => event({ tool, at: NOON + i })) }));
      expect((await store.popular(2)).map(({ tool }) => tool)).toEqual(['a', 'b']);
      expect(await store.transitions(1)).toEqual([{ previous: 'shop/b', next: 'shop/a', count: 2 }]);
    });

    it('counts calls, errors and latencies by hour, day and month, for each tool and server and in total', async () => {
      await store.append(
        batch({
          events: [
            event({ tool: 'find', latencyMs: 4 }),
            event({ tool: 'find', latencyMs: 120, success: false, code: 'TIMEOUT', at: NOON + 1 }),
            event({ tool: 'send', server: 'mail', latencyMs: 90_000, at: NOON + BUCKETS.hour }),
          ],
        }),
      );
      const range = { since: NOON - BUCKETS.hour, until: NOON + 2 * BUCKETS.hour };
      const hours = await store.activity({ ...range, size: 'hour', by: 'time' });
      expect(hours.map(({ start, calls, errors }) => [start, calls, errors])).toEqual([
        [NOON, 2, 1],
        [NOON + BUCKETS.hour, 1, 0],
      ]);
      for (const size of ['hour', 'day', 'month'] as const) {
        const tools = await store.activity({ ...range, size, by: 'tool' });
        expect(tools.map(({ server, tool, calls }) => [server, tool, calls])).toEqual([
          ['shop', 'shop/find', 2],
          ['mail', 'mail/send', 1],
        ]);
        expect(tools[0]?.totalMs).toBeCloseTo(124);
        expect(tools[0]?.bins.reduce((sum, count) => sum + count)).toBe(2);
        expect(tools[1]?.bins.at(-1)).toBe(1);
        const servers = await store.activity({ ...range, size, by: 'server', limit: 1 });
        expect(servers).toMatchObject([{ server: 'shop', tool: '', start: 0, calls: 2, errors: 1 }]);
      }
      const one = await store.activity({ ...range, size: 'day', by: 'time', tool: 'mail/send' });
      expect(one).toMatchObject([{ calls: 1, errors: 0 }]);
      const ofServer = await store.activity({ ...range, size: 'day', by: 'tool', server: 'mail', limit: 5 });
      expect(ofServer).toMatchObject([{ tool: 'mail/send', calls: 1 }]);
      const server = await store.activity({ ...range, size: 'day', by: 'time', server: 'shop' });
      expect(server).toMatchObject([{ calls: 2, errors: 1 }]);
    });

    it('stores every field of an event, and returns the latest first', async () => {
      const whole = event({
        tool: 'find',
        level: 'full',
        access: 'detail',
        previous: ['shop/list', 'shop/read'],
        success: false,
        code: 'TIMEOUT',
        latencyMs: 12.5,
        tokens: 40,
        client: 'claude',
      });
      await store.append(batch({ events: [whole, event({ tool: 'read', at: NOON + 1 })] }));
      const [last, first] = await store.recent(10);
      expect(last).toMatchObject({ tool: 'read' });
      expect(first).toEqual(whole);
    });

    it('returns the latest events of large and small batches for any limit', async () => {
      await using large = await under.open({ now: () => NOON, retention: { eventRows: 700 } });
      const many = Array.from({ length: 900 }, (_, i) => event({ tool: 'find', at: NOON - 1_000 + i }));
      const parts = [many.slice(0, 450), many.slice(450, 451), many.slice(451, 898), many.slice(898)];
      for (const events of parts) await large.append(batch({ events }));
      const latest = (count: number) => many.slice(-count).map(({ at }) => at);
      for (const count of [1, 2, 3, 201, 450, 700]) {
        expect((await large.recent(count)).map(({ at }) => at).reverse()).toEqual(latest(count));
      }
      await large.prune();
      expect((await large.recent(1_000)).map(({ at }) => at).reverse()).toEqual(latest(700));
    });

    it('returns no expired event, even if another event of its batch is not expired', async () => {
      await using brief = await under.open({ now: () => now, retention: { eventsMs: 1_000 } });
      await brief.append(batch({ events: [event({ tool: 'find' }), event({ tool: 'read', at: NOON + 500 })] }));
      now = NOON + 1_200;
      await brief.prune();
      expect(await brief.recent(10)).toMatchObject([{ tool: 'read' }]);
    });

    it('sums tokens by day and client, and searches by day', async () => {
      const tomorrow = NOON + BUCKETS.day;
      await store.append(
        batch({
          tokens: [
            { at: NOON, client: 'claude', listed: 1_000, sent: 100 },
            { at: NOON + 1, client: 'claude', listed: 0, sent: 50 },
            { at: tomorrow, client: 'codex', listed: 500, sent: 10 },
          ],
          searches: [
            { at: NOON, empty: true, query: 'fly to the moon' },
            { at: NOON, empty: false },
            { at: tomorrow, empty: true, query: 'fly to the moon' },
          ],
        }),
      );
      const range = { since: NOON, until: tomorrow + 1 };
      const day = NOON - 12 * BUCKETS.hour;
      expect(await store.ledger(range)).toEqual([
        { day, client: 'claude', listed: 1_000, sent: 150 },
        { day: day + BUCKETS.day, client: 'codex', listed: 500, sent: 10 },
      ]);
      expect(await store.ledger(today)).toHaveLength(1);
      expect(await store.ledger({ ...range, by: 'client' })).toEqual([
        { day: 0, client: 'claude', listed: 1_000, sent: 150 },
        { day: 0, client: 'codex', listed: 500, sent: 10 },
      ]);
      expect(await store.ledger({ ...range, by: 'day' })).toMatchObject([
        { day, client: '', listed: 1_000, sent: 150 },
        { day: day + BUCKETS.day, client: '', listed: 500, sent: 10 },
      ]);
      expect(await store.searches(range)).toEqual([
        { day, searches: 2, empty: 1 },
        { day: day + BUCKETS.day, searches: 1, empty: 1 },
      ]);
      expect(await store.emptyQueries(range, 5)).toEqual([{ query: 'fly to the moon', count: 2 }]);
    });

    it('prunes old events, sessions and hours, but no totals', async () => {
      const many = Array.from({ length: 80 }, (_, i) => event({ tool: i % 2 ? 'write' : 'find', at: NOON + i }));
      await store.append(batch({ events: many }));
      await store.prune();
      expect(await store.recent(1_000)).toHaveLength(50);
      now = NOON + 40 * BUCKETS.day;
      await store.prune();
      expect(await store.recent(1_000)).toEqual([]);
      const range = { since: NOON, until: now };
      expect(await store.activity({ ...range, size: 'hour', by: 'time' })).toEqual([]);
      expect(await store.activity({ ...range, size: 'day', by: 'time' })).toMatchObject([{ calls: 80 }]);
      expect(await store.popular(1)).toMatchObject([{ tool: 'find', calls: 40, sessions: 1 }]);
      expect(await store.followers('shop/write')).toMatchObject([{ next: 'shop/find', count: 39 }]);
      // The session has expired: a new event with the same id starts a new session.
      await store.append(batch({ events: [event({ tool: 'find', at: now })] }));
      expect(await store.followers('shop/write')).toMatchObject([{ next: 'shop/find', count: 39 }]);
      expect(await store.popular(1)).toMatchObject([{ calls: 41, sessions: 2 }]);
      now = NOON + 500 * BUCKETS.day;
      await store.prune();
      expect(await store.activity({ ...range, size: 'day', by: 'time' })).toEqual([]);
      expect(await store.activity({ ...range, size: 'month', by: 'time' })).not.toEqual([]);
    });

    it('accepts names with any characters', async () => {
      const tool = `o'brien"; DROP TABLE usage_tools; -- \u{1F600} ?`;
      await store.append(batch({ events: [event({ tool }), event({ tool: 'find', at: NOON + 1 })] }));
      expect(await store.followers(`shop/${tool}`)).toMatchObject([{ next: 'shop/find', count: 1 }]);
    });
  });
}
