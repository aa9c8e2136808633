import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '../../../test/fixtures/free-port.mjs';
import type { WorkFolder } from '../gateway/work-folder.ts';
import { FIXTURE_SERVERS } from '../paths.ts';
import type { PlannedCall } from './assignment.ts';

const MB = 1024 * 1024;
const SERVER = join(FIXTURE_SERVERS, 'hostile.mjs');
const GZIP_SERVER = join(FIXTURE_SERVERS, 'gzip-bomb.mjs');
const INFLATED_MB = '400';

/** The faults of `test/fixtures/servers/hostile.mjs`, by the name of the server. */
const FAULTS: Readonly<Record<string, readonly string[]>> = {
  // Below the limit of unsolicited messages, so that the gateway has to read all of them.
  flooding: ['notify=3000'],
  bombing: [],
  storming: ['more-tools=5000', 'storm=100'],
  slow: ['slow-start=4000'],
  dying: ['dies-after=3000'],
};
const GZIP = 'inflating';

export const HOSTILE_NAMES: readonly string[] = [...Object.keys(FAULTS), GZIP];

const CALLS: readonly (readonly [string, Record<string, unknown>])[] = [
  ['flooding/echo', {}],
  ['flooding/flood', {}],
  ['bombing/huge', { size: 20 * MB }],
  ['bombing/huge', { size: 63 * MB }],
  ['bombing/lie', {}],
  ['storming/cargo-17', { ship: 'Erna' }],
  ['storming/grow', {}],
  ['slow/hang', {}],
  ['slow/slowly', { steps: 4, everyMs: 400 }],
  ['dying/echo', {}],
  ['dying/crash', {}],
  [`${GZIP}/inflate`, {}],
  [`${GZIP}/echo`, {}],
];

export interface HostileServers extends AsyncDisposable {
  readonly entries: Readonly<Record<string, object>>;
  readonly calls: readonly PlannedCall[];
}

const MARK = 'hostile:';

/** An argument on the command line of a hostile server, or of the process in its place, by which its CPU time is counted. */
export function hostileMark(name: string, work: WorkFolder): string {
  return `${MARK}${name}:${work.path}`;
}

/** The name of the hostile server that has this command line. */
export function hostileName(command: string): string | undefined {
  const [, name] = new RegExp(`${MARK}([a-z]+)`).exec(command) ?? [];
  return name;
}

/** The gateways start the servers over stdio themselves; the server over HTTP runs beside them. */
export async function startHostileServers(names: readonly string[], work: WorkFolder): Promise<HostileServers> {
  const port = await freePort();
  const gzip = spawn(process.execPath, [GZIP_SERVER, String(port), INFLATED_MB, hostileMark(GZIP, work)], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  await once(gzip.stdout, 'data');
  const entryOf = (name: string): object =>
    name === GZIP
      ? { url: `http://127.0.0.1:${port}/mcp` }
      : { command: process.execPath, args: [SERVER, ...(FAULTS[name] ?? []), hostileMark(name, work)] };
  return {
    entries: Object.fromEntries(names.map((name) => [name, entryOf(name)])),
    calls: CALLS.filter(([name]) => names.includes(name.split('/')[0] ?? '')).map(([name, input]) => ({
      kind: 'hostile',
      name,
      arguments: input,
    })),
    [Symbol.asyncDispose]: () => ended(gzip),
  };
}

/** Kills a process and waits for its end. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
