// Makes the page that the gateway serves: a few files, none of which asks for anything from elsewhere. `tsc` has checked
// the types before; this joins and shrinks. Does nothing where nothing has changed.

import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const source = join(here, 'src');
const outdir = join(here, '..', 'gateway', 'dist', 'dashboard', 'page');
const mark = join(outdir, 'built-from.txt');

const state = fingerprint();
if (read(mark) !== state) {
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
  writeFileSync(mark, state);
}

/** Of every source and of the versions that go into it. */
function fingerprint() {
  const hash = createHash('sha256');
  const files = readdirSync(source, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  for (const path of [...paths, join(here, 'package.json'), fileURLToPath(import.meta.url)]) {
    hash.update(path.slice(here.length)).update(readFileSync(path));
  }
  return hash.digest('hex');
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
