// Puts the command line and the packages behind it into a few files: a start then opens ten files instead of three
// hundred, which halves it. `tsc` has checked and built everything before; this only joins what it made.

import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const outdir = join(root, 'packages', 'cli', 'dist', 'bundle');
const FOR_REQUIRE = '__requireOfThisBundle';
const mark = join(outdir, 'built-from.json');
const built = ['core', 'server', 'gateway', 'cli'].map((name) => join(root, 'packages', name, 'tsconfig.tsbuildinfo'));

/** The word vectors are not joined: the code that reads them looks where the core is installed. */
const vectorsStayWithTheCore = {
  name: 'vectors-stay-with-the-core',
  setup({ onLoad }) {
    onLoad({ filter: /vector-table-file\.js$/ }, ({ path }) => {
      const beside = "new URL('../../../models/words.fvt', import.meta.url)";
      const text = readFileSync(path, 'utf8');
      if (!text.includes(beside)) throw new Error(`${path} names its vectors in another way: mend scripts/bundle.mjs`);
      const found = "new URL('../models/words.fvt', import.meta.resolve('@foldout/core/node'))";
      return { contents: text.replace(beside, found) };
    });
  },
};

/** Messages of checks are shown in English: half of the library that checks is its other languages. */
const onlyEnglish = {
  name: 'only-english',
  setup({ onLoad }) {
    onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => {
      return {
        contents: "export { default as en } from './en.js';",
        resolveDir: join(root, 'node_modules', 'zod', 'v4', 'locales'),
      };
    });
  },
};

/**
 * A start loads only what it needs. Of the library that checks, what is used is joined; asked for as one object, all of
 * it would be. What is imported from the core by its name comes from its own file: whoever touches the one file that
 * names everything would load everything.
 */
const onlyWhatIsUsed = {
  name: 'only-what-is-used',
  setup({ onLoad }) {
    const folder = join(root, 'packages', 'core', 'dist');
    const home = new Map();
    for (const [, names, file] of readFileSync(join(folder, 'index.js'), 'utf8').matchAll(
      /export \{([^}]+)\} from '([^']+)'/g,
    ))
      for (const name of names.split(',')) home.set(name.trim(), join(folder, file));
    const fromOwnFile = (_whole, names) => {
      return names
        .split(',')
        .filter((name) => name.trim() !== '')
        .map((name) => {
          const file = home.get(name.trim().split(' as ')[0]);
          if (!file) throw new Error(`the core has no ${name.trim()}: mend scripts/bundle.mjs`);
          return `import { ${name.trim()} } from ${JSON.stringify(file)};`;
        })
        .join(' ');
    };
    onLoad({ filter: /packages[\\/][a-z]+[\\/]dist[\\/].*\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8').replace("import { z } from 'zod';", "import * as z from 'zod';");
      return { contents: text.replace(/^import \{([^}]+)\} from '@foldout\/core';/gm, fromOwnFile) };
    });
  },
};

/** The library that reads arguments can start programs, which is of no use here and takes time to load. */
const noPrograms = {
  name: 'no-programs',
  setup({ onLoad }) {
    onLoad({ filter: /commander[\\/]lib[\\/]command\.js$/ }, ({ path }) => {
      const loaded = "const childProcess = require('node:child_process');";
      const text = readFileSync(path, 'utf8');
      if (!text.includes(loaded)) throw new Error(`${path} starts programs in another way: mend scripts/bundle.mjs`);
      return { contents: text.replace(loaded, 'const childProcess = undefined;') };
    });
  },
};

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
    // What has files of its own beside it (a worker), is native, or is optional stays where it is.
    external: ['@foldout/usage', '@foldout/workspace', 'pg', '@opentelemetry/api', '@lat.md/*'],
    plugins: [vectorsStayWithTheCore, onlyEnglish, onlyWhatIsUsed, noPrograms],
    mainFields: ['module', 'main'],
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'warning',
    // A name that no module has: one that imports the same would be a syntax error.
    banner: {
      js: `import { createRequire as ${FOR_REQUIRE} } from 'node:module'; const require = ${FOR_REQUIRE}(import.meta.url);`,
    },
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
