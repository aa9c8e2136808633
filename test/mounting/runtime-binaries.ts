import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The binaries of these runtimes have 350 MB, so they are no dependencies: they are installed when a test first needs them. */
const RUNTIMES = { bun: '1.4.4', deno: '2.9.6', workerd: '1.20261110.1' } as const;
const PLACES = {
  bun: '@oven/bun-linux-x64/bin/bun',
  deno: '@deno/linux-x64-glibc/deno',
  workerd: '@cloudflare/workerd-linux-64/bin/workerd',
} as const;
export const RUNTIME_CACHE = resolve(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'runtimes');

/** The path of a runtime's binary. */
export function runtime(name: keyof typeof RUNTIMES): string {
  const binary = join(RUNTIME_CACHE, 'node_modules', PLACES[name]);
  if (!existsSync(binary)) install();
  return binary;
}

/** Installs beside the cache, then renames: another test file may install at the same time, and the first one wins. */
function install(): void {
  mkdirSync(dirname(RUNTIME_CACHE), { recursive: true });
  const folder = mkdtempSync(`${RUNTIME_CACHE}-`);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const packages = Object.entries(RUNTIMES).map(([name, version]) => `${name}@${version}`);
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages];
  execFileSync('npm', args, { cwd: folder, stdio: 'ignore' });
  try {
    renameSync(folder, RUNTIME_CACHE);
  } catch {
    rmSync(folder, { recursive: true, force: true });
  }
}
