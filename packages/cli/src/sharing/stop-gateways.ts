import { setTimeout as delay } from 'node:timers/promises';
import { askDaemon, type FoundDaemon, isRunning } from '@foldout/gateway/internal/daemon';

/** A gateway closes its servers first; each may take a few seconds. */
const STOP_MS = 8_000;
const POLL_MS = 50;

/** Stops background gateways, and kills those that do not stop. Returns the ones that still run. */
export async function stopGateways(daemons: readonly FoundDaemon[]): Promise<FoundDaemon[]> {
  const stopped = await Promise.all(
    daemons.map(async (daemon) => {
      const { address, facts } = daemon;
      const answer = await askDaemon(address, 'stop');
      if (answer && (await ended(facts.pid, STOP_MS))) return undefined;
      // The reaper of the gateway ends its servers.
      process.kill(facts.pid, 'SIGKILL');
      return (await ended(facts.pid, STOP_MS)) ? undefined : daemon;
    }),
  );
  return stopped.filter((daemon) => daemon !== undefined);
}

async function ended(pid: number, withinMs: number): Promise<boolean> {
  const until = performance.now() + withinMs;
  while (isRunning(pid)) {
    if (performance.now() > until) return false;
    await delay(POLL_MS);
  }
  return true;
}
