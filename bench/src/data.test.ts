import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Arguments } from './arguments.ts';
import { readCatalogs } from './catalogs.ts';
import { CATALOGS_OPTION, dataFolder, namedOrBeside, SETS_OPTION } from './data-folders.ts';
import { Problem } from './problem.ts';
import { readSets } from './retrieval/sets.ts';

const folder = mkdtempSync(join(tmpdir(), 'foldout-bench-data-'));
afterAll(() => rmSync(folder, { recursive: true }));

const parse = (...argv: string[]) => new Arguments('tokens', { ...CATALOGS_OPTION, ...SETS_OPTION }, argv);

/** A new folder with these files. */
function put(name: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, path, '..'), { recursive: true });
    writeFileSync(join(folder, name, path), text);
  }
  return join(folder, name);
}

describe('the small data set', () => {
  it('is used by the quick form, and has invented servers and requests for their tools', () => {
    const catalogs = readCatalogs(dataFolder(parse('--quick'), 'catalogs'));
    const [set, ...others] = readSets(dataFolder(parse('--quick'), 'sets'));
    expect(catalogs).toHaveLength(12);
    expect(catalogs.flatMap(({ tools }) => tools)).toHaveLength(155);
    expect([set?.name, set?.tools.length, others]).toEqual(['small', 155, []]);
    expect(set?.queries).toHaveLength(135);
  });

  it('names only tools that exist in its requests', () => {
    const [set] = readSets(dataFolder(parse('--quick'), 'sets'));
    const ids = new Set(set?.tools.map(({ id }) => id));
    expect(set?.queries.flatMap(({ relevant }) => relevant.filter((id) => !ids.has(id)))).toEqual([]);
  });
});

describe('a folder that is passed', () => {
  it('is used where it exists, and is a problem with advice where it does not', () => {
    expect(dataFolder(parse('--catalogs', folder), 'catalogs')).toBe(folder);
    expect(namedOrBeside(parse('--quick'), 'catalogs')).toBeUndefined();
    const missing = join(folder, 'missing');
    expect(() => dataFolder(parse('--catalogs', missing), 'catalogs')).toThrow(/missing.*tools\/list.*--catalogs DIR/);
    expect(() => dataFolder(parse('--sets', missing), 'sets')).toThrow(/missing.*queries\.jsonl.*--sets DIR/);
  });

  it.each<[string, () => unknown, RegExp]>([
    ['an empty folder of catalogs', () => readCatalogs(put('a', { 'x.txt': '' })), /has no <server>\.json/],
    ['a catalog that is not JSON', () => readCatalogs(put('b', { 'x.json': '{' })), /x\.json is not valid JSON/],
    ['a catalog without tools', () => readCatalogs(put('c', { 'x.json': '[]' })), /x\.json has no list "tools"/],
    ['a folder without query sets', () => readSets(put('d', { 'x.txt': '' })), /has no query sets/],
    [
      'an unknown query set',
      () => readSets(put('e', { 's/queries.jsonl': '', 's/tools.jsonl': '' }), 'z'),
      /one of: s/,
    ],
    [
      'a line that is not JSON',
      () => readSets(put('f', { 's/queries.jsonl': '\n{', 's/tools.jsonl': '' })),
      /line 2 is not valid JSON/,
    ],
    [
      'a line that is not a query',
      () => readSets(put('g', { 's/queries.jsonl': '{"query": 1}', 's/tools.jsonl': '' })),
      /queries\.jsonl has a line/,
    ],
    [
      'a line that is not a tool',
      () => readSets(put('h', { 's/queries.jsonl': '', 's/tools.jsonl': 'null' })),
      /tools\.jsonl has a line/,
    ],
  ])('gives a problem without a stack trace for %s', (_, read, message) => {
    expect(read).toThrow(Problem);
    expect(read).toThrow(message);
  });
});
