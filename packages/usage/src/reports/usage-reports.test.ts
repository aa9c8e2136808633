import { describe, expect, it } from 'vitest';
import { MemoryStore } from '../store/sqlite/sqlite-store.ts';
import { batch, event, NOON } from '../store/store-contract-under-test.ts';
import { BUCKETS } from '../store/time-buckets.ts';
import { UsageReports } from './usage-reports.ts';

async function reportsOver(events: Parameters<typeof event>[0][]) {
  const store = new MemoryStore({ now: () => NOON });
  await store.append(batch({ events: events.map(event) }));
  return new UsageReports(store);
}

const range = { since: NOON - BUCKETS.hour, until: NOON + BUCKETS.hour };

describe('the reports', () => {
  it('show calls over time, including hours without calls', async () => {
    const reports = await reportsOver([
      { tool: 'a', latencyMs: 4 },
      { tool: 'b', success: false, at: NOON + 5 },
    ]);
    expect(await reports.callsOverTime(range)).toMatchObject([
      { start: NOON - BUCKETS.hour, calls: 0, errors: 0, p95: 0 },
      { start: NOON, calls: 2, errors: 1 },
    ]);
    expect(await reports.callsOverTime({ ...range, tool: 'shop/a' })).toMatchObject([{ calls: 0 }, { calls: 1 }]);
    const days = await reports.callsOverTime({ since: NOON - 9 * BUCKETS.day, until: NOON + 1 });
    expect(days.map(({ calls }) => calls)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
  });

  it('interpolate percentiles within a histogram bin', async () => {
    const slow = { tool: 'a', latencyMs: 800 };
    const reports = await reportsOver([...Array.from({ length: 90 }, () => ({ tool: 'a', latencyMs: 4 })), slow, slow]);
    const [tool] = await reports.tools(range);
    expect(tool).toMatchObject({ server: 'shop', tool: 'shop/a', calls: 92 });
    expect(tool?.p50).toBeGreaterThanOrEqual(3);
    expect(tool?.p50).toBeLessThan(5);
    expect(tool?.p99).toBeGreaterThanOrEqual(700);
    expect(tool?.p99).toBeLessThanOrEqual(1_000);
  });

  it('sum the calls of all servers, including percentiles', async () => {
    const quick = Array.from({ length: 97 }, () => ({ tool: 'a', server: 'quick', latencyMs: 4 }));
    const slow = Array.from({ length: 3 }, () => ({ tool: 'b', server: 'slow', latencyMs: 4_000, success: false }));
    const figures = await (await reportsOver([...quick, ...slow])).calls(range);
    expect(figures).toMatchObject({ calls: 100, errors: 3 });
    expect(figures.p95).toBeLessThan(5);
    expect(figures.p99).toBeGreaterThan(3_000);
    expect(await (await reportsOver([])).calls(range)).toMatchObject({ calls: 0, errors: 0, p99: 0 });
  });

  it('list the slowest server first', async () => {
    const reports = await reportsOver([
      { tool: 'a', server: 'quick', latencyMs: 2 },
      { tool: 'b', server: 'quick', latencyMs: 2 },
      { tool: 'a', server: 'slow', latencyMs: 4_000 },
    ]);
    expect((await reports.servers(range)).map(({ server, calls }) => [server, calls])).toEqual([
      ['slow', 1],
      ['quick', 2],
    ]);
  });

  it('return the graph of transitions between tools', async () => {
    const tools = ['a', 'b', 'a', 'b', 'a', 'c'];
    const reports = await reportsOver(tools.map((tool, i) => ({ tool, at: NOON + i })));
    const { nodes, edges } = await reports.graph();
    expect(nodes).toEqual(['shop/a', 'shop/b', 'shop/c']);
    expect(edges[0]).toMatchObject({ previous: 'shop/a', next: 'shop/b', count: 2 });
    expect(edges[0]?.probability).toBeCloseTo(2 / 3);
  });

  it('count searches without results', async () => {
    const store = new MemoryStore({ now: () => NOON });
    await store.append(
      batch({
        searches: [
          { at: NOON, empty: true, query: 'moon' },
          { at: NOON, empty: false },
        ],
      }),
    );
    expect(await new UsageReports(store).searches(range)).toEqual({
      days: [{ day: NOON - 12 * BUCKETS.hour, searches: 2, empty: 1 }],
      emptyQueries: [{ query: 'moon', count: 1 }],
    });
  });
});
