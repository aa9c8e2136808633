import { describe, expect, it } from 'vitest';
import { MemoryStore } from '../store/sqlite/sqlite-store.ts';
import { UsageTracker } from '../tracking/usage-tracker.ts';
import { Habits } from './habits.ts';

async function after(...sessions: string[][]) {
  const tracker = new UsageTracker();
  for (const [i, tools] of sessions.entries()) {
    for (const tool of tools) tracker.trackAccess('shop', tool, { session_id: `s${i}` });
  }
  await tracker.flush();
  const habits = new Habits(tracker);
  await habits.warm('shop/find', 'shop/read', 'shop/drop');
  return { tracker, habits };
}

describe('habits', () => {
  it('predict the next tool only above a probability of 0.5 and after three observations', async () => {
    const twice = await after(['find', 'read'], ['find', 'read']);
    expect(twice.habits.nextOf('shop/find')).toBeUndefined();
    const half = await after(...Array.from({ length: 4 }, (_, i) => ['find', i % 2 ? 'read' : 'drop']));
    expect(half.habits.nextOf('shop/find')).toBeUndefined();
    const { habits } = await after(['find', 'read'], ['find', 'read'], ['find', 'read'], ['find', 'drop']);
    expect(habits.nextOf('shop/find')).toBe('shop/read');
    expect(habits.nextOf('shop/read')).toBeUndefined();
  });

  it('do not predict that a tool follows itself', async () => {
    const { habits } = await after(['find', 'find', 'find', 'find', 'find']);
    expect(habits.nextOf('shop/find')).toBeUndefined();
  });

  it('relate tools that were used together in more than half of the sessions', async () => {
    const { habits } = await after(...Array.from({ length: 3 }, () => ['find', 'read']), ['find', 'drop']);
    expect(habits.relatedTo('shop/find')).toEqual(['shop/read']);
    expect(habits.relatedTo('shop/drop')).toEqual([]);
  });

  it('predict the next tools of a session', async () => {
    const { habits, tracker } = await after(...Array.from({ length: 3 }, () => ['find', 'read']));
    tracker.trackAccess('shop', 'find', { session_id: 'now' });
    expect(habits.likelyNext('now')).toEqual(['shop/read']);
    expect(habits.likelyNext('nobody')).toEqual([]);
  });

  it('answer from memory at once, and load missing data in the background', async () => {
    const { tracker } = await after(...Array.from({ length: 3 }, () => ['find', 'read']));
    const fresh = new Habits(tracker);
    expect(fresh.nextOf('shop/find')).toBeUndefined();
    // The constructor loads the most used tools.
    await fresh.ready;
    expect(fresh.nextOf('shop/find')).toBe('shop/read');
  });

  it('return no predictions when the store fails', async () => {
    const store = new MemoryStore();
    const tracker = new UsageTracker({ store });
    store.followers = () => Promise.reject(new Error('gone'));
    store.popular = () => Promise.reject(new Error('gone'));
    const habits = new Habits(tracker);
    await expect(habits.warm('shop/find')).resolves.toBeUndefined();
    expect(habits.nextOf('shop/find')).toBeUndefined();
    await expect(habits.predictNextTools('shop/find')).resolves.toEqual([]);
  });
});
