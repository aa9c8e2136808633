// Bundles the command line and the packages behind it into a few files: a start then opens ten files instead of three
// hundred, which halves its time. The input is the output of `tsc`.

import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const outdir = join(root, 'packages', 'cli', 'dist', 'bundle');
const FOR_REQUIRE = '__requireOfThisBundle';
const stamp = join(outdir, 'built-from.json');
const built = ['clients', 'core', 'server', 'usage', 'gateway', 'cli'].map((name) =>
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
  const { metafile } = await build({
    metafile: true,
    entryPoints: [join(root, 'packages', 'cli', 'dist', 'main.js')],
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Not bundled: packages with files beside their code (a worker), native ones, and optional ones. All others are: a
    // package that is not bundled loads a core of its own, with all of its files.
    external: [
      '@foldout/workspace',
      '@photostructure/sqlite',
      'pg',
      '@opentelemetry/api',
      '@napi-rs/keyring',
      '@lat.md/*',
    ],
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
  checkServe(metafile);
  writeFileSync(stamp, state);
}

/** A package outside of the bundle that `foldout serve` imports at its start would load hundreds of files before the first answer. */
function checkServe({ outputs }) {
  const waiting = Object.keys(outputs).filter((file) =>
    /dist\/commands\/serve\.js$/.test(outputs[file].entryPoint ?? ''),
  );
  if (waiting.length !== 1)
    throw new Error('The bundle has no file for the command serve. Adapt scripts/bundle.mjs to it');
  const seen = new Set(waiting);
  for (const file of seen) {
    for (const { path, kind, external } of outputs[file].imports) {
      if (kind !== 'import-statement') continue;
      if (!external) seen.add(path);
      else if (!isBuiltin(path))
        throw new Error(`foldout serve imports ${path} at its start, which is not bundled. Import it later`);
    }
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
