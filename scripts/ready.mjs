// Makes a fresh clone ready: installs what the lock file names, once, and builds what changed.
// Everything it says goes to stderr, so that a command behind it keeps stdout to itself.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const marker = join(root, 'node_modules', '.foldout-installed');
const builtOnce = join(root, 'packages', 'core', 'dist', 'index.js');

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Foldout needs Node 20.19 or newer; this is ${process.versions.node}. Install a newer Node and try again.`);
}

const locked = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
if (!existsSync(marker) || readFileSync(marker, 'utf8') !== locked) {
  say('installing dependencies (once; about half a minute) …');
  npm('ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
  writeFileSync(marker, locked);
}

if (!existsSync(builtOnce)) say('building …');
run(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-b']);
run(process.execPath, [join(root, 'packages', 'dashboard', 'build.mjs')]);
run(process.execPath, [join(root, 'scripts', 'bundle.mjs')]);

function npm(...args) {
  const cli = process.env.npm_execpath;
  if (cli) run(process.execPath, [cli, ...args]);
  else run('npm', args, { shell: process.platform === 'win32' });
}

function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], ...options });
  if (error) fail(`could not run ${command}: ${error.message}`);
  if (status !== 0) fail(`'${[command, ...args].join(' ')}' ended with code ${status}; see above.`);
}

function say(message) {
  process.stderr.write(`foldout: ${message}\n`);
}

function fail(message) {
  say(message);
  process.exit(1);
}
