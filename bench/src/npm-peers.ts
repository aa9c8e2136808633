import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.ts';
import { say } from './report.ts';

const FOLDER = join(ROOT, 'node_modules/.cache/peers');
/** Where the packages of peers are: they are no dependencies of this repository. */
export const PEER_MODULES = join(FOLDER, 'node_modules');

/** npm package name → version. */
export type PeerPackages = Readonly<Record<string, string>>;

/** Installs the packages of a peer, once. Says why, if that is not possible on this machine. */
export function installPeer(name: string, packages: PeerPackages): boolean {
  const missing = Object.entries(packages).filter((wanted) => !isInstalled(wanted));
  if (missing.length === 0) return true;
  say(`installing ${name} (once) …`);
  const problem = install(missing);
  if (problem) say(`${name} is skipped: ${problem}`);
  return problem === undefined;
}

function isInstalled([name, version]: [string, string]): boolean {
  const manifest = join(PEER_MODULES, name, 'package.json');
  if (!existsSync(manifest)) return false;
  return version.startsWith('npm:') || JSON.parse(readFileSync(manifest, 'utf8')).version === version;
}

function install(packages: readonly [string, string][]): string | undefined {
  mkdirSync(FOLDER, { recursive: true });
  const manifest = join(FOLDER, 'package.json');
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true }\n');
  const flags = ['--save-exact', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const args = ['install', '--prefix', FOLDER, ...flags, ...packages.map(([name, version]) => `${name}@${version}`)];
  const cli = process.env['npm_execpath'];
  const options = {
    stdio: ['ignore', 2, 2] as ['ignore', number, number],
    shell: !cli && process.platform === 'win32',
  };
  const { status, error } = spawnSync(cli ? process.execPath : 'npm', cli ? [cli, ...args] : args, options);
  if (error || status !== 0) return error?.message ?? 'npm could not install it, see above.';
  return undefined;
}
