import { parseArgs } from 'node:util';
import { catalogsIfAny } from '../data-folders.ts';
import { printReport, type Row, say } from '../report.ts';
import { allServersRows } from './all-servers.ts';
import { callRows } from './call.ts';
import { foldoutProgram, type GatewaySubject, warmHome } from './gateways.ts';
import { memoryRows } from './memory.ts';
import type { Program } from './open-client.ts';
import { orphanRows } from './orphans.ts';
import { installedPeers } from './peers.ts';
import { searchRows } from './search.ts';
import { startRows } from './start.ts';
import { judge } from './targets.ts';
import { type ReplayedServer, replayedServers, upstreamsOf } from './upstreams.ts';
import { WorkFolder } from './work-folder.ts';

/** How many servers are configured where the number matters. */
const MANY = 50;
/** A server that was called for all its tools is not needed again; dozens are not to stand idle beside each other. */
const IDLE_MS = 1_000;

interface Ground {
  readonly work: WorkFolder;
  readonly peers: readonly GatewaySubject[];
  readonly servers: readonly ReplayedServer[];
  /** How a gateway is started that knows all servers already. */
  readonly allKnown: () => Promise<Program>;
}

const PARTS: Readonly<Record<string, (ground: Ground) => Promise<Row[]>>> = {
  call: ({ peers, work }) => callRows(peers, work),
  start: ({ servers, work }) => startRows(servers.slice(0, MANY), work),
  memory: ({ servers, peers, work }) => memoryRows(servers.slice(0, MANY), peers, work),
  search: async ({ servers, allKnown }) => searchRows(countTools(servers), await allKnown()),
  all: async ({ servers, allKnown }) => allServersRows(servers, await allKnown()),
  orphans: ({ servers, peers, work }) => orphanRows(servers, peers, work),
};

/** `npm run bench -- gateway [--json] [--catalogs DIR] [--only call,start]` */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      json: { type: 'boolean', default: false },
      catalogs: { type: 'string' },
      only: { type: 'string' },
    },
  });
  const wanted = values.only?.split(',') ?? Object.keys(PARTS);
  const unknown = wanted.filter((part) => !Object.hasOwn(PARTS, part));
  if (unknown.length > 0) throw new Error(`No part ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}.`);

  const rows: Row[] = [];
  await using work = new WorkFolder();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void abandon(work));
  const ground = prepare(work, catalogsIfAny(values.catalogs));
  for (const part of wanted) {
    say(`${part} …`);
    rows.push(...((await PARTS[part]?.(ground)) ?? []));
    await work.clear();
  }
  printReport('gateway', rows, values.json);
  for (const verdict of judge(rows)) say(verdict);
}

/** Whoever interrupts a run is not to find its processes later. */
async function abandon(work: WorkFolder): Promise<void> {
  await work[Symbol.asyncDispose]();
  process.exit(1);
}

function prepare(work: WorkFolder, catalogs: string | undefined): Ground {
  const servers = replayedServers(catalogs, work);
  const upstreams = Object.fromEntries(
    Object.entries(upstreamsOf(servers)).map(([name, entry]) => [name, { ...entry, idleMs: IDLE_MS }]),
  );
  let home: Promise<string> | undefined;
  const allKnown = async (): Promise<Program> => {
    home ??= warmHome(upstreams, work);
    return foldoutProgram(upstreams, work, await home);
  };
  return { work, servers, peers: installedPeers(), allKnown };
}

function countTools(servers: readonly ReplayedServer[]): number {
  return servers.reduce((sum, { tools }) => sum + tools.length, 0);
}
