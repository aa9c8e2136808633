import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Benchmark } from '../benchmark.ts';
import { Problem } from '../problem.ts';
import { say } from '../report.ts';
import { judgeRows } from '../targets.ts';
import { requireBalancer } from './balancer.ts';
import { HOSTILE_NAMES } from './hostile-servers.ts';
import { runSoak } from './soak.ts';
import { CONTROL, SOAK, soakRows } from './soak-rows.ts';
import { CHAOS_TARGETS } from './targets.ts';

const SECONDS = { full: 300, quick: 40 };
const CLIENTS = { full: 50, quick: 16 };
const PACE_MS = { full: 1_000, quick: 500 };
const SEED = { full: 17, quick: 17 };

/** Good and hostile servers behind two replicas and a load balancer, while parts of it are killed at random. */
export const chaos: Benchmark = {
  options: {
    seconds: { value: 'N', about: `Length of the soak, and of the control run (default ${SECONDS.full})` },
    clients: { value: 'N', about: `Number of clients (default ${CLIENTS.full})` },
    pace: { value: 'MS', about: `Average pause of a client between two calls (default ${PACE_MS.full})` },
    seed: { value: 'N', about: `Another number gives another order of calls and kills (default ${SEED.full})` },
    hostile: { value: 'NAMES', about: `Some of the hostile servers: ${HOSTILE_NAMES.join(', ')}` },
    logs: { value: 'DIR', about: 'Keep the logs of the replicas in this folder' },
  },
  async run(args) {
    if (process.platform !== 'linux')
      throw new Problem('The soak counts processes and CPU time in /proc: run it on Linux.');
    requireBalancer();
    const folder = args.text('logs');
    const logs = (run: string): string | undefined => {
      if (folder === undefined) return undefined;
      const path = resolve(join(folder, run));
      mkdirSync(path, { recursive: true });
      return path;
    };
    const options = {
      seconds: args.number('seconds', SECONDS),
      clients: args.number('clients', CLIENTS, 1_000),
      paceMs: args.number('pace', PACE_MS),
      seed: args.number('seed', SEED),
      hostile: args.names('hostile', HOSTILE_NAMES),
    };
    say('soak with hostile servers …');
    const soak = await runSoak({ ...options, logs: logs(SOAK) });
    say('control run with harmless processes …');
    const control = await runSoak({ ...options, logs: logs(CONTROL), burn: soak.hostileCpu });
    return { rows: soakRows(soak, control) };
  },
  judge: (rows) => judgeRows(rows, CHAOS_TARGETS),
  // A run of minutes that kills processes is no part of a quick comparison.
  ratios: [],
};
