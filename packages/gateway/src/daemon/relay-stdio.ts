import { fstatSync, writeSync } from 'node:fs';
import { Socket, type SocketConstructorOpts } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { watchClient } from './client-gone.ts';
import type { JoinedSocket } from './join-daemon.ts';
import { ReusedReads } from './reused-reads.ts';
import { StayAwake } from './stay-awake.ts';

/** How long the gateway may take to write its last answers after the client has closed stdin. */
const LAST_ANSWERS_MS = 2_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const [STDIN, STDOUT] = [0, 1];

/** How a relay ended: `client`, the client is gone; `gateway`, the background gateway closed the connection. */
export type RelayEnd = 'client' | 'gateway';

/** Copies bytes between the client at stdin and stdout, and the background gateway at the socket. */
export async function relayStdio({ socket, reads }: JoinedSocket): Promise<RelayEnd> {
  const { stdout } = process;
  const isPipe = isPipeOnPosix(STDOUT);
  const awake = new StayAwake();
  const toGateway = (chunk: Buffer): void => {
    awake.sent();
    if (socket.write(chunk)) return;
    stdin.pause();
    socket.once('drain', () => stdin.resume());
  };
  const toClient = (chunk: Buffer): void => {
    awake.answered();
    const rest = isPipe ? writeAtOnce(stdout, chunk) : chunk;
    if (rest.length === 0 || stdout.write(Buffer.from(rest))) return;
    socket.pause();
    stdout.once('drain', () => socket.resume());
  };
  const stdin = openStdin((chunk) => toGateway(Buffer.from(chunk)));
  const client = watchClient(stdin);
  const signaled = new Promise<void>((resolve) => {
    for (const signal of SIGNALS) process.once(signal, () => resolve());
  });
  const closed = new Promise<RelayEnd>((resolve) => {
    socket.once('close', () => resolve('gateway'));
    socket.on('error', () => socket.destroy());
  });
  // Bytes that came with the welcome. All others are delivered by `reads`.
  socket.on('data', toClient);
  reads.deliverTo(toClient);
  socket.resume();
  const left = Promise.race([client.gone, signaled]).then((): RelayEnd => 'client');
  const end = await Promise.race([left, closed]);
  if (end === 'client') {
    socket.end();
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, LAST_ANSWERS_MS))]);
  }
  client.end();
  socket.destroy();
  return end;
}

/** A pipe or socket pair at stdin is read into one buffer. A file or a terminal is read as a stream. */
function openStdin(deliver: (chunk: Buffer) => void): Readable {
  if (!isPipeOnPosix(STDIN)) return process.stdin.on('data', deliver);
  const { onread } = new ReusedReads(deliver);
  const options: SocketConstructorOpts & Pick<ReusedReads, 'onread'> = {
    fd: STDIN,
    readable: true,
    writable: false,
    onread,
  };
  // A runtime without `onread` emits `data`.
  return new Socket(options).on('data', deliver);
}

function isPipeOnPosix(fd: number): boolean {
  const stat = fstatSync(fd);
  return process.platform !== 'win32' && (stat.isFIFO() || stat.isSocket());
}

/** Writes without the stream, unless the stream still has bytes to write. Returns what could not be written. */
function writeAtOnce(stdout: Writable & { readonly fd: number }, chunk: Buffer): Buffer {
  if (stdout.writableLength > 0) return chunk;
  try {
    return chunk.subarray(writeSync(stdout.fd, chunk));
  } catch {
    // The pipe is full, or the client has closed it: the stream waits, or reports it.
    return chunk;
  }
}
