import type { ChildProcess } from 'node:child_process';
import { statSync } from 'node:fs';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import spawn from 'cross-spawn';
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
  /** Takes the secrets out of a text. */
  readonly hide: (text: string) => string;
  readonly onWarning: (message: string) => void;
  readonly limits?: Partial<StdioLimits>;
}

export interface StdioLimits {
  readonly messageBytes: number;
  readonly queuedBytes: number;
  /** Messages in a second that are no answers. */
  readonly unsolicitedPerSecond: number;
  /** How long a server may take to end by itself, and again after it was told to. */
  readonly graceMs: number;
}

export const STDIO_LIMITS: StdioLimits = {
  messageBytes: 64 * 1024 * 1024,
  queuedBytes: 64 * 1024 * 1024,
  unsolicitedPerSecond: 5000,
  graceMs: 1000,
};

/** How a server ended. */
export interface ProcessEnding {
  readonly code: number | null;
  readonly signal: string | null;
  /** What it did that the gateway ended it for. */
  readonly reason?: string | undefined;
  /** Whether the gateway ended it because it was no longer needed. */
  readonly wanted: boolean;
}

const SHOWN_GARBAGE = 80;
/** Some shells drop variables with any other name on the way. */
const SHELL_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Speaks to a server over its stdin and stdout, and leaves nothing of it behind. */
export class StdioTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];
  /** The SDK knows a transport of this kind by `stderr` and `pid`. */
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
  #warnedOfGarbage = false;
  #closing: Promise<void> | undefined;
  #exited: Promise<void> = Promise.resolve();
  #swept: Promise<void> = Promise.resolve();

  constructor(server: StdioServer) {
    this.#server = server;
    this.#limits = { ...STDIO_LIMITS, ...server.limits };
    this.#tail = new StderrTail(server.hide);
    this.#gate = new FloodGate(this.#limits.unsolicitedPerSecond);
    this.#splitter = new LineSplitter(this.#limits.messageBytes, (line) => this.#read(line));
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get ending(): ProcessEnding | undefined {
    return this.#ending;
  }

  /** The last lines that it wrote to stderr. */
  get lastWords(): string {
    return this.#tail.text;
  }

  async start(): Promise<void> {
    if (this.#child) throw new Error('this transport has been started before');
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
        this.#left(child, { code, signal, reason: this.#reason, wanted });
      });
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (!stdin?.writable || this.#ending) return Promise.reject(new Error('the server has ended'));
    if (stdin.writableLength > this.#limits.queuedBytes) {
      return Promise.reject(new Error('the server does not read what it is sent'));
    }
    if ('method' in message && 'id' in message) this.#unanswered += 1;
    // What is written is kept by the stream until the server reads it; nobody has to wait for that.
    stdin.write(`${JSON.stringify(message)}\n`);
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  /** Ends the server for something that it did. */
  #fail(reason: string): void {
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
    throw new Error(`its working folder ${cwd} does not exist`);
  }

  #receive(chunk: Buffer): void {
    if (this.#reason !== undefined) return;
    try {
      this.#splitter.push(chunk);
    } catch (error) {
      this.#fail(error instanceof Error ? error.message : String(error));
    }
  }

  #read(line: Buffer): void {
    if (this.#reason !== undefined || line.length === 0) return;
    const message = parse(line);
    if (message === undefined) {
      this.#garbage(line);
      return;
    }
    const asked = !('method' in message) && this.#unanswered > 0;
    if (asked) this.#unanswered -= 1;
    else if (this.#gate.over()) {
      this.#fail(`sent more than ${this.#limits.unsolicitedPerSecond} messages in a second that nobody asked for`);
      return;
    }
    try {
      this.onmessage?.(message);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #garbage(line: Buffer): void {
    if (this.#gate.over()) {
      this.#fail('flooded its stdout with lines that are not messages');
      return;
    }
    const text = line.subarray(0, 4096).toString('utf8').trim();
    if (this.#warnedOfGarbage || text === '') return;
    this.#warnedOfGarbage = true;
    const shown = JSON.stringify(this.#server.hide(text).slice(0, SHOWN_GARBAGE));
    this.#server.onWarning(`writes to stdout what is no message, which is ignored (the first: ${shown})`);
  }

  /** The process has ended; what it still had in its pipe is read first, unless somebody else holds the pipe. */
  #left(child: ChildProcess, ending: ProcessEnding): void {
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

function parse(line: Buffer): JSONRPCMessage | undefined {
  try {
    const message: unknown = JSON.parse(line.toString('utf8'));
    const looksRight = typeof message === 'object' && message !== null && 'jsonrpc' in message;
    return looksRight ? (message as JSONRPCMessage) : undefined;
  } catch {
    return undefined;
  }
}
