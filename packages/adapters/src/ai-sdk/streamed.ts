/** Runs a call that emits preliminary results, as the async iterable that the AI SDK streams. The last value is the result. */
export async function* streamed(
  run: (emit: (preliminary: unknown) => void) => Promise<unknown>,
): AsyncGenerator<unknown> {
  const waiting: unknown[] = [];
  let wake: () => void = () => {};
  let isDone = false;
  const running = run((preliminary) => {
    waiting.push(preliminary);
    wake();
  }).finally(() => {
    isDone = true;
    wake();
  });
  // Awaited below; without a handler of its own, a failure while values are read would end the process.
  running.catch(() => {});
  while (!isDone || waiting.length > 0) {
    if (waiting.length > 0) yield waiting.shift();
    else
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (isDone || waiting.length > 0) resolve();
      });
  }
  yield await running;
}
