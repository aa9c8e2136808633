import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { quantile } from '../measure.ts';
import { ROOT } from '../paths.ts';
import { type Row, row } from '../report.ts';
import { foldoutProgram, warmHome } from './gateways.ts';
import { openClient, type Program } from './open-client.ts';
import { CAN_COUNT, runningProcesses, treeOf } from './processes.ts';
import { type ReplayedServer, upstreamsOf } from './upstreams.ts';
import type { WorkFolder } from './work-folder.ts';

/** Starts that do not count, because the machine's file cache is still cold. */
const WARM_UP = 2;
const BARE = 'bare-sdk';
const OURS = 'foldout';

export const BARE_SERVER: Program = {
  command: process.execPath,
  args: [join(import.meta.dirname, 'programs/bare-server.js')],
};

/** Time from the start of the process to the answer of the first `tools/list`; the subjects take turns. */
export async function startRows(servers: readonly ReplayedServer[], work: WorkFolder, rounds: number): Promise<Row[]> {
  const upstreams = upstreamsOf(servers);
  const bundled = { command: process.execPath, args: [await bundledServer(BARE_SERVER.args)] };
  const subjects = new Map<string, Program>([
    [BARE, BARE_SERVER],
    // Foldout is bundled, real servers are not. The bundled bare server shows how much time bundling saves.
    ['bare-sdk-bundled', bundled],
    [OURS, foldoutProgram(upstreams, work, await warmHome(upstreams, work))],
  ]);
  const taken = new Map([...subjects.keys()].map((name): [string, number[]] => [name, []]));
  let started = 0;
  for (let round = 0; round < rounds + WARM_UP; round += 1) {
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
      row(name, 'start-ms', subject, medianOf(subject), 'ms'),
      row(name, 'start-ratio', subject, medianOf(subject) / medianOf(BARE), 'x'),
    ]),
    ...(CAN_COUNT ? [row(name, 'started', OURS, started, 'processes')] : []),
  ];
}

/** `children`: descendant processes of the program that run after its first answer. */
export async function oneStart(program: Program): Promise<{ ms: number; children: number }> {
  const began = performance.now();
  await using open = await openClient(program);
  const { tools } = await open.client.listTools();
  const ms = performance.now() - began;
  if (tools.length !== 5) throw new Error(`tools/list answered with ${tools.length} tools instead of 5.`);
  const children = CAN_COUNT ? treeOf(open.pid, await runningProcesses()).length - 1 : 0;
  return { ms, children };
}

/** The same server bundled into one file, in a folder from which Node finds its packages. */
async function bundledServer([entry = '']: readonly string[]): Promise<string> {
  const outfile = join(ROOT, 'bench/dist/gateway/programs', `bare-server-bundled-${process.pid}.mjs`);
  await build({ entryPoints: [entry], outfile, bundle: true, format: 'esm', platform: 'node', target: 'node20' });
  return outfile;
}
