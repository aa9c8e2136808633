import { setImmediate } from 'node:timers/promises';

/** Number of concurrent jobs, and number of items between yields to the event loop. */
const AT_ONCE = 32;

/** Maps items with limited concurrency, and yields to the event loop in between. Results are in the order of the items. */
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
