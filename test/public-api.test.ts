import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const PAGE = readFileSync(join(ROOT, 'docs', 'reference', 'api.md'), 'utf8');

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, string | { readonly '@foldout/source'?: string }>>;
}

/** Every entry of the published packages that has a TypeScript source. */
const everyEntry = readdirSync(join(ROOT, 'packages')).flatMap((folder) => {
  const { name, private: hidden, exports = {} } = manifestOf(folder);
  if (hidden) return [];
  return Object.entries(exports).flatMap(([path, target]) => {
    const source = typeof target === 'object' ? target['@foldout/source'] : undefined;
    if (source === undefined) return [];
    const entry = join(name, path).replaceAll('\\', '/');
    return [{ entry, folder, file: join(ROOT, 'packages', folder, source) }];
  });
});
const entries = everyEntry.filter(({ entry }) => !entry.includes('/internal'));
const internalEntries = everyEntry.filter(({ entry }) => entry.includes('/internal'));

describe('docs/reference/api.md', () => {
  it('has a section for every entry of every package, and no other', () => {
    expect(sections().sort()).toEqual(entries.map(({ entry }) => entry).sort());
  });

  it.each(entries)('lists exactly the exports of $entry', ({ entry, file }) => {
    expect(documentedIn(entry).sort()).toEqual(exportedBy(file).sort());
  });

  it.each(entries)(
    'lists the values that $entry exports at run time',
    async ({ entry, file }) => {
      const values = Object.keys(await import(pathToFileURL(file).href));
      expect(documentedIn(entry)).toEqual(expect.arrayContaining(values));
      // The first import of an entry loads all of its dependencies.
    },
    120_000,
  );
});

// knip counts every export of an entry as used, also of an internal entry. This test checks the internal ones.
describe('an internal entry', () => {
  const sources = ['packages', 'bench', 'examples', 'test', 'scripts']
    .flatMap((root) => readdirSync(join(ROOT, root), { recursive: true, withFileTypes: true }))
    .filter((file) => file.isFile() && /\.(?:ts|tsx|mjs)$/.test(file.name))
    .map((file) => join(file.parentPath, file.name))
    .filter((path) => !/[\\/](?:dist|node_modules)[\\/]/.test(path));

  it.each(internalEntries)(
    '$entry has only names that code outside of its package imports',
    ({ entry, folder, file }) => {
      const own = join(ROOT, 'packages', folder, 'src');
      const imported = sources
        .filter((path) => !path.startsWith(own))
        .flatMap((path) => importedFrom(entry, readFileSync(path, 'utf8')));
      expect(exportedBy(file).filter((name) => !imported.includes(name))).toEqual([]);
    },
  );
});

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(ROOT, 'packages', folder, 'package.json'), 'utf8'));
}

function sections(): string[] {
  return [...PAGE.matchAll(/^## `(.+)`$/gm)].map(([, name]) => name as string);
}

/** The names between backticks in the first column of a section's tables. */
function documentedIn(entry: string): string[] {
  const section = PAGE.split(/^## /m).find((text) => text.startsWith(`\`${entry}\``)) ?? '';
  const firstCells = [...section.matchAll(/^\| ([^|]*) \|/gm)].map(([, cell]) => cell as string);
  return firstCells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name as string));
}

/** Names that a source file exports. Reads the source, because exported types do not exist at run time. */
function exportedBy(file: string): string[] {
  const lists = readFileSync(file, 'utf8').matchAll(/^export (?:type )?\{([^}]*)\}/gm);
  return [...lists].flatMap(([, list = '']) => namesIn(list).map((name) => name.replace(/^\w+ as /, '')));
}

/** Names that a text imports from an entry, statically or with `import()`. */
function importedFrom(entry: string, text: string): string[] {
  const from = `(?:from|await import\\() ?['"]${entry}['"]`;
  const lists = text.matchAll(new RegExp(`\\{([^{}]*)\\} (?:= )?${from}`, 'g'));
  return [...lists].flatMap(([, list = '']) => namesIn(list).map((name) => name.replace(/ as \w+$/, '')));
}

/** `a, type B` → a, B. */
function namesIn(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim().replace(/^type /, ''))
    .filter((name) => name !== '');
}
