import type { Socket } from 'node:net';
import { watchClient } from './client-gone.ts';

/** How long the gateway may take to write its last answers after the client has closed stdin. */
const LAST_ANSWERS_MS = 2_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** How a relay ended: `client`, the client is gone; `gateway`, the background gateway closed the connection. */
export type RelayEnd = 'client' | 'gateway';

/** Copies bytes between the client at stdin and stdout, and the background gateway at the socket. */
export async function relayStdio(socket: Socket): Promise<RelayEnd> {
  const { stdin, stdout } = process;
  const client = watchClient();
  const signaled = new Promise<void>((resolve) => {
    for (const signal of SIGNALS) process.once(signal, () => resolve());
  });
  const closed = new Promise<RelayEnd>((resolve) => {
    socket.once('close', () => resolve('gateway'));
    socket.on('error', () => socket.destroy());
  });
  socket.on('data', (chunk) => {
    if (stdout.write(chunk)) return;
    socket.pause();
    stdout.once('drain', () => socket.resume());
  });
  stdin.on('data', (chunk) => {
    if (socket.write(chunk)) return;
    stdin.pause();
    socket.once('drain', () => stdin.resume());
  });
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
