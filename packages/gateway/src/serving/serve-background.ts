import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { CLIENTS } from '@foldout/clients';
import { type DaemonAddress, daemonAddress } from '../daemon/address.ts';
import { DaemonListener } from '../daemon/daemon-listener.ts';
import type { Hello } from '../daemon/messages.ts';
import type { Gateway } from '../gateway.ts';
import type { GatewayOwner } from '../relay/visible-upstreams.ts';
import { ClientPipe } from './client-pipe.ts';
import { localOwner } from './serve-stdio.ts';

export interface ServeBackgroundOptions {
  readonly stateFolder: string;
  /** See `sharingKey`. */
  readonly key: string;
  readonly version: string;
  /** The configuration file. */
  readonly config: string;
  /** How long the gateway stays after its last client has gone. Undefined: until it is stopped. */
  readonly graceMs: number | undefined;
  /** Whether the process that started this one has created the socket. */
  readonly inherited: boolean;
  /** Options of `foldout serve` with which the gateway was started. */
  readonly options: readonly string[];
  /** Lines for the stderr of every client. */
  readonly notes: () => readonly string[];
}

export interface BackgroundServing {
  /** Resolves with the reason when the gateway is no longer needed. */
  readonly ended: Promise<string>;
  /** Takes the address of a changed configuration, so that new clients find this gateway. */
  moveTo(key: string): Promise<void>;
  close(): Promise<void>;
}

/** Answers that a client has not read yet. A client with more of them is disconnected, to bound the memory. */
const MAX_UNREAD_BYTES = 128 * 1_048_576;
const UNREAD_CHECK_MS = 1_000;

/** Serves all clients that connect to the local socket, each as a session of its own. */
export async function serveInBackground(gateway: Gateway, options: ServeBackgroundOptions): Promise<BackgroundServing> {
  const { stateFolder, key, inherited, ...rest } = options;
  const addressOf = (own: string): DaemonAddress => daemonAddress(stateFolder, own);
  const listener = new DaemonListener({
    address: addressOf(key),
    ...rest,
    refusal: (hello) => refusalOf(gateway, rest.version, hello),
    serve: (socket, hello) => serveClient(gateway, socket, hello),
    servers: () => gateway.upstreams.map(({ name, status: { state, pid } }) => ({ name, state, pid })),
  });
  gateway.logFailures();
  await listener.listen(inherited);
  return {
    ended: listener.ended,
    moveTo: (next) => listener.moveTo(addressOf(next)),
    close: () => listener.close(),
  };
}

function refusalOf({ profiles }: Gateway, version: string, { foldout, profile, client }: Hello): string | undefined {
  if (foldout !== version) return `the background gateway is version ${version}, the client ${foldout}`;
  if (client !== undefined && !CLIENTS.some(({ id }) => id === client)) return `there is no client '${client}'`;
  return profile === undefined || profiles.has(profile) ? undefined : `there is no profile '${profile}'`;
}

function serveClient(gateway: Gateway, socket: Socket, hello: Hello): void {
  const connection = { id: randomUUID(), folder: hello.folder };
  const owner: GatewayOwner = { ...localOwner(gateway, hello), connection };
  const pipe = new ClientPipe(socket, socket);
  const unread = setInterval(() => {
    if (socket.writableLength > MAX_UNREAD_BYTES) socket.destroy();
  }, UNREAD_CHECK_MS).unref();
  // The other side closes its half when its client is gone.
  socket.once('end', () => socket.end());
  socket.once('close', () => {
    clearInterval(unread);
    void pipe.close();
    for (const upstream of gateway.upstreams) void upstream.endSession(connection.id);
  });
  gateway.server.connect(pipe, { direct: true, owner });
  const { onclose } = pipe;
  pipe.onclose = () => {
    onclose?.();
    socket.end();
  };
  socket.resume();
}
