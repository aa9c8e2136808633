// Runs before `npm start`, `npm test`, `npm run foldout` and the others: installs the locked dependencies when they are
// missing or out of date, and builds when a source has changed. Otherwise it ends in well under 100 ms.
// It writes to stderr only, so that stdout belongs to the command that follows.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, isBuilt } from './build.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Foldout needs Node 20.19 or newer; this is ${process.versions.node}. Install a newer Node and try again.`);
}

if (!isInstalled()) {
  say('installing dependencies (once; about half a minute) …');
  npm('ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
}

if (!isBuilt()) {
  say('building …');
  const failed = build();
  if (failed !== undefined) fail(`'${failed}' failed; see above.`);
}

/** npm keeps a copy of the lock file with what it has installed: both must name the same versions. */
function isInstalled() {
  const copy = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(copy)) return false;
  const installed = packagesIn(copy);
  return Object.entries(packagesIn(join(root, 'package-lock.json'))).every(([path, wanted]) => {
    // npm's copy has no entry for the root package, nor for optional packages of other platforms.
    if (path === '' || (installed[path] === undefined && (wanted.optional || wanted.devOptional))) return true;
    return installed[path] !== undefined && installed[path].version === wanted.version;
  });
}

function packagesIn(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}

function npm(...args) {
  const options = { cwd: root, stdio: ['ignore', 2, 2] };
  const script = process.env.npm_execpath;
  const { status, error } = script
    ? spawnSync(process.execPath, [script, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (error) fail(`could not run npm: ${error.message}`);
  if (status !== 0) fail(`'npm ${args.join(' ')}' failed with exit code ${status}; see above.`);
}

function say(message) {
  process.stderr.write(`foldout: ${message}\n`);
}

function fail(message) {
  say(message);
  process.exit(1);
}
