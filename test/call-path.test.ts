import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const PAGE = readFileSync(join(import.meta.dirname, '..', 'ARCHITECTURE.md'), 'utf8');
const SCRIPT = join(import.meta.dirname, 'fixtures', 'follow-request.mjs');
const MAX_HOPS = 12;

interface Path {
  /** The source files that a request passes through, one per row (hop) of the table in ARCHITECTURE.md, in order. */
  readonly hops: readonly string[];
  /** Files that help a hop; one that ends in a slash is a folder. */
  readonly helpers: readonly string[];
}

/** The table under a heading of the page. */
function pathOnPage(heading: string): Path {
  const section = PAGE.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => /^\| \d+ \|/.test(line));
  const files = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
  const cells = rows.map((row) => row.split('|'));
  return { hops: cells.flatMap((row) => files(row[2])), helpers: cells.flatMap((row) => files(row[4])) };
}

/** Sends one real request. Returns the files that ran, and the call stack inside the handler or the ranking. */
function follow(request: 'call' | 'search'): { readonly visited: string[]; readonly stack: string[] } {
  return JSON.parse(execFileSync(process.execPath, [SCRIPT, request], { encoding: 'utf8' }));
}

describe.each([
  ['call', 'The path of one call'],
  ['search', 'The path of one search'],
] as const)('the path of one %s in ARCHITECTURE.md', (request, heading) => {
  const { hops, helpers } = pathOnPage(heading);
  const { visited, stack } = follow(request);

  it(`has at most ${MAX_HOPS} hops, each in a file of its own`, () => {
    expect(hops.length).toBeGreaterThan(5);
    expect(hops.length).toBeLessThanOrEqual(MAX_HOPS);
    expect(new Set(hops).size).toBe(hops.length);
  });

  it('names every file that the request runs, and no other', () => {
    const folders = helpers.filter((name) => name.endsWith('/'));
    const inFolder = (file: string) => folders.some((folder) => file.startsWith(folder)) && !hops.includes(file);
    const named = [...hops, ...helpers.filter((name) => !name.endsWith('/'))];
    expect(visited.filter((file) => !inFolder(file))).toEqual([...new Set(named)].sort());
    for (const folder of folders) expect(visited.filter((file) => file.startsWith(folder)).length).toBeGreaterThan(0);
  });

  it('goes in one direction: the call stack passes the hops in their order and returns to none', () => {
    const passed = stack.filter((file) => hops.includes(file)).filter((file, i, all) => file !== all[i - 1]);
    expect(passed.length).toBeGreaterThan(5);
    expect(passed).toEqual(hops.filter((file) => passed.includes(file)));
  });
});
