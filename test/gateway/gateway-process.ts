import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { GatewayConfig } from '@foldout/gateway';
import type { Target } from '../e2e/clients.ts';

export const COMMAND = resolve(import.meta.dirname, '../../packages/cli/dist/bundle/main.js');

const HEAP_ON_SIGNAL = pathToFileURL(resolve(import.meta.dirname, '../fixtures/heap-on-signal.mjs')).href;

/** A configuration on disk with a state folder of its own. Both are gone when it is disposed of. */
export class Home implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'foldout-gateway-'));
  readonly file = join(this.folder, 'mcp.json');

  constructor(config: GatewayConfig) {
    this.write(config);
  }

  /** Replaces the configuration as an editor does: nobody ever sees half of it. */
  write(config: GatewayConfig): void {
    const written = `${this.file}.new`;
    writeFileSync(written, JSON.stringify({ stateFolder: join(this.folder, 'state'), ...config }));
    renameSync(written, this.file);
  }

  /** For a client that starts the gateway itself. */
  get stdio(): Extract<Target, { kind: 'stdio' }> {
    return { kind: 'stdio', command: process.execPath, args: [COMMAND, 'serve', '--config', this.file] };
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** `foldout serve --http` as a process of its own. */
export class GatewayProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  #said = '';

  private constructor(home: Home) {
    const node = ['--expose-gc', '--import', HEAP_ON_SIGNAL];
    const serve = [COMMAND, 'serve', '--config', home.file, '--http', '--port', '0'];
    this.#child = spawn(process.execPath, [...node, ...serve], { stdio: ['ignore', 'ignore', 'pipe'] });
    this.#child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      this.#said = (this.#said + chunk).slice(-200_000);
    });
  }

  /** Listening. With `learned`, every server has been asked for its tools, too. */
  static async start(home: Home, { learned = true } = {}): Promise<GatewayProcess> {
    const gateway = new GatewayProcess(home);
    await gateway.says(learned ? /tokens before a client/ : / at http:\S+/);
    return gateway;
  }

  get target(): Target {
    return { kind: 'http', url: this.url };
  }

  get url(): string {
    return / at (http:\S+)/.exec(this.#said)?.[1] ?? '';
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get said(): string {
    return this.#said;
  }

  get ended(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** What it holds on to, in megabytes: what is left on its heap when all that nobody needs is gone. */
  async heldMb(): Promise<number> {
    const before = this.#heaps.length;
    this.#child.kill('SIGUSR2');
    await this.#until(() => this.#heaps.length > before);
    return (this.#heaps.at(-1) ?? 0) / 1024 / 1024;
  }

  /** How often it has read its configuration again. */
  get reloads(): number {
    return this.#said.split('the configuration was read again').length - 1;
  }

  says(words: RegExp): Promise<void> {
    return this.#until(() => words.test(this.#said));
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (this.ended) return;
    const exit = once(this.#child, 'exit');
    this.#child.kill(signal);
    await exit;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill('SIGTERM');
  }

  get #heaps(): number[] {
    return [...this.#said.matchAll(/^heap after collection: (\d+)$/gm)].map(([, bytes]) => Number(bytes));
  }

  async #until(isSo: () => boolean): Promise<void> {
    const stderr = this.#child.stderr;
    const ended = new AbortController();
    this.#child.once('exit', () => ended.abort());
    while (!isSo()) {
      if (this.ended || !stderr) throw new Error(`The gateway ended: ${this.#said}`);
      await once(stderr, 'data', { signal: ended.signal }).catch(() => {});
    }
  }
}

/** Asks until the answer is there, and says what it was instead when it has asked long enough. */
export async function eventually<T>(
  ask: () => T | Promise<T>,
  isSo: (value: T) => boolean,
  { withinMs = 10_000, everyMs = 25 } = {},
): Promise<T> {
  const until = performance.now() + withinMs;
  for (;;) {
    const value = await ask();
    if (isSo(value) || performance.now() > until) return value;
    await new Promise((next) => setTimeout(next, everyMs));
  }
}
