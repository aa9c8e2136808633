// Bundles the command line and the packages behind it into a few files: a start then opens ten files instead of three
// hundred, which halves its time. The input is the output of `tsc`.

import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const outdir = join(root, 'packages', 'cli', 'dist', 'bundle');
const FOR_REQUIRE = '__requireOfThisBundle';
const stamp = join(outdir, 'built-from.json');
const built = ['clients', 'core', 'server', 'gateway', 'cli'].map((name) =>
  join(root, 'packages', name, 'tsconfig.tsbuildinfo'),
);

/** The word vectors are not bundled: the code that reads them must find them in the installed core package. */
const vectorsStayWithTheCore = {
  name: 'vectors-stay-with-the-core',
  setup({ onLoad }) {
    onLoad({ filter: /vector-table-file\.js$/ }, ({ path }) => {
      const beside = "new URL('../../../models/words.fvt', import.meta.url)";
      const text = readFileSync(path, 'utf8');
      if (!text.includes(beside))
        throw new Error(`${path} no longer contains ${beside}. Adapt scripts/bundle.mjs to it`);
      const found = "new URL('../models/words.fvt', import.meta.resolve('@foldout/core/node'))";
      return { contents: text.replace(beside, found) };
    });
  },
};

/**
 * Makes a command load only the code that it uses. Tree shaking cannot do this alone:
 * - `import { z } from 'zod'` uses zod as one object, which keeps all of it; a namespace import keeps only what is used.
 * - An import from the index of core would put all code that the index exports and several commands use into one chunk.
 *   Imports from the single files let a search load 70 kB less.
 */
const onlyWhatIsUsed = {
  name: 'only-what-is-used',
  setup({ onLoad }) {
    const folder = join(root, 'packages', 'core', 'dist');
    const entries = ['index.js', 'internal.js'].map((entry) => read(join(folder, entry)) ?? '').join('\n');
    const fileOf = new Map();
    for (const [, names, file] of entries.matchAll(/export \{([^}]+)\} from '([^']+)'/g))
      for (const name of names.split(',')) fileOf.set(name.trim(), join(folder, file));
    const importFromFiles = (_whole, names) => {
      return names
        .split(',')
        .filter((name) => name.trim() !== '')
        .map((name) => {
          const file = fileOf.get(name.trim().split(' as ')[0]);
          if (!file) throw new Error(`No entry of core exports ${name.trim()}. Adapt scripts/bundle.mjs to it`);
          return `import { ${name.trim()} } from ${JSON.stringify(file)};`;
        })
        .join(' ');
    };
    onLoad({ filter: /packages[\\/][a-z]+[\\/]dist[\\/].*\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8').replace("import { z } from 'zod';", "import * as z from 'zod';");
      return { contents: text.replace(/^import \{([^}]+)\} from '@foldout\/core(?:\/internal)?';/gm, importFromFiles) };
    });
  },
};

/** Commander loads `child_process` at its start to run subcommands as programs, which this command line does not do. */
const noSubprograms = {
  name: 'no-subprograms',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:child_process$/ }, ({ importer, path }) => {
      return /commander[\\/]lib[\\/]command\.js$/.test(importer) ? { path, namespace: 'unused' } : undefined;
    });
    onLoad({ filter: /.*/, namespace: 'unused' }, () => ({ contents: 'module.exports = {};' }));
  },
};

const state = JSON.stringify(built.map((file) => statSync(file).mtimeMs));
if (read(stamp) !== state) {
  rmSync(outdir, { recursive: true, force: true });
  await build({
    entryPoints: [join(root, 'packages', 'cli', 'dist', 'main.js')],
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Not bundled: packages with files beside their code (a worker), native ones, and optional ones.
    external: ['@foldout/usage', '@foldout/workspace', 'pg', '@opentelemetry/api', '@napi-rs/keyring', '@lat.md/*'],
    plugins: [vectorsStayWithTheCore, onlyWhatIsUsed, noSubprograms],
    mainFields: ['module', 'main'],
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'warning',
    // Imports `createRequire` under an alias: a bundled module may import it too, which would declare the name twice.
    banner: {
      js: `import { createRequire as ${FOR_REQUIRE} } from 'node:module'; const require = ${FOR_REQUIRE}(import.meta.url);`,
    },
  });
  writeFileSync(stamp, state);
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
