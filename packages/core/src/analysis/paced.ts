/** Longest work between two turns of the event loop. */
const SLICE_MS = 20;

/** Lets the event loop run now and then. It takes no rests as `inSlices` does: the user waits for the result. */
export async function forEachPaced<T>(items: readonly T[], work: (item: T, at: number) => void): Promise<void> {
  let from = performance.now();
  for (const [at, item] of items.entries()) {
    work(item, at);
    if (performance.now() - from < SLICE_MS) continue;
    await new Promise((resolve) => setTimeout(resolve, 0));
    from = performance.now();
  }
}
