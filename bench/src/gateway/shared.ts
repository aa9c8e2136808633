import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../measure.ts';
import { type Row, row, say } from '../report.ts';
import { type CallTiming, caseRows } from './call.ts';
import { BARE_PROXY, byOwnName, foldoutProgram, type GatewaySubject, onlyWay, warmHome } from './gateways.ts';
import { openClient, type Program } from './open-client.ts';
import { CAN_COUNT, endProcesses, type RunningProcess, runningProcesses, treeOf } from './processes.ts';
import { BARE_SERVER, oneStart } from './start.ts';
import { everything, filesystem, type ReplayedServer, upstreamsOf } from './upstreams.ts';
import type { WorkFolder } from './work-folder.ts';

const CLIENTS = 6;
/** Wait before measuring, so that deferred startup work is finished. */
const SETTLED_MS = 5_000;
/** Longer than the benchmark: the gateway must not end between two clients. */
const GRACE = { FOLDOUT_GRACE_MS: '600000' };
const ISOLATED = '--isolated';

/** `foldout serve` as clients start it by default: a relay to the background gateway. */
function shared(program: Program): Program {
  return { ...program, args: program.args.filter((arg) => arg !== ISOLATED), env: { ...program.env, ...GRACE } };
}

const SHARED: GatewaySubject = {
  name: 'foldout/shared',
  program: async (upstreams, work) => shared(foldoutProgram(upstreams, work, await warmHome(upstreams, work))),
  ways: onlyWay(byOwnName),
};

/** Six clients on one background gateway beside six gateways: memory, a call through the socket, and a start. */
export async function sharedRows(
  servers: readonly ReplayedServer[],
  work: WorkFolder,
  timing: CallTiming,
  rounds: number,
): Promise<Row[]> {
  const upstreams = { ...everything(), ...filesystem(work.folder('files')) };
  say('shared: call …');
  const rows = await caseRows('shared', upstreams, [BARE_PROXY, SHARED], work, timing);
  await work.clear();
  say('shared: start …');
  rows.push(...(await startRows(servers, work, rounds)));
  await work.clear();
  if (!CAN_COUNT) return rows;
  say('shared: memory …');
  for (const subject of ['foldout/shared', 'foldout-isolated']) {
    const own = foldoutProgram(upstreams, work, await warmHome(upstreams, work));
    rows.push(...(await memoryRows(subject, subject === 'foldout-isolated' ? own : shared(own))));
    await work.clear();
  }
  return rows;
}

async function memoryRows(subject: string, program: Program): Promise<Row[]> {
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => openClient(program)));
  try {
    for (const { client } of clients) {
      await client.callTool({
        name: 'afd-call',
        arguments: { command: 'everything/echo', input: { message: 'hello' } },
      });
      await client.callTool({
        name: 'afd-call',
        arguments: { command: 'filesystem/list_allowed_directories', input: {} },
      });
    }
    await sleep(SETTLED_MS);
    const running = await runningProcesses();
    const roots = [...clients.map(({ pid }) => pid), ...backgroundOf(program, running).map(({ pid }) => pid)];
    // The gateway is a child of the relay that started it: each process counts once.
    const all = [...new Set(roots.flatMap((pid) => treeOf(pid, running)))];
    const megabytes = all.reduce((sum, { residentKb }) => sum + residentKb, 0) / 1024;
    return [
      row(`${CLIENTS}-clients-2-servers`, 'clients-rss-mb', subject, megabytes, 'MB'),
      row(`${CLIENTS}-clients-2-servers`, 'processes', subject, all.length, 'processes'),
    ];
  } finally {
    await Promise.all(clients.map((open) => open.close()));
  }
}

function backgroundOf({ args }: Program, running: readonly RunningProcess[]): RunningProcess[] {
  const config = args.at(-1) ?? '';
  return running.filter(({ command }) => command.includes(config) && command.includes('--background'));
}

/** The first `tools/list` of a client that starts the background gateway, and of one that joins it. */
async function startRows(servers: readonly ReplayedServer[], work: WorkFolder, rounds: number): Promise<Row[]> {
  const upstreams = upstreamsOf(servers);
  const home = await warmHome(upstreams, work);
  const first = shared(foldoutProgram(upstreams, work, home));
  const joined = shared(foldoutProgram(upstreams, work, home));
  await using _open = await openClient(joined);
  const taken: Record<string, number[]> = { 'bare-sdk': [], 'foldout/first': [], 'foldout/joined': [] };
  for (let round = 0; round < rounds; round += 1) {
    taken['bare-sdk']?.push((await oneStart(BARE_SERVER)).ms);
    taken['foldout/joined']?.push((await oneStart(joined)).ms);
    taken['foldout/first']?.push((await oneStart(first)).ms);
    // The next client has to start the gateway again.
    endProcesses(backgroundOf(first, await runningProcesses()));
  }
  const medianOf = (subject: string): number => quantile(taken[subject] ?? [], 0.5);
  return Object.keys(taken).flatMap((subject) => [
    row('shared/first-list', 'start-ms', subject, medianOf(subject), 'ms'),
    row('shared/first-list', 'start-ratio', subject, medianOf(subject) / medianOf('bare-sdk'), 'x'),
  ]);
}
