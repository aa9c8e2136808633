const CHECK_MS = 200;
const host = process.ppid;
let checked = performance.now();

/**
 * Whether the host process has ended: its children then get another parent. A worker that waits for a message notices the
 * closed pipe; a worker that computes asks here. Windows keeps the number of the parent, and relies on the time limit.
 */
export function hostHasGone(): boolean {
  const now = performance.now();
  if (now - checked < CHECK_MS) return false;
  checked = now;
  return process.ppid !== host;
}
