import type { ChildProcess } from 'node:child_process';
import { statSync } from 'node:fs';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import spawn from 'cross-spawn';
import { NotSendable } from '../wire.ts';
import { environmentOf } from './environment.ts';
import { FloodGate } from './flood-gate.ts';
import { LineSplitter } from './line-splitter.ts';
import { signalGroup, sweepGroup } from './process-group.ts';
import type { Reaper } from './reaper.ts';
import { POSIX_ANNOUNCED } from './reaper-script.ts';
import { StderrTail } from './stderr-tail.ts';

export interface StdioServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly cwd?: string | undefined;
  readonly reaper: Reaper;
  /** Removes secrets from a text. */
  readonly hide: (text: string) => string;
  readonly onWarning: (message: string) => void;
  /** A line of stderr, without secrets. */
  readonly onLine?: (line: string) => void;
  readonly limits?: Partial<StdioLimits>;
}

export interface StdioLimits {
  readonly messageBytes: number;
  readonly queuedBytes: number;
  /** The limit of requests and notifications of the server per second. Responses do not count. */
  readonly unsolicitedPerSecond: number;
  /** How long to wait for a server to exit after stdin is closed, and again after SIGTERM. */
  readonly graceMs: number;
}

const STDIO_LIMITS: StdioLimits = {
  messageBytes: 64 * 1024 * 1024,
  queuedBytes: 64 * 1024 * 1024,
  unsolicitedPerSecond: 5000,
  graceMs: 1000,
};

export interface ProcessEnding {
  readonly code: number | null;
  readonly signal: string | null;
  /** The misbehavior for which the gateway stopped the process. */
  readonly reason?: string | undefined;
  /** Whether the gateway stopped the process because the process was no longer needed. */
  readonly wanted: boolean;
}

const MAX_SHOWN = 80;
/** Shells may drop a variable with any other name. If there is one, the server starts without the wrapper script. */
const SHELL_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** MCP over stdin and stdout of a child process. Closing ends the whole process group. */
export class StdioTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];
  /** The SDK recognizes a stdio transport by `stderr` and `pid`. */
  readonly stderr = null;

  readonly #server: StdioServer;
  readonly #limits: StdioLimits;
  readonly #tail: StderrTail;
  readonly #gate: FloodGate;
  readonly #splitter: LineSplitter;
  #child: ChildProcess | undefined;
  #ending: ProcessEnding | undefined;
  #reason: string | undefined;
  #unanswered = 0;
  #warnedOfStrayOutput = false;
  #closing: Promise<void> | undefined;
  #exited: Promise<void> = Promise.resolve();
  #swept: Promise<void> = Promise.resolve();

  constructor(server: StdioServer) {
    this.#server = server;
    this.#limits = { ...STDIO_LIMITS, ...server.limits };
    this.#tail = new StderrTail(server.hide, server.onLine);
    this.#gate = new FloodGate(this.#limits.unsolicitedPerSecond);
    this.#splitter = new LineSplitter(this.#limits.messageBytes, (line) => this.#read(line));
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get ending(): ProcessEnding | undefined {
    return this.#ending;
  }

  /** The last lines of stderr. */
  get stderrTail(): string {
    return this.#tail.text;
  }

  async start(): Promise<void> {
    if (this.#child) throw new Error('this transport was already started');
    this.#checkFolder();
    const child = this.#spawn();
    this.#child = child;
    child.stdin?.on('error', (error) => this.onerror?.(error));
    child.stdout?.on('error', (error) => this.onerror?.(error));
    child.stderr?.on('error', () => {});
    child.on('error', (error) => this.onerror?.(error));
    child.stdout?.on('data', (chunk: Buffer) => this.#receive(chunk));
    child.stderr?.on('data', (chunk: Buffer) => this.#tail.push(chunk));
    this.#exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        resolve();
        const wanted = this.#closing !== undefined && this.#reason === undefined;
        this.#onExit(child, { code, signal, reason: this.#reason, wanted });
      });
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (!stdin?.writable || this.#ending)
      return Promise.reject(new Error('the server process has exited or is being stopped'));
    if (stdin.writableLength > this.#limits.queuedBytes) {
      return Promise.reject(new Error('the server does not read its stdin'));
    }
    const text = JSON.stringify(message);
    const { messageBytes } = this.#limits;
    if (text.length > messageBytes) {
      return Promise.reject(new NotSendable(`the input cannot be sent: it has more than ${messageBytes} characters`));
    }
    if ('method' in message && 'id' in message) this.#unanswered += 1;
    // The stream buffers the message until the server reads it, so the caller does not wait.
    stdin.write(`${text}\n`);
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  /** Stops the server because of misbehavior. */
  #stopFor(reason: string): void {
    if (this.#reason !== undefined || this.#ending) return;
    this.#reason = reason;
    this.#child?.stdout?.pause();
    if (this.#child?.pid !== undefined) signalGroup(this.#child.pid, 'SIGTERM');
    void this.close();
  }

  #spawn(): ChildProcess {
    const { command, args, env, cwd, reaper } = this.#server;
    const environment = environmentOf(env);
    if (process.platform === 'win32' || !Object.keys(environment).every((name) => SHELL_NAME.test(name))) {
      const detached = process.platform !== 'win32';
      const child = spawn(command, [...args], { env: environment, cwd, stdio: 'pipe', windowsHide: true, detached });
      if (child.pid !== undefined) reaper.watch(child.pid, false);
      return child;
    }
    const child = spawn('/bin/sh', ['-c', POSIX_ANNOUNCED, 'sh', command, ...args], {
      env: environment,
      cwd,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe', reaper.pipe ?? 'ignore'],
    });
    if (child.pid !== undefined) reaper.watch(child.pid, true);
    return child;
  }

  #checkFolder(): void {
    const { cwd } = this.#server;
    if (cwd === undefined || statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return;
    throw new Error(`its working folder ("cwd") ${cwd} does not exist`);
  }

  #receive(chunk: Buffer): void {
    if (this.#reason !== undefined) return;
    try {
      this.#splitter.push(chunk);
    } catch (error) {
      this.#stopFor(error instanceof Error ? error.message : String(error));
    }
  }

  #read(line: string): void {
    if (this.#reason !== undefined || line.length === 0) return;
    const message = parse(line);
    if (message === undefined) {
      this.#ignoreLine(line);
      return;
    }
    const isResponse = !('method' in message) && this.#unanswered > 0;
    if (isResponse) this.#unanswered -= 1;
    else if (this.#gate.over()) {
      this.#stopFor(`sent more than ${this.#limits.unsolicitedPerSecond} unsolicited messages in a second`);
      return;
    }
    try {
      this.onmessage?.(message);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #ignoreLine(line: string): void {
    if (this.#gate.over()) {
      this.#stopFor('flooded its stdout with lines that are not messages');
      return;
    }
    const text = line.slice(0, 4096).trim();
    if (this.#warnedOfStrayOutput || text === '') return;
    this.#warnedOfStrayOutput = true;
    const shown = JSON.stringify(this.#server.hide(text).slice(0, MAX_SHOWN));
    this.#server.onWarning(`writes lines to stdout that are not MCP messages; they are ignored (the first: ${shown})`);
  }

  /** Reads the rest of the pipe first. A child process of the server may hold the pipe open, so the wait is bounded. */
  #onExit(child: ChildProcess, ending: ProcessEnding): void {
    const { pid } = child;
    const { graceMs } = this.#limits;
    if (pid !== undefined) {
      this.#swept = sweepGroup(pid, graceMs).then(() => this.#server.reaper.forget(pid));
    }
    const finish = (): void => {
      if (this.#ending) return;
      clearTimeout(timer);
      this.#ending = ending;
      child.stdin?.destroy();
      child.stdout?.destroy();
      child.stderr?.destroy();
      this.onclose?.();
    };
    const timer = setTimeout(finish, graceMs / 4);
    child.once('close', finish);
  }

  async #end(): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined) {
      this.onclose?.();
      return;
    }
    child.stdin?.end();
    const { graceMs } = this.#limits;
    if (!(await this.#exitedWithin(graceMs))) signalGroup(child.pid, 'SIGTERM');
    if (!(await this.#exitedWithin(graceMs))) signalGroup(child.pid, 'SIGKILL');
    await this.#exited;
    await this.#swept;
  }

  async #exitedWithin(ms: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(resolve, ms, false);
    });
    try {
      return await Promise.race([this.#exited.then(() => true), late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

function parse(line: string): JSONRPCMessage | undefined {
  try {
    const message: unknown = JSON.parse(line);
    const looksRight = typeof message === 'object' && message !== null && 'jsonrpc' in message;
    return looksRight ? (message as JSONRPCMessage) : undefined;
  } catch {
    return undefined;
  }
}
