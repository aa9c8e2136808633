import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { GatewayConfig } from '@foldout/gateway';
import type { Target } from '../e2e/clients.ts';

const COMMAND = resolve(import.meta.dirname, '../../packages/cli/dist/bundle/main.js');

const HEAP_ON_SIGNAL = pathToFileURL(resolve(import.meta.dirname, '../fixtures/heap-on-signal.mjs')).href;

type StdioTarget = Extract<Target, { kind: 'stdio' }>;

/** A configuration on disk with its own state folder. Disposing it deletes both. */
export class Home implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'foldout-gateway-'));
  readonly file = join(this.folder, 'mcp.json');

  constructor(config: GatewayConfig) {
    this.write(config);
  }

  /** Replaces the configuration atomically (write, then rename), as editors do. */
  write(config: GatewayConfig): void {
    const written = `${this.file}.new`;
    writeFileSync(written, JSON.stringify({ stateFolder: join(this.folder, 'state'), ...config }));
    renameSync(written, this.file);
  }

  /** The command line for a client that starts a gateway of its own over stdio. */
  get stdio(): StdioTarget {
    return { ...this.shared, args: [...this.shared.args, '--isolated'] };
  }

  /** The command line for a client that shares the background gateway of this home. */
  get shared(): StdioTarget {
    return {
      kind: 'stdio',
      command: process.execPath,
      args: [COMMAND, 'serve', '--config', this.file],
      env: { FOLDOUT_GRACE_MS: '500' },
    };
  }

  [Symbol.dispose](): void {
    // A background gateway writes to the folder until it has ended.
    if (existsSync(join(this.folder, 'state', 'run'))) {
      spawnSync(process.execPath, [COMMAND, 'stop', '--config', this.file], { stdio: 'ignore' });
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

export interface ProcessOptions {
  /** Path of the `main.js` to run instead of this build's. */
  readonly command?: string;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** `foldout serve --http` as a process of its own. */
export class GatewayProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  #output = '';

  private constructor(file: string | undefined, { command, ...options }: ProcessOptions) {
    const node = ['--expose-gc', '--import', HEAP_ON_SIGNAL];
    const named = file === undefined ? [] : ['--config', file];
    const serve = [command ?? COMMAND, 'serve', ...named, '--http', '--port', '0'];
    this.#child = spawn(process.execPath, [...node, ...serve], { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    this.#child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      this.#output = (this.#output + chunk).slice(-200_000);
    });
  }

  /** Without a home: with the configuration of the working folder. Resolves when the gateway listens; with `learned`, when it has also listed the tools of every server. */
  static async start(
    home: Pick<Home, 'file'> | undefined,
    { learned = true, ...options }: ProcessOptions & { readonly learned?: boolean } = {},
  ): Promise<GatewayProcess> {
    const gateway = new GatewayProcess(home?.file, options);
    await gateway.waitForOutput(learned ? /tokens before a client/ : / at http:\S+/);
    return gateway;
  }

  get target(): Target {
    return { kind: 'http', url: this.url };
  }

  get url(): string {
    return / at (http:\S+)/.exec(this.#output)?.[1] ?? '';
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get output(): string {
    return this.#output;
  }

  get ended(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Heap size after garbage collection, in megabytes. */
  async heapMb(): Promise<number> {
    const before = this.#heaps.length;
    this.#child.kill('SIGUSR2');
    await this.#until(() => this.#heaps.length > before);
    return (this.#heaps.at(-1) ?? 0) / 1024 / 1024;
  }

  /** How often the gateway has reloaded its configuration. */
  get reloads(): number {
    return this.#output.split('the configuration was reloaded').length - 1;
  }

  waitForOutput(pattern: RegExp): Promise<void> {
    return this.#until(() => pattern.test(this.#output));
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
    return [...this.#output.matchAll(/^heap after collection: (\d+)$/gm)].map(([, bytes]) => Number(bytes));
  }

  async #until(isDone: () => boolean): Promise<void> {
    const stderr = this.#child.stderr;
    const ended = new AbortController();
    this.#child.once('exit', () => ended.abort());
    while (!isDone()) {
      if (this.ended || !stderr) throw new Error(`The gateway ended: ${this.#output}`);
      await once(stderr, 'data', { signal: ended.signal }).catch(() => {});
    }
  }
}

/** Polls until `isDone` accepts the value or the time is over. Returns the last value either way. */
export async function eventually<T>(
  ask: () => T | Promise<T>,
  isDone: (value: T) => boolean,
  { withinMs = 10_000, everyMs = 25 } = {},
): Promise<T> {
  const until = performance.now() + withinMs;
  for (;;) {
    const value = await ask();
    if (isDone(value) || performance.now() > until) return value;
    await new Promise((next) => setTimeout(next, everyMs));
  }
}
