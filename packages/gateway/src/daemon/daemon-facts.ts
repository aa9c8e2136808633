import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type DaemonAddress, daemonAddress, runFolder } from './address.ts';
import { connectTo, tokenOf } from './join-daemon.ts';
import { type DaemonStatus, type Hello, readLine, type Welcome, writeLine } from './messages.ts';

/** What a background gateway writes about itself, for `foldout status`. */
export interface DaemonFacts {
  readonly pid: number;
  readonly version: string;
  readonly config: string;
  /** Options of `foldout serve` with which it was started. */
  readonly options: readonly string[];
  readonly startedAt: number;
  /** See `Hello.token`. */
  readonly token: string;
}

export interface FoundDaemon {
  readonly address: DaemonAddress;
  readonly facts: DaemonFacts;
  /** Undefined: it does not answer. */
  readonly status?: DaemonStatus | undefined;
}

const ANSWER_MS = 2_000;
const ENDING = '.json';

/** The background gateways of a state folder. Removes the facts of those that were killed. */
export async function findDaemons(stateFolder: string): Promise<FoundDaemon[]> {
  const found = await Promise.all(
    namesIn(runFolder(stateFolder), ENDING).map(async (name): Promise<FoundDaemon | undefined> => {
      const address = daemonAddress(stateFolder, name.slice(0, -ENDING.length));
      const facts = readFacts(address.facts);
      if (!facts) return undefined;
      const answer = await askDaemon(address, 'status');
      if (answer || isRunning(facts.pid)) return { address, facts, status: answer?.status };
      rmSync(address.facts, { force: true });
      return undefined;
    }),
  );
  return found.filter((daemon) => daemon !== undefined);
}

/** The logs of background gateways, running or not, the one that was written last first. */
export function daemonLogs(stateFolder: string): string[] {
  const folder = runFolder(stateFolder);
  const files = namesIn(folder, '.log').map((name) => join(folder, name));
  const times = new Map(files.map((file) => [file, statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0]));
  return files.sort((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0));
}

/** Undefined if the background gateway does not answer. */
export async function askDaemon(address: DaemonAddress, want: 'status' | 'stop'): Promise<Welcome | undefined> {
  const { socket } = (await connectTo(address.socket).catch(() => undefined)) ?? {};
  if (!socket) return undefined;
  try {
    const hello: Hello = { foldout: '', want, token: tokenOf(address) };
    writeLine(socket, hello);
    return await readLine<Welcome>(socket, ANSWER_MS);
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function namesIn(folder: string, ending: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(ending));
  } catch {
    return [];
  }
}

function readFacts(file: string): DaemonFacts | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as DaemonFacts;
  } catch {
    return undefined;
  }
}
