import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 25;

/** A server is a tree (`npx` starts a shell, the shell starts Node): it is ended as a whole. */
export function signalGroup(leader: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(leader), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on(
      'error',
      () => {},
    );
    return;
  }
  try {
    process.kill(-leader, signal);
  } catch {
    // Nothing is left of it.
  }
}

function groupIsAlive(leader: number): boolean {
  if (process.platform === 'win32') return false;
  try {
    process.kill(-leader, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Ends what a server left behind when it ended. Bounded: a zombie that nobody collects does not hold us up. */
export async function sweepGroup(leader: number, graceMs: number): Promise<void> {
  if (!groupIsAlive(leader)) return;
  signalGroup(leader, 'SIGTERM');
  if (await groupEnded(leader, graceMs)) return;
  signalGroup(leader, 'SIGKILL');
  await groupEnded(leader, graceMs);
}

async function groupEnded(leader: number, withinMs: number): Promise<boolean> {
  const until = performance.now() + withinMs;
  while (groupIsAlive(leader)) {
    if (performance.now() > until) return false;
    await delay(POLL_MS);
  }
  return true;
}
