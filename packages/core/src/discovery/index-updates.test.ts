import { afterEach, expect, it, vi } from 'vitest';
import { tool } from '../../../../test/fixtures/tools.ts';
import type { Tool } from '../catalog/tool.ts';
import { SearchEngine } from '../search/search-engine.ts';
import { IndexUpdates } from './index-updates.ts';

const MANY = Array.from({ length: 1_000 }, (_, n) =>
  tool(`cargo-${n}`, { type: 'object' }, { description: `Loads container ${n}.` }),
);
const CHANGED: readonly Tool[] = MANY.map((one) => ({ ...one, description: `${one.description} Empties it first.` }));

afterEach(() => {
  vi.useRealTimers();
});

function updates(servers: readonly string[] = []) {
  const engine = new SearchEngine();
  let done = (): void => {};
  const idle = new Promise<void>((resolve) => {
    done = resolve;
  });
  return { engine, idle, of: new IndexUpdates(engine, servers, done) };
}

it('applies a small change at once', () => {
  const { engine, of } = updates();
  of.apply({ upserted: MANY.slice(0, 3), removed: [] });
  expect([engine.size, of.isBusy]).toEqual([3, false]);
  of.apply({ upserted: [], removed: MANY.slice(0, 1) });
  expect(engine.size).toBe(2);
});

it('applies a large change between turns of the event loop', async () => {
  const { engine, idle, of } = updates(['up']);
  let turns = 0;
  const count = (): void => {
    turns += 1;
    if (of.isBusy) setImmediate(count);
  };
  setImmediate(count);
  of.apply({ upserted: MANY, removed: [] });
  expect(of.isPending('up/cargo-999')).toBe(true);
  await idle;
  expect([engine.size, of.isPending('up/cargo-999')]).toEqual([1_000, false]);
  expect(turns).toBeGreaterThan(3);
});

it('lets a later small change win over one that waits', async () => {
  const { engine, idle, of } = updates(['up']);
  of.apply({ upserted: MANY, removed: [] });
  of.apply({ upserted: CHANGED.slice(999), removed: MANY.slice(998, 999) });
  await idle;
  expect(engine.size).toBe(999);
  expect(engine.search('cargo 998').hits.map(({ tool: { id } }) => id)).not.toContain('up/cargo-998');
});

it('lets a search wait for the tools of a new server, and not for changes of a known one', async () => {
  const { engine, of } = updates();
  of.apply({ upserted: MANY, removed: [] });
  await of.settled();
  expect(engine.size).toBe(1_000);
  of.apply({ upserted: CHANGED, removed: [] });
  await of.settled();
  expect(of.isBusy).toBe(true);
});

it('adds nothing to an index that is being loaded, and everything afterwards', async () => {
  const engine = new SearchEngine();
  let loaded = (): void => {};
  const loading = new Promise<void>((resolve) => {
    loaded = resolve;
  });
  const of = new IndexUpdates(engine, [], () => {}, loading);
  of.apply({ upserted: MANY.slice(0, 3), removed: [] });
  of.apply({ upserted: [], removed: MANY.slice(2, 3) });
  expect([engine.size, of.isBusy, of.isPending('up/cargo-2')]).toEqual([0, true, true]);
  loaded();
  await of.complete();
  expect([engine.size, of.isBusy]).toEqual([2, false]);
});

it('lets a search go on with what the index has if the rest is not loaded in time', async () => {
  vi.useFakeTimers();
  const of = new IndexUpdates(new SearchEngine(), [], () => {}, new Promise(() => {}));
  let waits = true;
  const settled = of.settled().then(() => {
    waits = false;
  });
  await vi.advanceTimersByTimeAsync(14_000);
  expect(waits).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  await settled;
  // Later searches do not wait again.
  await of.settled();
});

it('finds the tools that are loaded before the others are', async () => {
  const penguins = tool('feed-penguins', undefined, { description: 'Feeds the penguins.' });
  const { engine, loaded } = SearchEngine.begin(new Uint8Array(), [penguins, ...MANY], {});
  while (engine.size === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(engine.size).toBeLessThan(MANY.length);
  expect(engine.search('feed the penguins').hits[0]?.tool.name).toBe('feed-penguins');
  await loaded;
  expect(engine.size).toBe(MANY.length + 1);
});
