import { setImmediate } from 'node:timers/promises';

/** How many are under way at a time, and after how many others get a turn. */
const AT_ONCE = 32;

/** Does the same for many, a few at a time, without keeping the process from everything else. Results in order. */
export async function inSlices<T, R>(
  items: readonly T[],
  signal: AbortSignal | undefined,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) {
      if (index % AT_ONCE === 0) await setImmediate();
      signal?.throwIfAborted();
      results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
