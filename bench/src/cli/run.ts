import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Benchmark } from '../benchmark.ts';
import { readCatalogs } from '../catalogs.ts';
import { CATALOGS_OPTION, dataFolder } from '../data-folders.ts';
import { type ReplayedServer, replayedServers, upstreamsOf } from '../gateway/upstreams.ts';
import { WorkFolder } from '../gateway/work-folder.ts';
import { measure } from '../measure.ts';
import { FOLDOUT_PROGRAM } from '../paths.ts';
import { type Row, row, say } from '../report.ts';
import { judgeRows, type Target } from '../targets.ts';
import { medianOf } from '../timing-rows.ts';

const QUERY = 'create an issue about a bug';
/** Numbers of configured servers: a usual configuration, and a very large one. */
const SIZES = [5, 50];
const NODE = 'node -e 0';

const TARGETS: readonly Target[] = [
  {
    what: 'a start takes at most 150 ms more than Node itself',
    applies: ({ metric, subject }) => metric === 'more-than-node-ms' && subject !== 'foldout list',
    met: (value) => value <= 150,
  },
];

const execute = promisify(execFile);

/** Starts the command line in front of servers whose tools are already in the state folder. */
export const cli: Benchmark = {
  options: { ...CATALOGS_OPTION, rounds: { value: 'N', about: 'Starts of each command (default 15)' } },
  async run(args) {
    const catalogs = readCatalogs(dataFolder(args, 'catalogs'));
    const rounds = args.number('rounds', { full: 15, quick: 11 });
    const sizes = new Set(
      args.pick({ full: SIZES, quick: [catalogs.length] }).map((n) => Math.min(n, catalogs.length)),
    );
    const rows: Row[] = [];
    for (const size of sizes) {
      await using work = new WorkFolder();
      rows.push(...(await startRows(replayedServers(catalogs.slice(0, size), work), work, rounds)));
    }
    return { rows };
  },
  judge: (rows) => judgeRows(rows, TARGETS),
  ratios: [{ metric: 'start-ms', subject: /^foldout/, over: { subject: NODE }, better: 'lower', tolerance: 0.2 }],
};

async function startRows(servers: readonly ReplayedServer[], work: WorkFolder, rounds: number): Promise<Row[]> {
  const config = work.json('mcp', { mcpServers: upstreamsOf(servers) });
  const env = { ...process.env, FOLDOUT_HOME: work.folder('state') };
  const node = (...argv: string[]) => execute(process.execPath, argv, { env, maxBuffer: 64 * 1024 * 1024 });
  // `foldout search` exits with code 1 if no tool fits well. Its time is still valid, so the error is ignored.
  const search = () => node(FOLDOUT_PROGRAM, 'search', QUERY, '--config', config).catch(() => {});
  const list = () => node(FOLDOUT_PROGRAM, 'list', '--config', config);
  say(`reading the tools of ${servers.length} servers once …`);
  await list();
  await search();
  const timings = await measure(
    [
      { name: NODE, run: () => node('-e', '0') },
      { name: 'foldout --help', run: () => node(FOLDOUT_PROGRAM, '--help') },
      { name: 'foldout search', run: search },
      { name: 'foldout list', run: list },
    ],
    { warmUp: 2, rounds, minRounds: rounds },
  );
  const bareMs = medianOf(timings, NODE);
  const name = `${servers.length} servers`;
  return timings.flatMap(({ subject, medianMs }) => [
    row(name, 'start-ms', subject, medianMs, 'ms'),
    ...(subject === NODE ? [] : [row(name, 'more-than-node-ms', subject, medianMs - bareMs, 'ms')]),
  ]);
}
