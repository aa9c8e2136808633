import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { quantile } from '../measure.ts';
import type { Row } from '../report.ts';
import { foldoutProgram, warmHome } from './gateways.ts';
import { openClient, type Program } from './open-client.ts';
import { CAN_COUNT, runningProcesses, treeOf } from './processes.ts';
import { type ReplayedServer, ROOT, upstreamsOf } from './upstreams.ts';
import type { WorkFolder } from './work-folder.ts';

const ROUNDS = 15;
/** The first starts find nothing in the machine's file cache. */
const WARM_UP = 2;
const BARE = 'bare-sdk';
const OURS = 'foldout';

/** From the start of the process to the answer of the first `tools/list`, turn by turn. */
export async function startRows(servers: readonly ReplayedServer[], work: WorkFolder): Promise<Row[]> {
  const upstreams = upstreamsOf(servers);
  const bare = { command: process.execPath, args: [join(import.meta.dirname, 'programs/bare-server.js')] };
  const bundled = { command: process.execPath, args: [await bundledServer(bare.args)] };
  const subjects = new Map<string, Program>([
    [BARE, bare],
    // For the record: nobody ships a server like this, but it shows what of the difference is reading files.
    ['bare-sdk-bundled', bundled],
    [OURS, foldoutProgram(upstreams, work, await warmHome(upstreams, work))],
  ]);
  const taken = new Map([...subjects.keys()].map((name): [string, number[]] => [name, []]));
  let started = 0;
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
    const order = round % 2 === 0 ? [...subjects] : [...subjects].reverse();
    for (const [name, program] of order) {
      const start = await oneStart(program);
      if (round >= WARM_UP) taken.get(name)?.push(start.ms);
      if (name === OURS) started = Math.max(started, start.children);
    }
  }
  rmSync(bundled.args[0] ?? '', { force: true });
  const name = `${servers.length}-servers/first-list`;
  const medianOf = (subject: string): number => quantile(taken.get(subject) ?? [], 0.5);
  return [
    ...[...subjects.keys()].flatMap((subject) => [
      { case: name, metric: 'start-ms', subject, value: medianOf(subject), unit: 'ms' },
      { case: name, metric: 'start-ratio', subject, value: medianOf(subject) / medianOf(BARE), unit: 'x' },
    ]),
    ...(CAN_COUNT ? [{ case: name, metric: 'started', subject: OURS, value: started, unit: 'processes' }] : []),
  ];
}

/** `children`: what the process had started by the time it had answered. */
async function oneStart(program: Program): Promise<{ ms: number; children: number }> {
  const began = performance.now();
  await using open = await openClient(program);
  const { tools } = await open.client.listTools();
  const ms = performance.now() - began;
  if (tools.length !== 5) throw new Error(`Five tools were to be listed, and there are ${tools.length}.`);
  const children = CAN_COUNT ? treeOf(open.pid, await runningProcesses()).length - 1 : 0;
  return { ms, children };
}

/** The same server in one file. It has to lie where its packages are found. */
async function bundledServer([entry = '']: readonly string[]): Promise<string> {
  const outfile = join(ROOT, 'bench/dist/gateway/programs', `bare-server-bundled-${process.pid}.mjs`);
  await build({ entryPoints: [entry], outfile, bundle: true, format: 'esm', platform: 'node', target: 'node20' });
  return outfile;
}
