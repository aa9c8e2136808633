// `npm run dev`: serves a gateway, and on every saved source file rebuilds and restarts it.
// Arguments after `--` replace the default ones: `npm run dev -- serve --config my/mcp.json --http`.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const COMMAND = join(root, 'packages', 'cli', 'dist', 'bundle', 'main.js');
const DEFAULT_ARGS = ['serve', '--config', 'examples/gateway/mcp.json', '--http'];
/** An editor writes a file in several steps: one build follows all of them. */
const DEBOUNCE_MS = 150;
/** Files that a build writes in the watched folders. They are ignored: otherwise each build would start the next. */
const OUTPUT = /(^|[\\/])(dist|node_modules)([\\/]|$)|\.tsbuildinfo$/;

const args = process.argv.length > 2 ? process.argv.slice(2) : DEFAULT_ARGS;
let running = start();
let timer;

watch(join(root, 'packages'), { recursive: true }, (_event, file) => {
  if (file === null || OUTPUT.test(file) || file.endsWith('.test.ts')) return;
  clearTimeout(timer);
  timer = setTimeout(() => void restart(file), DEBOUNCE_MS);
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    void stop(running).then(() => process.exit(0));
  });
}

async function restart(file) {
  say(`${file} changed: building …`);
  const failed = build();
  // If the build fails, the gateway of the last successful build keeps running.
  if (failed !== undefined) return say(`'${failed}' failed; waiting for the next change.`);
  await stop(running);
  running = start();
}

function start() {
  const child = spawn(process.execPath, [COMMAND, ...args], { cwd: root, stdio: 'inherit' });
  child.on('exit', (code) => {
    if (child === running) say(`the process ended with exit code ${code}; waiting for the next change.`);
  });
  return child;
}

function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.removeAllListeners('exit').on('exit', resolve);
    child.kill();
  });
}

function say(message) {
  process.stderr.write(`dev: ${message}\n`);
}
