import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { FIXTURE_SERVERS } from '../paths.ts';
import { errorText, type Row, row, say } from '../report.ts';
import { BARE_PROXY, exactWay, FOLDOUT, type GatewaySubject } from './gateways.ts';
import { CAN_COUNT, endProcesses, type RunningProcess, runningProcesses, treeOf } from './processes.ts';
import type { Assignment } from './programs/stand-in-client.ts';
import { type ReplayedServer, someTools, stubborn, upstreamsOf } from './upstreams.ts';
import type { WorkFolder } from './work-folder.ts';

/** Time that the remaining processes get to end after the kill. Processes that still run then are orphans. */
const GRACE_MS = 6_000;
const READY_MS = 60_000;
const USED = 2;
const STUBBORN_ECHO = { server: 'stubborn', tool: 'echo', input: {} };

type Victim = 'client' | 'gateway' | 'upstream';

/** Kills the client, the gateway or an upstream, and counts the processes that are left over. */
export async function orphanRows(
  servers: readonly ReplayedServer[],
  peers: readonly GatewaySubject[],
  work: WorkFolder,
): Promise<Row[]> {
  if (!CAN_COUNT) {
    say('The part orphans is skipped: it needs `ps`, which this system does not have.');
    return [];
  }
  const trials: [Victim, GatewaySubject][] = [
    ['client', FOLDOUT],
    ['gateway', FOLDOUT],
    ['upstream', FOLDOUT],
    ...[BARE_PROXY, ...peers].map((peer): [Victim, GatewaySubject] => ['client', peer]),
  ];
  const called = new Set(someTools(servers).map(({ server }) => server));
  const used = servers.filter(({ name }) => called.has(name)).slice(0, USED);
  const rows: Row[] = [];
  for (const [victim, gateway] of trials) {
    try {
      const left = await killed(victim, gateway, used, work);
      for (const { pid, command } of left) say(`left over from ${gateway.name}: ${pid} ${command.slice(0, 120)}`);
      rows.push(row(`${victim}-killed`, 'orphans', gateway.name, left.length, 'processes'));
    } catch (error) {
      if (gateway === FOLDOUT) throw error;
      say(`${gateway.name} is skipped in the part orphans: ${errorText(error)}`);
    }
  }
  return rows;
}

async function killed(
  victim: Victim,
  gateway: GatewaySubject,
  servers: readonly ReplayedServer[],
  work: WorkFolder,
): Promise<RunningProcess[]> {
  const polite = upstreamsOf(servers);
  // All gateways get servers that exit when stdin closes. Foldout also gets `stubborn`, which ignores the end of stdin.
  const upstreams = gateway === FOLDOUT ? { ...polite, ...stubborn() } : polite;
  const { command, args, env = {} } = await gateway.program(upstreams, work);
  const addresses = gateway === FOLDOUT ? [...someTools(servers), STUBBORN_ECHO] : someTools(servers);
  const calls = addresses.map(exactWay(gateway));
  const client = startClient({ command, args, env, calls });
  let family: RunningProcess[] = [];
  try {
    const gatewayPid = await client.done();
    family = treeOf(client.pid, await runningProcesses());
    await KILL[victim](client, gatewayPid, family);
    await sleep(GRACE_MS);
    return await stillThere(family, work, victim === 'gateway' ? client.pid : undefined);
  } finally {
    endProcesses(await stillThere(family, work));
    client.end();
  }
}

const KILL: Readonly<
  Record<Victim, (client: StandIn, gateway: number, family: readonly RunningProcess[]) => Promise<void>>
> = {
  client: async ({ pid }) => void process.kill(pid, 'SIGKILL'),
  gateway: async (_, gateway) => void process.kill(gateway, 'SIGKILL'),
  // The gateway starts the upstream again for the next call; then the client disconnects properly.
  upstream: async (client, gateway, family) => {
    const upstream = treeOf(gateway, family).findLast(
      ({ parent, command }) => parent === gateway && command.includes(FIXTURE_SERVERS),
    );
    if (!upstream) throw new Error('No upstream process runs, so none can be killed.');
    process.kill(upstream.pid, 'SIGKILL');
    await client.again();
    client.leave();
  },
};

/** Running processes that are in `family` or have a file of this run on their command line. */
async function stillThere(
  family: readonly RunningProcess[],
  work: WorkFolder,
  except?: number,
): Promise<RunningProcess[]> {
  const known = new Map(family.map(({ pid, command }) => [pid, command]));
  const isOurs = ({ pid, command }: RunningProcess): boolean =>
    pid !== process.pid && pid !== except && (known.get(pid) === command || command.includes(work.path));
  return (await runningProcesses()).filter(isOurs);
}

interface StandIn {
  readonly pid: number;
  /** Waits until the client has made its calls. Returns the process id of the gateway. */
  done(): Promise<number>;
  again(): Promise<void>;
  leave(): void;
  end(): void;
}

function startClient(assignment: Assignment): StandIn {
  const program = join(import.meta.dirname, 'programs/stand-in-client.js');
  const child: ChildProcess = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines: Interface = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const ended = once(child, 'exit').then(() =>
    Promise.reject(new Error('the client process ended before its calls were made')),
  );
  // The process may end later. Only a pending `done()` then rejects; this handler avoids an unhandled rejection.
  ended.catch(() => {});
  const done = async (): Promise<number> => {
    const line = once(lines, 'line', { signal: AbortSignal.timeout(READY_MS) });
    line.catch(() => {});
    const [answer] = (await Promise.race([line, ended])) as [string];
    return Number(answer.replace('done ', ''));
  };
  child.stdin?.on('error', () => {});
  child.stdin?.write(`${JSON.stringify(assignment)}\n`);
  return {
    pid: child.pid ?? 0,
    done,
    again: async () => {
      child.stdin?.write('again\n');
      await done();
    },
    leave: () => child.stdin?.end(),
    end: () => void child.kill('SIGKILL'),
  };
}
