import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { WorkFolder } from '../gateway/work-folder.ts';

const COMMAND = join(import.meta.dirname, '../../../packages/cli/dist/bundle/main.js');

export interface StartedDashboard extends AsyncDisposable {
  readonly origin: string;
}

/** `foldout serve --http` as its users start it, once it knows its servers' tools. */
export async function startDashboard(work: WorkFolder, config: object): Promise<StartedDashboard> {
  const file = work.json('mcp', config);
  const child = spawn(process.execPath, [COMMAND, 'serve', '--config', file, '--http', '--port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
  });
  const ended = once(child, 'exit');
  while (!/tokens before a client/.test(said)) {
    if (child.exitCode !== null) throw new Error(`The gateway ended: ${said}`);
    await Promise.race([once(child.stderr, 'data'), ended]);
  }
  const url = / at (http:\S+)/.exec(said)?.[1];
  if (!url) throw new Error(`The gateway did not say where it listens: ${said}`);
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  return { origin: new URL(url).origin, [Symbol.asyncDispose]: stop };
}
