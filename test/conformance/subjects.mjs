// The subjects of the suite: a server with every feature, and a gateway in front of it. Both run as processes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const START_MS = 30_000;
const COMMAND = join(import.meta.dirname, '..', '..', 'packages', 'cli', 'dist', 'bundle', 'main.js');

export function startServer(strategy) {
  return startScript('everything-server.mjs', '--strategy', strategy, '--port', '0');
}

async function startScript(name, ...args) {
  const script = join(import.meta.dirname, name);
  const server = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  const stop = () => end(server);
  try {
    const [url] = await once(createInterface(server.stdout), 'line', { signal: AbortSignal.timeout(START_MS) });
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The upstream lists every tool; the gateway has the surface under test. */
export async function startGateway(strategy) {
  const server = await startServer('individual');
  const tasks = await startScript('tasks-server.mjs');
  const folder = mkdtempSync(join(tmpdir(), 'foldout-conformance-'));
  const file = join(folder, 'mcp.json');
  // The meta-tools of the upstream are excluded: the gateway has its own.
  const everything = { url: server.url, exclude: ['afd-*'] };
  writeFileSync(
    file,
    JSON.stringify({
      stateFolder: folder,
      toolStrategy: strategy,
      mcpServers: { everything, tasks: { url: tasks.url } },
    }),
  );
  const gateway = spawn(process.execPath, [COMMAND, 'serve', '--config', file, '--http', '--port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stop = async () => {
    await Promise.all([end(gateway), server.stop(), tasks.stop()]);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    return { url: await greeted(gateway), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The address of the gateway, once it has listed the tools of its servers. */
async function greeted({ stderr }) {
  let said = '';
  const signal = AbortSignal.timeout(START_MS);
  while (!said.includes('tokens before a client')) said += (await once(stderr, 'data', { signal }))[0];
  stderr.resume();
  return / at (http:\S+)/.exec(said)[1];
}

async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
