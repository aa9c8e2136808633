// Bundles the page that the gateway serves: a few files that load nothing from other hosts. `tsc` checks the types before.
// Skips the build when the sources have not changed.

import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const source = join(here, 'src');
const outdir = join(here, '..', 'gateway', 'dist', 'dashboard', 'page');
const stampFile = join(outdir, 'built-from.txt');

const hash = hashOfSources();
if (read(stampFile) !== hash) {
  mkdirSync(outdir, { recursive: true });
  await build({
    entryPoints: { app: join(source, 'main.tsx') },
    outdir,
    bundle: true,
    minify: true,
    format: 'esm',
    target: ['es2022', 'chrome123', 'firefox120', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'warning',
  });
  for (const file of ['index.html', 'icon.svg']) copyFileSync(join(source, file), join(outdir, file));
  writeFileSync(stampFile, hash);
}

/** SHA-256 of all sources, the dependency versions and this script. */
function hashOfSources() {
  const sha256 = createHash('sha256');
  const files = readdirSync(source, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  for (const path of [...paths, join(here, 'package.json'), fileURLToPath(import.meta.url)]) {
    sha256.update(path.slice(here.length)).update(readFileSync(path));
  }
  return sha256.digest('hex');
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
