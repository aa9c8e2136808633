import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ChangedLists } from './changed-lists.ts';
import type { ListKind } from './lists.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

function reading(takesMs: number) {
  const reads: (readonly ListKind[])[] = [];
  const lists = new ChangedLists(async (kinds) => {
    reads.push(kinds);
    await new Promise((done) => setTimeout(done, takesMs));
  });
  return { lists, reads };
}

it('a single change is read after the debounce time', async () => {
  const { lists, reads } = reading(10);
  lists.add(['tools']);
  await vi.advanceTimersByTimeAsync(100);
  expect(reads).toEqual([['tools']]);
});

it('a storm of changes takes less than a tenth of the time to read, and its last change is read', async () => {
  const { lists, reads } = reading(500);
  for (let at = 0; at < 60_000; at += 10) {
    lists.add(at % 20 === 0 ? ['tools'] : ['prompts']);
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(reads.length * 500).toBeLessThan(60_000 / 10);
  expect(reads.length).toBeGreaterThan(3);
  const before = reads.length;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(reads.length).toBe(before + 1);
  expect(new Set(reads.at(-1))).toEqual(new Set(['tools', 'prompts']));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reads.length).toBe(before + 1);
});

it('a storm that lasts takes less than a tenth of the time however slow a read is', async () => {
  const { lists, reads } = reading(5_000);
  for (let at = 0; at < 1_800_000; at += 100) {
    lists.add(['tools']);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(reads.length * 5_000).toBeLessThan(1_800_000 / 10);
  expect(reads.length).toBeGreaterThan(10);
});

it('a few changes in a row are each read at once', async () => {
  const { lists, reads } = reading(500);
  for (let change = 1; change <= 4; change += 1) {
    lists.add(['tools']);
    await vi.advanceTimersByTimeAsync(700);
    expect(reads).toHaveLength(change);
  }
});

it('is not read after it is closed', async () => {
  const { lists, reads } = reading(10);
  lists.add(['tools']);
  lists.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reads).toEqual([]);
});
