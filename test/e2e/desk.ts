import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { McpServerOptions } from '@foldout/server';
import type { Target } from './clients.ts';

const SCRIPT = fileURLToPath(new URL('../fixtures/servers/desk.mjs', import.meta.url));

export type DeskOptions = Pick<
  McpServerOptions,
  'toolStrategy' | 'dispatch' | 'pageSize' | 'callTimeoutMs' | 'maxResultChars' | 'listTtlMs' | 'host' | 'transport'
>;

/** How a client starts the desk as its own process. */
export function deskOverStdio(options: DeskOptions): Extract<Target, { kind: 'stdio' }> {
  return {
    kind: 'stdio',
    command: process.execPath,
    args: [SCRIPT, JSON.stringify({ transport: 'stdio', ...options })],
  };
}

export interface RunningDesk {
  readonly url: string;
  readonly process: ChildProcess;
  /** Kills the process and waits for its exit. */
  stop(): Promise<void>;
}

/** The desk as a process that listens on a free port. */
export async function deskOverHttp(options: DeskOptions): Promise<RunningDesk> {
  const args = [SCRIPT, JSON.stringify({ transport: 'http', ...options, port: 0 })];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const lines = createInterface({ input: child.stdout as Readable });
  const [url] = (await Promise.race([once(lines, 'line'), exitBeforeUrl(child)])) as [string];
  return {
    url,
    process: child,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function exitBeforeUrl(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit');
  throw new Error(`The desk ended with code ${code} before it listened`);
}
