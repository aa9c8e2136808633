import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import type { Home } from './gateway-process.ts';

export type Way = 'stdio' | 'http';
export type Era = 'legacy' | 'modern';

// biome-ignore lint/suspicious/noExplicitAny: what the gateway answers is asserted, not typed.
type Answer = any;
interface Message {
  readonly id?: number | undefined;
  readonly method?: string;
  readonly result?: Answer;
  readonly error?: Answer;
}

const MODERN = '2026-07-28';
const LEGACY = '2025-11-25';

export interface RawOptions {
  readonly client?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** The bearer token of HTTP requests. */
  readonly token?: string;
}

/** A gateway process, and one client that writes its JSON-RPC messages by hand: no SDK probes, retries or caches. */
export class RawGateway implements AsyncDisposable {
  readonly started = performance.now();
  readonly #child: ChildProcess;
  readonly #way: Way;
  readonly #era: Era;
  readonly #options: RawOptions;
  readonly #waiting = new Map<number, (message: Message) => void>();
  /** Methods of the notifications that the gateway sent over stdio. */
  readonly notified: string[] = [];
  log = '';
  #id = 0;
  #session: string | undefined;

  private constructor({ stdio, file }: Home, way: Way, era: Era, options: RawOptions) {
    this.#way = way;
    this.#era = era;
    this.#options = options;
    const args = way === 'http' ? ['--http', '--port', '0'] : ['--isolated'];
    const [main = ''] = stdio.args;
    this.#child = spawn(process.execPath, [main, 'serve', '--config', file, ...args], {
      stdio: 'pipe',
      env: { ...process.env, ...options.env },
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.log += text;
    });
    if (this.#child.stdout) createInterface({ input: this.#child.stdout }).on('line', (line) => this.#receive(line));
  }

  static async start(home: Home, way: Way, era: Era, options: RawOptions = {}): Promise<RawGateway> {
    const gateway = new RawGateway(home, way, era, options);
    if (way === 'http') await gateway.logged(/ at http:\S+/);
    return gateway;
  }

  /** The first messages of a client. Returns the answer to `initialize` or `server/discover`. */
  async open(): Promise<Answer> {
    const { client = 'a-raw-client' } = this.#options;
    if (this.#era === 'modern') return this.request('server/discover');
    const clientInfo = { name: client, version: '1' };
    const opened = await this.request('initialize', { protocolVersion: LEGACY, capabilities: {}, clientInfo });
    await this.#send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return opened;
  }

  async toolNames(): Promise<string[]> {
    const { tools } = await this.request('tools/list');
    return tools.map(({ name }: { name: string }) => name);
  }

  call(name: string, input: Record<string, unknown> = {}): Promise<Answer> {
    return this.request('tools/call', { name, arguments: input });
  }

  /** Sends a request; returns its result, or throws its error. */
  async request(method: string, params: Record<string, unknown> = {}): Promise<Answer> {
    this.#id += 1;
    const id = this.#id;
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': MODERN,
      'io.modelcontextprotocol/clientInfo': { name: this.#options.client ?? 'a-raw-client', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const whole = this.#era === 'modern' ? { ...params, _meta } : params;
    const answered = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    await this.#send({ jsonrpc: '2.0', id, method, params: whole });
    const { result, error } = await answered;
    if (error) throw Object.assign(new Error(error.message), error);
    return result;
  }

  /** Waits until the log has a line that matches. */
  async logged(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.log)) {
      if (this.#child.exitCode !== null) throw new Error(`The gateway ended: ${this.log}`);
      await once(this.#child.stderr as NodeJS.ReadableStream, 'data');
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exit = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await exit;
  }

  async #send(message: object): Promise<void> {
    if (this.#way === 'stdio') {
      this.#child.stdin?.write(`${JSON.stringify(message)}\n`);
      return;
    }
    const [, url = ''] = / at (http:\S+)/.exec(this.log) ?? [];
    const response = await fetch(url, {
      method: 'POST',
      headers: this.#headers(message),
      body: JSON.stringify(message),
    });
    this.#session = response.headers.get('mcp-session-id') ?? this.#session;
    const body = await response.text();
    const lines = body.startsWith('{') ? [body] : body.split('\n').filter((line) => line.startsWith('data: {'));
    if (response.status >= 400 && lines.length === 0) throw new Error(`HTTP ${response.status}: ${body}`);
    for (const line of lines) this.#receive(line.replace(/^data: /, ''));
  }

  #headers(message: { method?: string; params?: { name?: string } }): Record<string, string> {
    const { token } = this.#options;
    return {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(this.#session && { 'mcp-session-id': this.#session }),
      ...(this.#era === 'modern' && { 'mcp-protocol-version': MODERN, 'mcp-method': message.method ?? '' }),
      ...(this.#era === 'modern' && message.params?.name && { 'mcp-name': message.params.name }),
    };
  }

  #receive(line: string): void {
    const message: Message = JSON.parse(line);
    if (message.id === undefined) this.notified.push(message.method ?? '');
    else this.#waiting.get(message.id)?.(message);
  }
}

/** An HTTP server on loopback that answers every request with one status, and counts them. */
export async function refusingServer(status: number): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((_request, response) => response.writeHead(status).end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** How long this machine takes now to start Node and end it again, in milliseconds. The smallest of three. */
export async function nodeStartMs(): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const started = performance.now();
    await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
    times.push(performance.now() - started);
  }
  return Math.min(...times);
}
