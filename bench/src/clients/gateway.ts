import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { WorkFolder } from '../gateway/work-folder.ts';
import { FOLDOUT_PROGRAM } from '../paths.ts';
import { say } from '../report.ts';
import type { GatewayAddress } from './recipe.ts';
import { type Recorded, readRecording } from './recording.ts';
import { startRecordingProxy } from './recording-proxy.ts';
import type { Servers, State } from './servers.ts';

const RECORDER = pathToFileURL(join(import.meta.dirname, 'programs/record-stdio.js')).href;
const LISTEN_MS = 20_000;

/** `connected`: over stdio, from the file that `foldout connect` wrote, and through the background gateway. */
export const TRANSPORTS = ['stdio', 'http', 'connected'] as const;
export type TransportName = (typeof TRANSPORTS)[number];

/** A gateway for one run of a client, with its own state folder. */
export interface LabGateway extends AsyncDisposable {
  readonly address: GatewayAddress;
  /** The configuration for `foldout connect`, if that writes the entry of the gateway. */
  readonly connect?: string;
  recording(): readonly Recorded[];
  /** How long the gateway runs. */
  ageMs(): number;
}

/** The gateways of a lab, all in front of the same servers. */
export class Gateways {
  readonly #servers: Servers;
  readonly #work: WorkFolder;
  #warm?: Promise<string>;

  constructor(servers: Servers, work: WorkFolder) {
    this.#servers = servers;
    this.#work = work;
  }

  async open(transport: TransportName, state: State): Promise<LabGateway> {
    const stateFolder = this.#work.folder('state');
    if (state === 'warm') cpSync(await this.#warmState(), stateFolder, { recursive: true });
    const config = this.#config(state, stateFolder);
    if (transport === 'http') return this.#overHttp(config);
    return transport === 'stdio' ? this.#overStdio(config) : this.#connected(config);
  }

  /** The client starts the gateway itself. */
  #overStdio(config: string): LabGateway {
    const file = join(this.#work.folder('recording'), 'messages.jsonl');
    const recorder = `${RECORDER}?to=${encodeURIComponent(file)}`;
    return {
      address: {
        command: process.execPath,
        args: ['--import', recorder, FOLDOUT_PROGRAM, 'serve', '--isolated', '--config', config],
      },
      recording: () => readRecording(file),
      // The client starts the gateway, so only the times of the recorded messages are known.
      ageMs: () => readRecording(file).at(-1)?.atMs ?? 0,
      [Symbol.asyncDispose]: async () => {},
    };
  }

  /** The background gateway, with another client, as on a machine on which several clients are connected. */
  async #connected(config: string): Promise<LabGateway> {
    const began = performance.now();
    const other = spawn(process.execPath, [FOLDOUT_PROGRAM, 'serve', '--config', config], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'other', version: '1' } };
    other.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params })}\n`);
    await once(other.stdout, 'data', { signal: AbortSignal.timeout(LISTEN_MS) });
    return {
      ...this.#overStdio(config),
      // The entry that `foldout connect` writes starts a program that is not recorded.
      recording: () => [],
      connect: config,
      ageMs: () => performance.now() - began,
      [Symbol.asyncDispose]: async () => {
        await promisify(execFile)(process.execPath, [FOLDOUT_PROGRAM, 'stop', '--config', config]).catch(() => {});
        other.kill('SIGKILL');
      },
    };
  }

  /** The gateway listens before the client starts; in the state `cold`, only just. */
  async #overHttp(config: string): Promise<LabGateway> {
    const args = [FOLDOUT_PROGRAM, 'serve', '--http', '--port', '0', '--config', config];
    const began = performance.now();
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    const url = await listening(child.stderr);
    const proxy = await startRecordingProxy(url);
    return {
      address: { url: proxy.url },
      recording: () => proxy.recording,
      ageMs: () => performance.now() - began,
      [Symbol.asyncDispose]: async () => {
        await proxy[Symbol.asyncDispose]();
        const exit = once(child, 'exit');
        child.kill('SIGKILL');
        await exit;
      },
    };
  }

  #config(state: State, stateFolder: string): string {
    return this.#work.json('foldout', { stateFolder, mcpServers: this.#servers.entries(state) });
  }

  /** A state folder in which the tools of all servers are stored. */
  #warmState(): Promise<string> {
    this.#warm ??= (async () => {
      say('reading the tools of the servers once …');
      const stateFolder = this.#work.folder('warm');
      const config = this.#config('warm', stateFolder);
      const run = promisify(execFile);
      await run(process.execPath, [FOLDOUT_PROGRAM, 'list', '--config', config]);
      await run(process.execPath, [FOLDOUT_PROGRAM, 'search', 'boxes of an article', '--config', config]);
      return stateFolder;
    })();
    return this.#warm;
  }
}

/** Resolves with the address that the gateway prints when it listens. */
async function listening(stderr: NodeJS.ReadableStream): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The gateway does not listen: ${output}`)), LISTEN_MS);
    stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const [, url] = / at (http:\S+)/.exec(output) ?? [];
      if (!url) return;
      clearTimeout(timer);
      resolve(url);
    });
    stderr.on('close', () => {
      clearTimeout(timer);
      reject(new Error(`The gateway ended: ${output}`));
    });
  });
}
