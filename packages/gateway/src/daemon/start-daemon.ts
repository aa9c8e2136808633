import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, closeSync, linkSync, openSync, renameSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { PRIVATE_FILE } from '../state/private-files.ts';
import type { DaemonAddress } from './address.ts';

/** The descriptor at which the background gateway finds its listening socket. */
export const LISTENING_FD = 3;
const MAX_LOG_BYTES = 1_048_576;

/** The program that becomes the background gateway, without Node itself. */
export type DaemonProgram = readonly string[];

/**
 * Starts the background gateway. Returns false if another process was faster.
 *
 * On POSIX this process creates the listening socket and the background gateway inherits it. So the socket accepts
 * connections before the gateway has loaded, and the name of the socket is the lock: of two processes that start a
 * gateway at once, one creates the name.
 */
export async function startDaemon(address: DaemonAddress, program: DaemonProgram): Promise<boolean> {
  if (process.platform === 'win32') {
    launch(address, program, undefined);
    return true;
  }
  const server = createServer();
  const unpublished = `${address.socket.slice(0, -'.sock'.length)}.${randomBytes(4).toString('hex')}`;
  server.listen(unpublished);
  await once(server, 'listening');
  // From here to `close` nothing may wait: this process must not accept a connection.
  try {
    chmodSync(unpublished, PRIVATE_FILE);
    const { fd = -1 } = (server as unknown as { _handle: { fd?: number } })._handle;
    if (fd < 0) throw new Error('the listening socket has no file descriptor');
    linkSync(unpublished, address.socket);
    launch(address, program, fd);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    // Also deletes the unpublished name. The background gateway has its own copy of the descriptor.
    server.close();
  }
}

function launch({ log }: DaemonAddress, program: DaemonProgram, listening: number | undefined): void {
  const output = openLog(log);
  try {
    const daemon = spawn(process.execPath, [...process.execArgv, ...program], {
      stdio: ['ignore', 'ignore', output, ...(listening === undefined ? [] : [listening])],
      // A session of its own, so that signals of the client's terminal do not reach it.
      detached: true,
      windowsHide: true,
    });
    daemon.on('error', () => {});
    daemon.unref();
  } finally {
    closeSync(output);
  }
}

/** Opens the log to append to it. The previous log is kept as `.old` when it has become too large. */
function openLog(log: string): number {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MAX_LOG_BYTES) renameSync(log, `${log}.old`);
  return openSync(log, 'a', PRIVATE_FILE);
}
