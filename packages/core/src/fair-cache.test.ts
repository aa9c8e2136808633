import { describe, expect, it } from 'vitest';
import { FairCache } from './fair-cache.ts';

interface Entry {
  readonly owner?: string;
  readonly name: string;
}

function cacheOf(max: number) {
  const gone: string[] = [];
  let time = 0;
  const cache = new FairCache<Entry>({
    max,
    idleMs: 1_000,
    ownerOf: ({ owner }) => owner,
    dispose: ({ name }) => void gone.push(name),
    now: () => time,
  });
  const add = (name: string, owner?: string): void => cache.set(name, { name, ...(owner && { owner }) });
  const wait = (ms: number): void => {
    time += ms;
  };
  return { cache, gone, add, wait };
}

describe('a full cache', () => {
  it('takes from the owner with the most entries, however many it adds', () => {
    const { cache, gone, add } = cacheOf(4);
    add('ann-1', 'ann');
    for (let n = 1; n <= 50; n += 1) add(`ben-${n}`, 'ben');
    expect(cache.get('ann-1')).toBeDefined();
    expect(gone).toHaveLength(47);
    expect(gone[0]).toBe('ben-1');
    add('ann-2', 'ann');
    expect(
      cache
        .values()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['ann-1', 'ann-2', 'ben-49', 'ben-50']);
  });

  it('takes the least recently used one', () => {
    const { cache, gone, add } = cacheOf(2);
    add('first');
    add('second');
    cache.get('first');
    add('third');
    expect(gone).toEqual(['second']);
  });

  it('takes what is idle before anything else', () => {
    const { cache, gone, add, wait } = cacheOf(2);
    add('ann-1', 'ann');
    wait(900);
    add('ben-1', 'ben');
    wait(200);
    add('ben-2', 'ben');
    expect(gone).toEqual(['ann-1']);
    expect(cache.get('ben-1')).toBeDefined();
  });
});

it('replaces an entry without taking another', () => {
  const { cache, gone, add } = cacheOf(2);
  add('one', 'ann');
  add('two', 'ben');
  add('one', 'ann');
  expect(cache.get('two')).toBeDefined();
  expect(gone).toEqual(['one']);
  cache.delete('one');
  cache.delete('two');
  for (const name of ['a', 'b', 'c']) add(name, 'ann');
  expect(cache.values()).toHaveLength(2);
});
