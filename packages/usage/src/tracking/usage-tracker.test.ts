import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bruteForce } from '../store/brute-force-under-test.ts';
import { MemoryStore } from '../store/sqlite/sqlite-store.ts';
import { event } from '../store/store-contract-under-test.ts';
import { UsageTracker } from './usage-tracker.ts';

const open: UsageTracker[] = [];
afterEach(async () => {
  for (const tracker of open.splice(0)) await tracker.close();
});

function newTracker(options: ConstructorParameters<typeof UsageTracker>[0] = {}): UsageTracker {
  const tracker = new UsageTracker(options);
  open.push(tracker);
  return tracker;
}

/** Tracks sessions, each a list of tools of one server. */
function use(tracker: UsageTracker, ...sessions: string[][]): void {
  for (const [i, tools] of sessions.entries()) {
    for (const tool of tools) tracker.trackAccess('shop', tool, { session_id: `s${i}` });
  }
}

describe('predictNextTools', () => {
  it('returns the tools that came next, with probabilities that sum to 1', async () => {
    const tracker = newTracker();
    use(tracker, ['find', 'read'], ['find', 'read'], ['find', 'drop'], ['find', 'find', 'send']);
    const predictions = await tracker.predictNextTools('shop/find');
    expect(predictions.map(({ toTool, count }) => [toTool, count])).toEqual([
      ['shop/read', 2],
      ['shop/drop', 1],
      ['shop/find', 1],
      ['shop/send', 1],
    ]);
    expect(predictions.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 10);
  });

  it('returns at most five tools, or `topN`, with ties sorted by name', async () => {
    const tracker = newTracker();
    use(tracker, ...['g', 'f', 'e', 'd', 'c', 'b'].map((next) => ['a', next]));
    expect((await tracker.predictNextTools('shop/a')).map(({ toTool }) => toTool)).toEqual(
      ['b', 'c', 'd', 'e', 'f'].map((tool) => `shop/${tool}`),
    );
    const all = await tracker.predictNextTools('shop/a', Number.MAX_SAFE_INTEGER);
    expect(all.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 10);
    expect(await tracker.predictNextTools('shop/a', 1)).toHaveLength(1);
  });

  it('returns an empty list for an unknown tool and for a tool without successors', async () => {
    const tracker = newTracker();
    use(tracker, ['a', 'b']);
    expect(await tracker.predictNextTools('shop/nothing')).toEqual([]);
    expect(await tracker.predictNextTools('shop/b')).toEqual([]);
    expect(await tracker.predictNextTools('')).toEqual([]);
  });
});

describe('getCoOccurrence', () => {
  it('returns tools that at least 30% of the sessions of a tool used too', async () => {
    const tracker = newTracker();
    const three = Array.from({ length: 3 }, () => ['a', 'often']);
    const two = Array.from({ length: 2 }, () => ['a', 'seldom']);
    use(tracker, ...three, ...two, ...Array.from({ length: 5 }, () => ['a', 'a']));
    expect(await tracker.getCoOccurrence('shop/a')).toEqual([
      { toolKey: 'shop/often', coOccurrenceCount: 3, coOccurrenceRate: 0.3 },
    ]);
    expect(await tracker.getCoOccurrence('shop/often')).toEqual([
      { toolKey: 'shop/a', coOccurrenceCount: 3, coOccurrenceRate: 1 },
    ]);
    expect(await tracker.getCoOccurrence('shop/nothing')).toEqual([]);
  });
});

describe('getPopularTools', () => {
  it('returns the most used tools first, with their last use', async () => {
    const tracker = newTracker();
    const at = Date.now();
    tracker.trackAccess('shop', 'a', { session_id: 's', at: at - 5 });
    tracker.trackAccess('mail', 'b', { session_id: 's', at: at - 3 });
    tracker.trackAccess('mail', 'b', { session_id: 's', at: at - 1 });
    expect(await tracker.getPopularTools()).toEqual([
      { server: 'mail', tool: 'b', usage_count: 2, last_used: new Date(at - 1) },
      { server: 'shop', tool: 'a', usage_count: 1, last_used: new Date(at - 5) },
    ]);
    expect(await tracker.getPopularTools(1)).toHaveLength(1);
  });
});

describe('predictions and co-occurrence', () => {
  it('equal a brute-force computation', async () => {
    const step = fc.record({ session: fc.constantFrom('a', 'b', 'c'), tool: fc.constantFrom('p', 'q', 'r', 's') });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        await using tracker = new UsageTracker({ batchSize: 7 });
        for (const { session, tool } of steps) tracker.trackAccess('shop', tool, { session_id: session });
        const expected = bruteForce(steps.map((fields) => event(fields)));
        for (const tool of expected.tools) {
          const followers = expected.followers(tool);
          const total = followers.reduce((sum, [, count]) => sum + count, 0);
          const predicted = await tracker.predictNextTools(tool, 10);
          expect(predicted.map(({ toTool, probability }) => [toTool, probability])).toEqual(
            followers.map(([next, count]) => [next, count / total]),
          );
          const sessions = expected.sessionsWith(tool);
          const together = await tracker.getCoOccurrence(tool);
          expect(together.map(({ toolKey, coOccurrenceRate }) => [toolKey, coOccurrenceRate])).toEqual(
            expected
              .companions(tool)
              .filter(([, count]) => count / sessions >= 0.3)
              .map(([other, count]) => [other, count / sessions]),
          );
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('tracking', () => {
  it('adds the previous tools of the session, latest first', async () => {
    const tracker = newTracker();
    use(tracker, ['a', 'b', 'c']);
    await tracker.flush();
    const [last] = await tracker.store.recent(1);
    expect(last).toMatchObject({ tool: 'c', previous: ['shop/b', 'shop/a'] });
    expect(tracker.lastTool('s0')).toBe('shop/c');
  });

  it('groups the calls of a client without session ids until it is idle for half an hour', async () => {
    const tracker = newTracker();
    const start = Date.now() - 3_600_000;
    const call = (tool: string, minute: number) =>
      tracker.trackAccess('shop', tool, { client: 'codex', at: start + minute * 60_000 });
    call('a', 0);
    call('b', 29);
    call('c', 60);
    expect(await tracker.predictNextTools('shop/a')).toMatchObject([{ toTool: 'shop/b' }]);
    expect(await tracker.predictNextTools('shop/b')).toEqual([]);
  });

  it('does not store session ids in plain text', async () => {
    const tracker = newTracker();
    tracker.trackAccess('shop', 'a', { session_id: 'the-session-of-alice' });
    await tracker.flush();
    expect(JSON.stringify(await tracker.store.recent(1))).not.toContain('alice');
  });

  it('never throws, whatever the arguments', () => {
    const tracker = newTracker();
    const odd = [undefined, null, 5, {}, '\u0000\ud800', 'x'.repeat(100_000)] as string[];
    for (const value of odd) {
      expect(() => tracker.trackAccess(value, value, { session_id: value, client: value, code: value })).not.toThrow();
      expect(() => tracker.trackAccess('a', 'b', { latencyMs: value as never, tokens: value as never })).not.toThrow();
    }
  });

  it('stores the text of a search without results only with `keepEmptySearches`', async () => {
    const day = { since: Date.now(), until: Date.now() + 60_000 };
    for (const keepEmptySearches of [undefined, true]) {
      const tracker = newTracker({ keepEmptySearches });
      tracker.trackSearch('fly to the moon', 0);
      tracker.trackSearch('create an issue', 3);
      await tracker.flush();
      expect(await tracker.store.searches(day)).toMatchObject([{ searches: 2, empty: 1 }]);
      const queries = await tracker.store.emptyQueries(day, 10);
      expect(queries).toEqual(keepEmptySearches ? [{ query: 'fly to the moon', count: 1 }] : []);
    }
  });

  it('writes automatically when a batch is full and after `flushMs`', async () => {
    const tracker = newTracker({ batchSize: 3, flushMs: 3_600_000 });
    use(tracker, ['a', 'b', 'c']);
    await written(tracker);
    const patient = newTracker({ batchSize: 1_000, flushMs: 5 });
    use(patient, ['a']);
    await written(patient);
  });

  it('ignores calls after it is closed', async () => {
    const tracker = newTracker();
    use(tracker, ['a']);
    await tracker.close();
    use(tracker, ['b']);
    expect(tracker.state().waiting).toBe(0);
    expect(await tracker.store.popular(5)).toMatchObject([{ tool: 'a' }]);
  });
});

describe('a tracker over time', () => {
  it('notifies listeners of a call asynchronously', async () => {
    const tracker = newTracker({ flushMs: 3_600_000 });
    const heard: unknown[] = [];
    const notified = new Promise<void>((resolve) => {
      tracker.onUse((tool, session) => {
        heard.push([tool, session]);
        resolve();
      });
    });
    tracker.trackAccess('shop', 'a', { session_id: 's' });
    expect(heard).toEqual([]);
    await notified;
    expect(heard).toEqual([['shop/a', 's']]);
  });

  it('prunes soon after its first write, and again every hour', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const store = new MemoryStore();
      const prune = vi.spyOn(store, 'prune');
      const tracker = newTracker({ store });
      await vi.advanceTimersByTimeAsync(60_000);
      expect(prune).not.toHaveBeenCalled();
      use(tracker, ['a']);
      await tracker.flush();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(prune).toHaveBeenCalledTimes(1);
      await vi.advanceTimersByTimeAsync(3_600_000);
      expect(prune).toHaveBeenCalledTimes(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('stops waiting for a store that does not answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const store = new MemoryStore();
      store.append = () => new Promise(() => {});
      const tracker = new UsageTracker({ store });
      use(tracker, ['a']);
      let closed = false;
      void tracker.close().then(() => {
        closed = true;
      });
      await vi.advanceTimersByTimeAsync(1_000);
      expect(closed).toBe(false);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(closed).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });
});

/** Waits until the queue is empty, without a flush. */
async function written(tracker: UsageTracker): Promise<void> {
  while (tracker.state().waiting > 0) await new Promise((resolve) => setImmediate(resolve));
  expect(await tracker.store.recent(1)).toHaveLength(1);
}
