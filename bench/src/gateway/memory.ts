import { setTimeout as sleep } from 'node:timers/promises';
import { errorText, type Row, row, say } from '../report.ts';
import { BARE_PROXY, exactWay, FOLDOUT, type GatewaySubject, isAnswerOf } from './gateways.ts';
import { openClient } from './open-client.ts';
import { CAN_COUNT, type RunningProcess, runningProcesses, treeOf } from './processes.ts';
import { type ReplayedServer, someTools, upstreamsOf } from './upstreams.ts';
import type { WorkFolder } from './work-folder.ts';

/** Wait before measuring, so that deferred startup work is finished. */
const SETTLED_MS = 5_000;
const USED = 2;

/** Memory of each gateway in front of many servers, measured after calls to two of the servers. */
export async function memoryRows(
  servers: readonly ReplayedServer[],
  peers: readonly GatewaySubject[],
  work: WorkFolder,
): Promise<Row[]> {
  if (!CAN_COUNT) {
    say('The part memory is skipped: it needs `ps`, which this system does not have.');
    return [];
  }
  const rows: Row[] = [];
  for (const gateway of [FOLDOUT, BARE_PROXY, ...peers]) {
    try {
      rows.push(...(await gatewayRows(gateway, servers, work)));
    } catch (error) {
      if (gateway === FOLDOUT) throw error;
      say(`${gateway.name} is skipped in the part memory: ${errorText(error)}`);
    } finally {
      // Ends daemons that the gateway left running. Otherwise they would affect the figures of the next gateway.
      await work.clear();
    }
  }
  return rows;
}

async function gatewayRows(
  gateway: GatewaySubject,
  servers: readonly ReplayedServer[],
  work: WorkFolder,
): Promise<Row[]> {
  const program = await gateway.program(upstreamsOf(servers), work);
  const began = performance.now();
  await using open = await openClient(program);
  await open.client.listTools();
  const startMs = performance.now() - began;
  for (const address of someTools(servers).slice(0, USED)) {
    const answer = await open.client.callTool(exactWay(gateway)(address));
    if (!isAnswerOf(address, answer)) throw new Error(`a call answered ${JSON.stringify(answer).slice(0, 300)}`);
  }
  await sleep(SETTLED_MS);
  const tree = treeOf(open.pid, await runningProcesses());
  const name = `${servers.length}-servers-${USED}-used`;
  return [
    row(`${name}/process`, 'rss-mb', gateway.name, megabytes(tree.slice(0, 1)), 'MB'),
    row(`${name}/tree`, 'rss-mb', gateway.name, megabytes(tree), 'MB'),
    row(`${name}/tree`, 'processes', gateway.name, tree.length, 'processes'),
    row(`${name}/start`, 'start-ms', gateway.name, startMs, 'ms'),
  ];
}

function megabytes(processes: readonly RunningProcess[]): number {
  return processes.reduce((sum, { residentKb }) => sum + residentKb, 0) / 1024;
}
