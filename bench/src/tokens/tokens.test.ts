import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOOL_STRATEGIES } from '@foldout/server';
import { afterAll, describe, expect, it } from 'vitest';
import { readCatalogs, readModes } from '../catalogs.ts';
import { listSurface, nameProblems } from './list-surface.ts';
import { toPivot } from './pivot-table.ts';
import { searchRows } from './search-cost.ts';

const folder = mkdtempSync(join(tmpdir(), 'foldout-catalogs-'));
afterAll(() => rmSync(folder, { recursive: true }));

const tool = (name: unknown) => ({ name, description: `Do ${name}`, inputSchema: { type: 'object' } });
writeFileSync(
  join(folder, 'two.json'),
  JSON.stringify({ name: 'Two', tools: [tool('search'), tool('a.b'), tool(7), null] }),
);
writeFileSync(
  join(folder, 'one.json'),
  JSON.stringify({ name: 'One', package: 'p', tools: [tool('search'), tool('search_tools'), tool('x'.repeat(90))] }),
);
writeFileSync(join(folder, 'README.md'), 'not a catalog');
mkdirSync(join(folder, 'modes'));
writeFileSync(join(folder, 'modes', 'one-small.json'), JSON.stringify({ package: 'p', tools: [tool('find')] }));

describe('captured catalogs', () => {
  it('are the JSON files of a folder, sorted by name, and those of its modes folder', () => {
    expect(readCatalogs(folder).map(({ name }) => name)).toEqual(['one', 'two']);
    expect(readModes(folder).map(({ name, package: origin }) => [name, origin])).toEqual([['one-small', 'p']]);
    expect(readModes(join(folder, 'modes'))).toEqual([]);
  });

  it('without a list of tools are refused with their path', () => {
    const wrong = join(folder, 'modes', 'wrong');
    mkdirSync(wrong);
    writeFileSync(join(wrong, 'x.json'), '{"tools":{}}');
    expect(() => readCatalogs(wrong)).toThrow(/x\.json has no list "tools"/);
  });

  it.each(TOOL_STRATEGIES)('are listed under %s with legal and unique names', async (strategy) => {
    const listed = await listSurface(readCatalogs(folder), strategy);
    expect(listed.length).toBeGreaterThan(0);
    expect(nameProblems(listed)).toEqual([]);
  });
});

describe('a search under dynamic', () => {
  it('costs its answer and the tools that it adds', async () => {
    const words = 'Print the invoice of a customer on paper';
    const large = {
      ...tool('print_invoice'),
      description: words,
      inputSchema: { type: 'object', title: 'word '.repeat(3_000) },
    };
    const small = { ...tool('print_invoice'), description: words };
    const figures = async (one: unknown) => {
      const rows = await searchRows('test', [{ name: 'shop', tools: [one, tool('other')] }]);
      return Object.fromEntries(rows.map(({ metric, value }) => [metric, value]));
    };
    const [cheap, dear] = [await figures(small), await figures(large)];
    expect(cheap['searches-that-add']).toBeGreaterThan(0);
    expect(cheap['search-tokens-most']).toBeGreaterThan(50);
    expect(cheap['searches-with-a-large-tool']).toBe(0);
    expect(dear['searches-with-a-large-tool']).toBeGreaterThan(0);
    expect(dear['search-tokens-most']).toBeLessThan(3_000);
  });
});

describe('names', () => {
  it('that are not legal or are listed twice are problems', () => {
    const names = ['ok', 'a.b', 'x'.repeat(65), 'ok', ''];
    expect(nameProblems(names.map((name) => ({ name })))).toEqual([
      "'a.b' is not legal",
      `'${'x'.repeat(65)}' is not legal`,
      "'ok' is listed twice",
      "'' is not legal",
    ]);
  });
});

describe('the table', () => {
  it('has a line for each case and puts subjects that only some cases have last', () => {
    const row = (name: string, subject: string, value: number) => ({
      case: name,
      metric: 'tokens',
      subject,
      value,
      unit: 'tokens',
    });
    const rows = [row('all', 'eager', 1_234), row('all', 'lazy', 5), row('one', 'eager', 6), row('one', 'mini', 7)];
    expect(toPivot(rows)).toBe('     eager  lazy  own modes\nall  1,234     5\none      6        mini 7');
  });
});
