import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresServer } from '../../../test/fixtures/postgres.mjs';
import { say } from '../report.ts';
import { pick } from '../seeded-random.ts';
import type { ClientGroups } from './client-groups.ts';
import type { GoodServer } from './good-servers.ts';
import type { KillWindow, PlannedKill, Victim } from './kill-plan.ts';
import { childrenOf } from './process-watch.ts';
import type { Replica } from './replica.ts';
import { warmUp } from './warm-up.ts';

/** How long a killed replica or database stays away. */
const AWAY_MS = 1_000;
/** Calls that waited during a kill end within this time after the recovery. */
const SETTLE_MS = 2_000;

export interface Victims {
  readonly replicas: readonly Replica[];
  readonly servers: readonly GoodServer[];
  readonly clients: ClientGroups;
  readonly postgres: PostgresServer;
  readonly balancerUrl: string;
}

/** Each resolves when the victim works again, with its name. */
const KILLS: Readonly<Record<Victim, (victims: Victims, random: () => number) => Promise<string>>> = {
  upstream: async ({ replicas, servers }, random) => {
    const replica = pick(replicas, random);
    const running = servers.filter((server) => processesOf(server, replica).length > 0);
    const server = pick(running.length > 0 ? running : servers, random);
    for (const pid of processesOf(server, replica)) process.kill(pid, 'SIGKILL');
    await warmUp(replica.url, [server]);
    return `${server.name} of ${replica.name}`;
  },
  replica: async ({ replicas, servers }, random) => {
    const replica = pick(replicas, random);
    await replica.kill();
    await sleep(AWAY_MS);
    await replica.start();
    await warmUp(replica.url, servers);
    return replica.name;
  },
  client: async ({ clients }, random) => {
    await clients.killOne(random);
    return 'the clients of one process';
  },
  postgres: async ({ postgres, balancerUrl, servers }) => {
    await postgres.halt();
    await sleep(AWAY_MS);
    await postgres.start();
    await warmUp(balancerUrl, servers.slice(0, 1));
    return 'PostgreSQL';
  },
};

function processesOf({ config }: GoodServer, { pid }: Replica): number[] {
  const [, , script = ''] = config.args;
  return childrenOf(pid, script);
}

/** Carries out the plan, one kill after the other, and returns the windows. A kill that would begin after the end is left out. */
export async function killAll(
  plan: readonly PlannedKill[],
  victims: Victims,
  random: () => number,
  endsAt: number,
  beganAt = Date.now(),
): Promise<readonly KillWindow[]> {
  const windows: KillWindow[] = [];
  for (const { victim, atMs } of plan) {
    await sleep(Math.max(0, beganAt + atMs - Date.now()));
    if (Date.now() >= endsAt) break;
    const from = Date.now();
    const name = await KILLS[victim](victims, random);
    const to = Date.now() + SETTLE_MS;
    windows.push({ victim, from, to });
    const [at, took] = [from - beganAt, to - from].map((ms) => (ms / 1_000).toFixed(1));
    say(`  ${at} s: killed ${name}; window of ${took} s`);
  }
  return windows;
}
