import { describe, expect, it } from 'vitest';
import { MemoryStore } from '../store/memory/memory-store.ts';
import { UsageTracker } from '../tracking/usage-tracker.ts';
import { Habits, nextHint, relatedTools } from './habits.ts';

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
  it('name the next tool only where it comes more often than not, and was seen three times', async () => {
    const twice = await after(['find', 'read'], ['find', 'read']);
    expect(twice.habits.nextOf('shop/find')).toBeUndefined();
    const half = await after(...Array.from({ length: 4 }, (_, i) => ['find', i % 2 ? 'read' : 'drop']));
    expect(half.habits.nextOf('shop/find')).toBeUndefined();
    const { habits } = await after(['find', 'read'], ['find', 'read'], ['find', 'read'], ['find', 'drop']);
    expect(habits.nextOf('shop/find')).toBe('shop/read');
    expect(nextHint(habits, 'shop/find')).toBe('often followed by shop/read');
    expect(nextHint(habits, 'shop/read')).toBeUndefined();
  });

  it('do not tell that a tool follows itself', async () => {
    const { habits } = await after(['find', 'find', 'find', 'find', 'find']);
    expect(habits.nextOf('shop/find')).toBeUndefined();
  });

  it('relate tools that more than half of the sessions used together', async () => {
    const { habits } = await after(...Array.from({ length: 3 }, () => ['find', 'read']), ['find', 'drop']);
    expect(relatedTools(habits, 'shop/find')).toEqual(['shop/read']);
    expect(relatedTools(habits, 'shop/drop')).toEqual([]);
  });

  it('say what a session will likely use next', async () => {
    const { habits, tracker } = await after(...Array.from({ length: 3 }, () => ['find', 'read']));
    tracker.trackAccess('shop', 'find', { session_id: 'now' });
    expect(habits.likelyNext('now')).toEqual(['shop/read']);
    expect(habits.likelyNext('nobody')).toEqual([]);
  });

  it('answer at once with what they know, and know more when they are asked again', async () => {
    const { tracker } = await after(...Array.from({ length: 3 }, () => ['find', 'read']));
    const fresh = new Habits(tracker);
    expect(fresh.nextOf('shop/find')).toBeUndefined();
    // The most used tools are looked up without being asked for.
    await fresh.ready;
    expect(fresh.nextOf('shop/find')).toBe('shop/read');
  });

  it('are not troubled by a store that fails', async () => {
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
