/** Delays of background work after a start, in milliseconds: long enough to answer the first `tools/list` before. */
export const START_SCHEDULE = {
  /** Starts servers whose tools are not known, unless the first `tools/list` was answered before. */
  startServers: 500,
  /** Fills a deferred catalog, so that the first search does not have to. */
  fillCatalog: 150,
  /** Compares the tools of a server with their approvals. */
  judgeTools: 1_000,
  /** Saves the tool counts. */
  saveCounts: 1_000,
  /** Opens usage tracking, unless an event has already opened it. */
  openUsage: 2_000,
} as const;

/** Runs the work once after a delay, without keeping the process alive. Returns a function that cancels it. */
export function scheduleOnce(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  timer.unref();
  return () => clearTimeout(timer);
}
