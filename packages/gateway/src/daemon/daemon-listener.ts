import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, linkSync, lstatSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { PRIVATE_FILE, writePrivateFile } from '../state/private-files.ts';
import { type DaemonAddress, makePrivateFolder } from './address.ts';
import type { DaemonFacts } from './daemon-facts.ts';
import { connectTo } from './join-daemon.ts';
import { type ConnectedClient, type DaemonStatus, type Hello, readLine, writeLine } from './messages.ts';
import { LISTENING_FD } from './start-daemon.ts';

export interface DaemonListenerOptions {
  readonly address: DaemonAddress;
  readonly version: string;
  readonly config: string;
  /** How long the gateway stays after its last client has gone. Undefined: until it is stopped. */
  readonly graceMs: number | undefined;
  /** Options of `foldout serve` with which the gateway was started. */
  readonly options: readonly string[];
  /** Lines for the stderr of every client. */
  readonly notes: () => readonly string[];
  /** The reason to refuse a client; undefined: the client is welcome. */
  readonly refusal: (hello: Hello) => string | undefined;
  readonly serve: (socket: Socket, hello: Hello) => void;
  readonly servers: () => DaemonStatus['servers'];
}

const HELLO_MS = 5_000;
/** How often the gateway checks that its socket still has its name. */
const NAME_CHECK_MS = 2_000;

/** Accepts the clients of a background gateway, and notices when the gateway is no longer needed. */
export class DaemonListener {
  /** Resolves with the reason when the gateway is no longer needed. */
  readonly ended: Promise<string>;
  readonly #options: DaemonListenerOptions;
  readonly #server: Server;
  readonly #token = randomBytes(16).toString('hex');
  readonly #clients = new Map<Socket, ConnectedClient>();
  readonly #startedAt = Date.now();
  #address: DaemonAddress;
  #inode: number | undefined;
  #grace: NodeJS.Timeout | undefined;
  #checking: NodeJS.Timeout | undefined;
  #end: (reason: string) => void = () => {};

  constructor(options: DaemonListenerOptions) {
    this.#options = options;
    this.#address = options.address;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#server = createServer((socket) => void this.#welcome(socket));
  }

  /** `inherited`: the process that started this one has created the socket. Throws if another gateway has the address. */
  async listen(inherited: boolean): Promise<void> {
    const { socket } = this.#address;
    if (!inherited) await freeAddress(this.#address);
    await this.#writeFacts();
    this.#server.listen(inherited ? { fd: LISTENING_FD } : { path: socket });
    await once(this.#server, 'listening');
    if (!inherited && process.platform !== 'win32') chmodSync(socket, PRIVATE_FILE);
    if (process.platform !== 'win32') {
      this.#inode = inodeOf(this.#address.socket);
      this.#checking = setInterval(() => this.#checkName(), NAME_CHECK_MS).unref();
    }
    // The client that started this gateway has not said hello yet.
    this.#waitForClients(HELLO_MS);
  }

  /** Moves the socket to another address, because the configuration has changed. Does nothing if that one is taken. */
  async moveTo(next: DaemonAddress): Promise<void> {
    const previous = this.#address;
    if (process.platform === 'win32' || next.key === previous.key || !this.#hasName()) return;
    try {
      linkSync(previous.socket, next.socket);
    } catch {
      return;
    }
    this.#address = next;
    await this.#writeFacts();
    for (const file of [previous.socket, previous.facts]) rmSync(file, { force: true });
  }

  async close(): Promise<void> {
    clearTimeout(this.#grace);
    clearInterval(this.#checking);
    // Only its own files: another gateway may have taken the address.
    if (process.platform === 'win32' || this.#hasName()) {
      for (const file of [this.#address.socket, this.#address.facts]) rmSync(file, { force: true });
    }
    this.#server.close();
    for (const socket of this.#clients.keys()) socket.destroy();
  }

  async #welcome(socket: Socket): Promise<void> {
    socket.on('error', () => socket.destroy());
    try {
      const hello = await readLine<Hello>(socket, HELLO_MS);
      if (!this.#isSameUser(hello)) throw new Error('the token is wrong');
      if (hello.want !== 'session') this.#answer(socket, hello.want);
      else this.#join(socket, hello);
    } catch {
      socket.destroy();
    }
  }

  #join(socket: Socket, hello: Hello): void {
    const reason = this.#options.refusal(hello);
    if (reason !== undefined) {
      writeLine(socket, { ok: false, reason });
      socket.end();
      return;
    }
    const { pid, folder, profile } = hello;
    this.#clients.set(socket, { pid, folder, profile, since: Date.now() });
    clearTimeout(this.#grace);
    socket.once('close', () => {
      this.#clients.delete(socket);
      this.#waitForClients();
    });
    writeLine(socket, { ok: true, notes: this.#options.notes() });
    this.#options.serve(socket, hello);
  }

  #answer(socket: Socket, want: 'status' | 'stop'): void {
    writeLine(socket, { ok: true, status: this.#status() });
    socket.end();
    if (want === 'stop') this.#end('it was stopped with `foldout stop`');
  }

  #status(): DaemonStatus {
    const { version, config } = this.#options;
    return {
      pid: process.pid,
      version,
      config,
      startedAt: this.#startedAt,
      memoryMb: Math.round(process.memoryUsage.rss() / 1_048_576),
      clients: [...this.#clients.values()],
      servers: this.#options.servers(),
    };
  }

  #waitForClients(atLeastMs = 0): void {
    clearTimeout(this.#grace);
    const { graceMs } = this.#options;
    if (this.#clients.size > 0 || graceMs === undefined) return;
    this.#grace = setTimeout(() => this.#end('its last client has gone'), Math.max(graceMs, atLeastMs));
  }

  /** Without its name, no further client can connect: the gateway ends with its last client, without a grace time. */
  #checkName(): void {
    if (this.#clients.size === 0 && !this.#hasName()) this.#end('its socket was removed');
  }

  #hasName(): boolean {
    return this.#inode !== undefined && inodeOf(this.#address.socket) === this.#inode;
  }

  #isSameUser({ token = '' }: Hello): boolean {
    if (process.platform !== 'win32') return true;
    const [sent, own] = [Buffer.from(token), Buffer.from(this.#token)];
    return sent.length === own.length && timingSafeEqual(sent, own);
  }

  async #writeFacts(): Promise<void> {
    const { version, config, options } = this.#options;
    const facts: DaemonFacts = {
      pid: process.pid,
      version,
      config,
      options,
      startedAt: this.#startedAt,
      token: this.#token,
    };
    await writePrivateFile(this.#address.facts, JSON.stringify(facts));
  }
}

async function freeAddress({ socket, log }: DaemonAddress): Promise<void> {
  makePrivateFolder(dirname(log));
  if (process.platform !== 'win32') makePrivateFolder(dirname(socket));
  const other = await connectTo(socket);
  other?.socket.destroy();
  if (other) throw new Error('A background gateway for this configuration runs already. See: foldout status');
  rmSync(socket, { force: true });
}

function inodeOf(path: string): number | undefined {
  return existsSync(path) ? lstatSync(path).ino : undefined;
}
