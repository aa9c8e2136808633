// Packs the packages that are published, and installs the tarballs as a user's npm does.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

export const packages = readdirSync(join(root, 'packages'))
  .map((folder) => ({ folder, ...readJson(join(root, 'packages', folder, 'package.json')) }))
  .filter((manifest) => !manifest.private);

/** The tarball of each package: name, path, and the files in it. */
export function packInto(folder) {
  const workspaces = packages.flatMap(({ name }) => ['--workspace', name]);
  const { stdout } = run('npm', ['pack', '--json', '--pack-destination', folder, ...workspaces], root);
  // npm 12 answers with an object by name, older versions with a list.
  const packed = Object.values(JSON.parse(stdout));
  return packed.map(({ name, filename, files }) => ({ name, file: join(folder, filename), files }));
}

/** Installs tarballs and other packages into an empty project. */
export function installInto(project, tarballs, others = []) {
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }));
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  run('npm', ['install', ...quiet, ...tarballs.map(({ file }) => file), ...others], project);
  return project;
}

export function run(command, args, cwd, more = {}) {
  const env = { ...process.env, ...more };
  const windows = process.platform === 'win32' && command !== process.execPath;
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, env, encoding: 'utf8', shell: windows });
  if (error) throw error;
  if (status !== 0) throw new Error(`'${[command, ...args].join(' ')}' failed:\n${stdout}${stderr}`);
  return { stdout, stderr };
}

export function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
