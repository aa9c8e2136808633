import { describe, expect, it } from 'vitest';
import { Places } from './places.ts';

/** Takes a place for each owner in turn, and records in which order they get it. */
function takeAll(places: Places, owners: readonly string[]): string[] {
  const entered: string[] = [];
  for (const owner of owners) places.take(owner).then(() => entered.push(owner));
  return entered;
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('places', () => {
  it('go to the owners in turn, so that many scripts of one do not delay another', async () => {
    const places = new Places(1);
    await places.take('first');
    const entered = takeAll(places, ['busy', 'busy', 'busy', 'busy', 'other', 'third']);
    for (let i = 0; i < 6; i += 1) {
      places.free();
      await settled();
    }
    expect(entered).toEqual(['busy', 'other', 'third', 'busy', 'busy', 'busy']);
  });

  it('are never given to more than there are', async () => {
    const places = new Places(2);
    const entered = takeAll(places, ['a', 'b', 'c']);
    await settled();
    expect(entered).toEqual(['a', 'b']);
    places.free();
    await settled();
    expect(entered).toEqual(['a', 'b', 'c']);
  });

  it('are refused when the queue is full', async () => {
    const places = new Places(1, 1);
    await places.take('a');
    const waiting = places.take('b');
    await expect(places.take('c')).rejects.toThrow('the queue of 1 is full');
    places.free();
    await waiting;
  });

  it('pass over a waiter whose signal aborted', async () => {
    const places = new Places(1);
    await places.take('a');
    const stop = new AbortController();
    const leaving = places.take('b', stop.signal);
    const entered = takeAll(places, ['c']);
    stop.abort(new Error('left'));
    await expect(leaving).rejects.toThrow('left');
    places.free();
    await settled();
    expect(entered).toEqual(['c']);
  });
});
