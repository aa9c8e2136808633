import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PRIVATE_FOLDER } from '../state/private-files.ts';

/** The files of one background gateway. */
export interface DaemonAddress {
  readonly key: string;
  /** Path of the Unix socket, or name of the named pipe on Windows. */
  readonly socket: string;
  /** Facts about the running gateway, as JSON: see `DaemonFacts`. */
  readonly facts: string;
  readonly log: string;
}

/** macOS allows 103 bytes for the path of a socket, Linux 107. */
const MAX_SOCKET_PATH = 100;

export function runFolder(stateFolder: string): string {
  return join(stateFolder, 'run');
}

export function daemonAddress(
  stateFolder: string,
  key: string,
  platform: NodeJS.Platform = process.platform,
): DaemonAddress {
  const folder = runFolder(stateFolder);
  const socket = platform === 'win32' ? `\\\\.\\pipe\\foldout-${key}` : join(socketFolder(folder), `${key}.sock`);
  return { key, socket, facts: join(folder, `${key}.json`), log: join(folder, `${key}.log`) };
}

/** A state folder with a long path has its sockets in the folder for temporary files. */
function socketFolder(folder: string): string {
  if (Buffer.byteLength(join(folder, `${'0'.repeat(20)}.sock`)) <= MAX_SOCKET_PATH) return folder;
  const owner = createHash('sha256').update(`${process.getuid?.()} ${folder}`).digest('hex').slice(0, 16);
  return join(tmpdir(), `foldout-${owner}`);
}

/**
 * Makes a folder that only this user can open. Throws if it exists and other users can open it: one of them may have made it,
 * and a socket in it would not be private.
 */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  if (process.platform === 'win32') return;
  const { uid, mode } = lstatSync(folder);
  const isPrivate = lstatSync(folder).isDirectory() && uid === process.getuid?.() && (mode & 0o077) === 0;
  if (isPrivate) return;
  throw new Error(`other users can open the folder ${folder}. Run: chmod 700 ${folder}`);
}
