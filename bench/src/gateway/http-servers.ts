import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '../../../test/fixtures/free-port.mjs';
import { untilHealthy } from '../chaos/replica.ts';
import { FOLDOUT_PROGRAM } from '../paths.ts';
import { warmHome } from './gateways.ts';
import type { Upstreams } from './upstreams.ts';
import type { WorkFolder } from './work-folder.ts';

/** A program that serves MCP at a URL. */
export interface HttpServer extends AsyncDisposable {
  readonly url: string;
}

/** Starts the bare relay: the SDK's servers and transports in front, its client behind. */
export async function startBareRelay(mcpServers: Upstreams, work: WorkFolder): Promise<HttpServer> {
  const port = await freePort();
  const program = join(import.meta.dirname, 'programs/bare-http-relay.js');
  return started(port, [program, work.json('bare-relay', { mcpServers }), String(port)]);
}

/** Starts `foldout serve --http`, which knows the tools of its servers already. */
export async function startFoldout(mcpServers: Upstreams, work: WorkFolder): Promise<HttpServer> {
  const port = await freePort();
  const home = await warmHome(mcpServers, work);
  const config = work.json('foldout', { mcpServers });
  const args = [FOLDOUT_PROGRAM, 'serve', '--http', '--port', String(port), '--config', config];
  return started(port, args, { FOLDOUT_HOME: home });
}

async function started(port: number, args: string[], env: Record<string, string> = {}): Promise<HttpServer> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', process.env['BENCH_STDERR'] ? 'inherit' : 'ignore'],
    env: { ...process.env, ...env },
  });
  await untilHealthy(port);
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
