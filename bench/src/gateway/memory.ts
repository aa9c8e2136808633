import { setTimeout as sleep } from 'node:timers/promises';
import { type Row, say } from '../report.ts';
import { BARE_PROXY, exactWay, FOLDOUT, type GatewaySubject, isAnswerOf } from './gateways.ts';
import { openClient } from './open-client.ts';
import { CAN_COUNT, type RunningProcess, runningProcesses, treeOf } from './processes.ts';
import { type ReplayedServer, someTools, upstreamsOf } from './upstreams.ts';
import type { WorkFolder } from './work-folder.ts';

/** What a start leaves to be done later is done by then. */
const SETTLED_MS = 5_000;
const USED = 2;

/** How much memory each takes in front of many servers, when two of them have been used. */
export async function memoryRows(
  servers: readonly ReplayedServer[],
  peers: readonly GatewaySubject[],
  work: WorkFolder,
): Promise<Row[]> {
  if (!CAN_COUNT) {
    say('memory is left out: there is no `ps` here.');
    return [];
  }
  const rows: Row[] = [];
  for (const gateway of [FOLDOUT, BARE_PROXY, ...peers]) {
    try {
      rows.push(...(await gatewayRows(gateway, servers, work)));
    } catch (error) {
      if (gateway === FOLDOUT) throw error;
      say(`${gateway.name} is left out of memory: ${error instanceof Error ? error.message : error}`);
    } finally {
      // A daemon that stays is not to be counted, or waited for, beside the next one.
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
  const row = (what: string, metric: string, value: number, unit: string): Row => ({
    case: `${name}/${what}`,
    metric,
    subject: gateway.name,
    value,
    unit,
  });
  return [
    row('process', 'rss-mb', megabytes(tree.slice(0, 1)), 'MB'),
    row('tree', 'rss-mb', megabytes(tree), 'MB'),
    row('tree', 'processes', tree.length, 'processes'),
    row('start', 'start-ms', startMs, 'ms'),
  ];
}

function megabytes(processes: readonly RunningProcess[]): number {
  return processes.reduce((sum, { residentKb }) => sum + residentKb, 0) / 1024;
}
