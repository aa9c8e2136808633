import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { WorkFolder } from '../gateway/work-folder.ts';
import { FOLDOUT_PROGRAM } from '../paths.ts';

export interface StartedDashboard extends AsyncDisposable {
  readonly origin: string;
}

/** Starts `foldout serve --http` and waits until it has read the tools of all servers. */
export async function startDashboard(work: WorkFolder, config: object): Promise<StartedDashboard> {
  const file = work.json('mcp', config);
  const child = spawn(process.execPath, [FOLDOUT_PROGRAM, 'serve', '--config', file, '--http', '--port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  const ended = once(child, 'exit');
  while (!/tokens before a client/.test(output)) {
    if (child.exitCode !== null) throw new Error(`The gateway ended: ${output}`);
    await Promise.race([once(child.stderr, 'data'), ended]);
  }
  const url = / at (http:\S+)/.exec(output)?.[1];
  if (!url) throw new Error(`The gateway did not print its address: ${output}`);
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  return { origin: new URL(url).origin, [Symbol.asyncDispose]: stop };
}
