import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 25;

/** Signals the whole process group: `npx` starts a shell, and the shell starts Node. */
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
    // No process of the group is left.
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

/** Ends the processes that a server left behind. Waits at most twice `graceMs`, because a zombie process never ends. */
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
