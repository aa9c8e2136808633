import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A minimal stdio client, as the baseline of measurements. */
export class LineClient {
  readonly #process: ChildProcess;
  readonly #pending = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  #next = 1;

  constructor(command: string, args: readonly string[]) {
    this.#process = spawn(command, [...args], { stdio: ['pipe', 'pipe', 'ignore'] });
    this.#process.on('error', (error) => this.#rejectPending(error));
    this.#process.on('exit', () => this.#rejectPending(new Error('the server process ended')));
    this.#process.stdin?.on('error', () => {});
    const lines = createInterface({ input: this.#process.stdout as NodeJS.ReadableStream });
    lines.on('line', (line) => {
      const { id, result } = JSON.parse(line) as { id?: number; result?: unknown };
      if (id === undefined) return;
      this.#pending.get(id)?.resolve(result);
      this.#pending.delete(id);
    });
  }

  request(method: string, params: object): Promise<unknown> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#process.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  }

  async initialize(): Promise<void> {
    const clientInfo = { name: 'foldout-bench', version: '1' };
    await this.request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    this.#process.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const exited = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.stdin?.end();
    await exited;
  }

  #rejectPending(error: Error): void {
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}
