import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type DaemonAddress, makePrivateFolder } from './address.ts';
import { type Hello, readLine, type Welcome, writeLine } from './messages.ts';
import { ReusedReads } from './reused-reads.ts';
import { type DaemonProgram, startDaemon } from './start-daemon.ts';

export interface JoinOptions {
  readonly address: DaemonAddress;
  readonly hello: Hello;
  readonly program: DaemonProgram;
  /** How long the background gateway may take to welcome the client, its start included. */
  readonly welcomeMs?: number | undefined;
}

export interface JoinedSocket {
  readonly socket: Socket;
  /** Delivers what the socket reads. Until the relay takes over, the socket emits it as `data`. */
  readonly reads: ReusedReads;
}

export interface Joined extends JoinedSocket {
  readonly welcome: Welcome;
}

const WELCOME_MS = 8_000;
/** Two attempts fail if the socket is stale and another process replaces it at the same moment. */
const ATTEMPTS = 4;
/** Windows: how often a client looks for the named pipe of a gateway that is starting. */
const POLL_MS = 20;

/** Connects to the background gateway, and starts it first if none runs. Rejects if that is not possible. */
export async function joinDaemon({ address, hello, program, welcomeMs = WELCOME_MS }: JoinOptions): Promise<Joined> {
  const until = performance.now() + welcomeMs;
  makePrivateFolder(dirname(address.log));
  if (process.platform !== 'win32') makePrivateFolder(dirname(address.socket));
  const joined = (await connectTo(address.socket)) ?? (await startAndConnect(address, program, until));
  const { socket } = joined;
  try {
    writeLine(socket, { ...hello, token: tokenOf(address) });
    const welcome = await readLine<Welcome>(socket, Math.max(1, until - performance.now()));
    if (!welcome.ok) throw new Error(welcome.reason ?? 'the background gateway refused the connection');
    return { ...joined, welcome };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function startAndConnect(address: DaemonAddress, program: DaemonProgram, until: number): Promise<JoinedSocket> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (!(await startDaemon(address, program))) {
      // Another process has created the socket: a moment ago, or before its gateway was killed.
      const socket = (await connectTo(address.socket)) ?? (await replaceStale(address.socket));
      if (socket) return socket;
      continue;
    }
    let socket = await connectTo(address.socket);
    while (!socket && process.platform === 'win32' && performance.now() < until) {
      await delay(POLL_MS);
      socket = await connectTo(address.socket);
    }
    if (socket) return socket;
  }
  throw new Error('the background gateway does not accept connections');
}

/**
 * Removes the socket of a gateway that was killed. Returns a connection if the socket turns out to be that of a living
 * gateway: another process may have replaced the stale socket in the meantime.
 */
async function replaceStale(path: string): Promise<JoinedSocket | undefined> {
  const aside = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    renameSync(path, aside);
  } catch {
    return undefined;
  }
  try {
    const socket = await connectTo(aside);
    if (socket) linkSync(aside, path);
    return socket;
  } catch {
    return undefined;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Undefined if nothing listens there. */
export function connectTo(path: string): Promise<JoinedSocket | undefined> {
  return new Promise((resolve, reject) => {
    const reads = new ReusedReads();
    const socket = connect({ path, onread: reads.onread });
    reads.deliverTo((chunk) => socket.emit('data', Buffer.from(chunk)));
    const failed = (error: NodeJS.ErrnoException): void => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined);
      else reject(error);
    };
    socket.once('error', failed);
    socket.once('connect', () => {
      socket.off('error', failed);
      resolve({ socket, reads });
    });
  });
}

/** The token that a gateway on Windows requires. */
export function tokenOf({ facts }: Pick<DaemonAddress, 'facts'>): string | undefined {
  if (process.platform !== 'win32') return undefined;
  try {
    return (JSON.parse(readFileSync(facts, 'utf8')) as { token?: string }).token;
  } catch {
    return undefined;
  }
}
