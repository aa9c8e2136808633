import type { Engine } from '@foldout/core';

/** How often a gateway in use checks for manifests that are too old. */
export const STALE_CHECK_MS = 60_000;

/** Runs the work periodically, in every period in which a tool was called or searched. Returns a function that ends it. */
export function whileUsed(engine: Engine, everyMs: number, work: () => void): () => void {
  let used = false;
  const onUse = (): void => {
    used = true;
  };
  const timer = setInterval(() => {
    if (used) work();
    used = false;
  }, everyMs);
  timer.unref();
  const ends = [engine.onCall(onUse), engine.onSearch(onUse), () => clearInterval(timer)];
  return () => {
    for (const end of ends) end();
  };
}
