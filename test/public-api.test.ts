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

/** Every public entry (not `./internal…`) of the published packages that have TypeScript sources. */
const entries = readdirSync(join(ROOT, 'packages')).flatMap((folder) => {
  const { name, private: hidden, exports = {} } = manifestOf(folder);
  if (hidden) return [];
  return Object.entries(exports).flatMap(([path, target]) => {
    const source = typeof target === 'object' ? target['@foldout/source'] : undefined;
    if (source === undefined || path.startsWith('./internal')) return [];
    return [{ entry: join(name, path).replaceAll('\\', '/'), file: join(ROOT, 'packages', folder, source) }];
  });
});

describe('docs/reference/api.md', () => {
  it('has a section for every entry of every package, and no other', () => {
    expect(sections().sort()).toEqual(entries.map(({ entry }) => entry).sort());
  });

  it.each(entries)('lists exactly the exports of $entry', ({ entry, file }) => {
    expect(documentedIn(entry).sort()).toEqual(exportedBy(file).sort());
  });

  it.each(entries)('lists the values that $entry exports at run time', async ({ entry, file }) => {
    const values = Object.keys(await import(pathToFileURL(file).href));
    expect(documentedIn(entry)).toEqual(expect.arrayContaining(values));
  });
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
  const lists = [...readFileSync(file, 'utf8').matchAll(/^export (?:type )?\{([^}]*)\}/gm)];
  return lists.flatMap(([, list]) =>
    (list as string)
      .split(',')
      .map((name) =>
        name
          .trim()
          .replace(/^type /, '')
          .replace(/^\w+ as /, ''),
      )
      .filter((name) => name !== ''),
  );
}
