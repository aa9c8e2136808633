import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../../../test/fixtures/postgres.mjs';
import { WorkFolder } from '../gateway/work-folder.ts';
import { say } from '../report.ts';
import { seededRandom } from '../seeded-random.ts';
import type { CallRecord } from './assignment.ts';
import { startBalancer } from './balancer.ts';
import { type CpuShares, startBurners } from './burners.ts';
import { callShares } from './call-plan.ts';
import { ClientGroups } from './client-groups.ts';
import { goodEntries, goodServers } from './good-servers.ts';
import { startHostileServers } from './hostile-servers.ts';
import { type KillWindow, planKills } from './kill-plan.ts';
import { killAll } from './kills.ts';
import { ProcessWatch, residentMb } from './process-watch.ts';
import { Replica } from './replica.ts';
import { warmUp } from './warm-up.ts';

export interface SoakOptions {
  readonly seconds: number;
  readonly clients: number;
  readonly paceMs: number;
  readonly seed: number;
  /** Names of the hostile servers that take part. */
  readonly hostile: readonly string[];
  readonly logs?: string | undefined;
  /** The control run: no hostile servers, and processes that burn this CPU time instead. */
  readonly burn?: CpuShares;
}

export interface ReplicaMemory {
  readonly name: string;
  readonly startMb: number;
  readonly peakMb: number;
  readonly endMb: number;
}

export interface SoakResult {
  readonly records: readonly CallRecord[];
  readonly windows: readonly KillWindow[];
  /** Clients that did not end, although every call has a deadline. Each has lost a call. */
  readonly stuckClients: number;
  /** CPU time that the hostile servers used, or the harmless processes of the control run. */
  readonly hostileCpu: CpuShares;
  readonly memory: readonly ReplicaMemory[];
  /** Processes that still ran after everything was closed. */
  readonly leftOver: number;
}

/** Time limits of the servers, well below the deadline of a call. */
const LIMITS = { startTimeoutMs: 20_000, callTimeoutMs: 5_000 };
/** Time that the last processes get to end after everything was closed. */
const GRACE_MS = 6_000;

export async function runSoak(options: SoakOptions): Promise<SoakResult> {
  await using work = new WorkFolder();
  work.clearOnSignals();
  using watch = new ProcessWatch(work.path);
  const result = await underLoad(options, work, watch);
  return { ...result, leftOver: await countLeftOver(watch) };
}

async function underLoad(
  { seconds, clients: clientCount, paceMs, seed, hostile: hostileNames, logs, burn }: SoakOptions,
  work: WorkFolder,
  watch: ProcessWatch,
): Promise<Omit<SoakResult, 'leftOver'>> {
  const servers = goodServers(work);
  await using postgres = await startPostgres();
  await using hostile = burn ? undefined : await startHostileServers(hostileNames, work);
  const entries = (folder: string): Record<string, object> =>
    limited({ ...goodEntries(servers, folder), ...hostile?.entries });
  const replicaOptions = { database: await postgres.createDatabase(), entries, work, logs };
  await using one = await Replica.start('replica-1', replicaOptions);
  await using two = await Replica.start('replica-2', replicaOptions);
  const replicas = [one, two];
  await using balancer = await startBalancer(
    replicas.map(({ port }) => port),
    work,
  );
  say(`  starting ${servers.length} servers on each replica`);
  await Promise.all(replicas.map(({ url }) => warmUp(url, servers)));

  const lifeMs = seconds * 1_000;
  const startMb = replicas.map(({ pid }) => residentMb(pid));
  const cpuBefore = watch.hostileCpuSeconds();
  const endsAt = Date.now() + lifeMs;
  say(`  ${clientCount} clients for ${seconds} s`);
  await using burners = burn ? startBurners(burn, lifeMs, work) : undefined;
  const shares = callShares(servers, hostile?.calls ?? []);
  const maxCalls = Math.ceil((2 * lifeMs) / paceMs) + 1;
  const common = { url: balancer.url, seed, paceMs, endsAt, maxCalls, shares };
  await using clients = new ClientGroups(clientCount, common, work);
  const random = seededRandom(seed);
  const victims = { replicas, servers, clients, postgres, balancerUrl: balancer.url };
  const windows = await killAll(planKills(seconds, random), victims, random, endsAt);
  await sleep(Math.max(0, endsAt - Date.now()));
  watch.look();
  const hostileCpu = perSecond(watch.hostileCpuSeconds(), cpuBefore, seconds);
  await burners?.[Symbol.asyncDispose]();
  const stuckClients = await clients.finish(endsAt);
  const memory = replicas.map(({ name, pid, pids }, n) => ({
    name,
    startMb: startMb[n] ?? Number.NaN,
    peakMb: Math.max(...pids.map((id) => watch.peakMb(id))),
    endMb: residentMb(pid),
  }));
  if (logs)
    writeFileSync(join(logs, 'calls.jsonl'), clients.records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return { records: clients.records, windows, stuckClients, hostileCpu, memory };
}

function limited(entries: Readonly<Record<string, object>>): Record<string, object> {
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, { ...LIMITS, ...entry }]));
}

function perSecond(after: CpuShares, before: CpuShares, seconds: number): CpuShares {
  return new Map([...after].map(([name, used]) => [name, (used - (before.get(name) ?? 0)) / seconds]));
}

async function countLeftOver(watch: ProcessWatch): Promise<number> {
  for (let waited = 0; waited < GRACE_MS && watch.running().length > 0; waited += 200) await sleep(200);
  const left = watch.running();
  for (const { pid, command } of left) say(`  left over: ${pid} ${command.slice(0, 160)}`);
  return left.length;
}
