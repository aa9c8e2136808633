import { setTimeout as sleep } from 'node:timers/promises';
import { say } from '../report.ts';
import { byOwnName } from './call-plan.ts';
import type { GoodServer } from './good-servers.ts';
import { EXPECTED } from './outcome.ts';
import { SoakClient } from './soak-client.ts';

/** A frozen gateway must not hold up the soak for ever: its figures show what happened. */
const LIMIT_MS = 60_000;
const MAX_TRIES = 120;
/** A server that was just killed backs off for a moment before it starts again. */
const PAUSE_MS = 500;

/** Calls every server until it has answered, one after the other. */
export async function warmUp(url: string, servers: readonly GoodServer[]): Promise<void> {
  const client = new SoakClient(url, 'legacy', () => {});
  const until = Date.now() + LIMIT_MS;
  const waiting = [...servers];
  try {
    for (let tries = 0; tries < MAX_TRIES && waiting.length > 0 && Date.now() < until; tries += 1) {
      const [server] = waiting;
      if (!server) break;
      if ((await client.call(byOwnName(server))) === EXPECTED) waiting.shift();
      else await sleep(PAUSE_MS);
    }
  } finally {
    await client.close();
  }
  const names = waiting.map(({ name }) => name);
  if (names.length > 0) say(`  did not answer within ${LIMIT_MS / 1_000} s: ${names.join(', ')}`);
}
