// Puts the command line and the packages behind it into a few files: a start then opens ten files instead of three
// hundred, which halves it. `tsc` has checked and built everything before; this only joins what it made.

import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const outdir = join(root, 'packages', 'cli', 'dist', 'bundle');
const mark = join(outdir, 'built-from.json');
const built = ['core', 'server', 'gateway', 'cli'].map((name) => join(root, 'packages', name, 'tsconfig.tsbuildinfo'));

const state = JSON.stringify(built.map((file) => statSync(file).mtimeMs));
if (read(mark) !== state) {
  rmSync(outdir, { recursive: true, force: true });
  await build({
    entryPoints: [join(root, 'packages', 'cli', 'dist', 'main.js')],
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // What has files of its own beside it (the word vectors, a worker), is native, or is optional stays where it is.
    external: ['@foldout/core/node', '@foldout/usage', '@foldout/workspace', 'pg', '@opentelemetry/api'],
    mainFields: ['module', 'main'],
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'warning',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  writeFileSync(mark, state);
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
