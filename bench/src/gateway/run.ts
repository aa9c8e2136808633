import type { Arguments } from '../arguments.ts';
import type { Benchmark } from '../benchmark.ts';
import { readCatalogs } from '../catalogs.ts';
import { CATALOGS_OPTION, dataFolder, namedOrBeside } from '../data-folders.ts';
import { EXACT } from '../ratios/rules.ts';
import { type Row, say } from '../report.ts';
import { judgeRows } from '../targets.ts';
import { allServersRows } from './all-servers.ts';
import { CALL_TIMING, callRows } from './call.ts';
import { foldoutProgram, type GatewaySubject, warmHome } from './gateways.ts';
import { HTTP_TIMING, httpRows } from './http.ts';
import { memoryRows } from './memory.ts';
import type { Program } from './open-client.ts';
import { orphanRows } from './orphans.ts';
import { installedPeers } from './peers.ts';
import { searchRows } from './search.ts';
import { sharedRows } from './shared.ts';
import { startRows } from './start.ts';
import { GATEWAY_TARGETS } from './targets.ts';
import { type ReplayedServer, replayedServers, syntheticCatalogs, upstreamsOf } from './upstreams.ts';
import { WorkFolder } from './work-folder.ts';

/** Number of configured servers in the parts that measure a gateway with many servers. */
const MANY = 50;
/** Servers stop soon after their last call, so that dozens of them do not stay in memory. */
const IDLE_MS = 1_000;

interface Setup {
  readonly args: Arguments;
  readonly work: WorkFolder;
  readonly peers: readonly GatewaySubject[];
  readonly servers: readonly ReplayedServer[];
  readonly many: readonly ReplayedServer[];
  /** How to start a gateway whose state folder has the tools of all servers. */
  readonly allKnown: () => Promise<Program>;
}

const PARTS: Readonly<Record<string, (setup: Setup) => Promise<Row[]>>> = {
  call: ({ args, peers, work }) => callRows(peers, work, args.pick(CALL_TIMING)),
  http: ({ args, work }) => httpRows(work, args.pick(HTTP_TIMING)),
  start: ({ args, many, work }) => startRows(many, work, args.pick({ full: 15, quick: 9 })),
  shared: ({ args, many, work }) => sharedRows(many, work, args.pick(CALL_TIMING), args.pick({ full: 15, quick: 9 })),
  memory: ({ servers, peers, work }) => memoryRows(servers.slice(0, MANY), peers, work),
  search: async ({ args, servers, allKnown }) =>
    searchRows(countTools(servers), await allKnown(), args.pick({ full: 25_000, quick: 8_000 })),
  all: async ({ servers, allKnown }) => allServersRows(servers, await allKnown()),
  orphans: ({ servers, peers, work }) => orphanRows(servers, peers, work),
};

export const gateway: Benchmark = {
  options: {
    ...CATALOGS_OPTION,
    only: { value: 'PART,…', about: `Only these parts: ${Object.keys(PARTS).join(', ')}` },
  },
  async run(args) {
    const wanted = args.names('only', Object.keys(PARTS));
    const rows: Row[] = [];
    await using work = new WorkFolder();
    work.clearOnSignals();
    const setup = prepare(work, args);
    for (const part of wanted) {
      say(`${part} …`);
      rows.push(...((await PARTS[part]?.(setup)) ?? []));
      await work.clear();
    }
    return { rows };
  },
  judge: (rows) => judgeRows(rows, GATEWAY_TARGETS),
  ratios: [
    { metric: 'call-ratio', subject: /^foldout/, better: 'lower', tolerance: 0.15 },
    { metric: 'calls-ratio', better: 'higher', tolerance: 0.15 },
    { metric: 'http-ratio', better: 'lower', tolerance: 0.15 },
    { metric: 'start-ratio', subject: 'foldout', better: 'lower', tolerance: 0.12 },
    { metric: 'started', better: 'lower', tolerance: EXACT },
    {
      metric: 'rss-mb',
      case: /\/process$/,
      subject: 'foldout',
      over: { subject: 'bare-proxy' },
      better: 'lower',
      tolerance: 0.1,
    },
    { metric: 'search-ratio', better: 'lower', tolerance: 0.25 },
    { metric: 'tokens', subject: 'foldout', better: 'lower', tolerance: EXACT },
    { metric: 'first-by-name', better: 'higher', tolerance: EXACT },
    { metric: 'findable', better: 'higher', tolerance: EXACT },
    { metric: 'callable', better: 'higher', tolerance: EXACT },
    { metric: 'orphans', subject: 'foldout', better: 'lower', tolerance: EXACT },
  ],
};

function prepare(work: WorkFolder, args: Arguments): Setup {
  const servers = replayedServers(catalogsFor(args), work);
  // The quick form has few servers. Startup time depends on their number, so that part gets generated servers.
  const many = args.quick ? replayedServers(syntheticCatalogs(MANY, 10), work) : servers.slice(0, MANY);
  const upstreams = Object.fromEntries(
    Object.entries(upstreamsOf(servers)).map(([name, entry]) => [name, { ...entry, idleMs: IDLE_MS }]),
  );
  let home: Promise<string> | undefined;
  const allKnown = async (): Promise<Program> => {
    home ??= warmHome(upstreams, work);
    return foldoutProgram(upstreams, work, await home);
  };
  return { args, work, servers, many, peers: args.quick ? [] : installedPeers(), allKnown };
}

function catalogsFor(args: Arguments) {
  if (args.quick) return readCatalogs(dataFolder(args, 'catalogs'));
  const folder = namedOrBeside(args, 'catalogs');
  if (folder !== undefined) return readCatalogs(folder);
  say(
    'No captured servers: 80 generated ones with 50 tools each stand in for them. Pass real ones with --catalogs DIR.',
  );
  return syntheticCatalogs(80, 50);
}

function countTools(servers: readonly ReplayedServer[]): number {
  return servers.reduce((sum, { tools }) => sum + tools.length, 0);
}
