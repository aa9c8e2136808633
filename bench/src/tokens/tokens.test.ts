import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOOL_STRATEGIES } from '@foldout/server';
import { afterAll, describe, expect, it } from 'vitest';
import { readCatalogs, readModes } from './captured-catalogs.ts';
import { listSurface, nameProblems } from './list-surface.ts';
import { toPivot } from './pivot-table.ts';

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
  it('are the JSON files of any folder, by name, and the modes beside them', () => {
    expect(readCatalogs(folder).map(({ name }) => name)).toEqual(['one', 'two']);
    expect(readModes(folder).map(({ name, package: origin }) => [name, origin])).toEqual([['one-small', 'p']]);
    expect(readModes(join(folder, 'modes'))).toEqual([]);
  });

  it('without a list of tools are refused by their path', () => {
    const wrong = join(folder, 'modes', 'wrong');
    mkdirSync(wrong);
    writeFileSync(join(wrong, 'x.json'), '{"tools":{}}');
    expect(() => readCatalogs(wrong)).toThrow(/x\.json has no list of tools/);
  });

  it.each(TOOL_STRATEGIES)('are listed all at once under %s, with legal and unique names', async (strategy) => {
    const listed = await listSurface(readCatalogs(folder), strategy);
    expect(listed.length).toBeGreaterThan(0);
    expect(nameProblems(listed)).toEqual([]);
  });
});

describe('names', () => {
  it('that are not legal or stand twice are problems', () => {
    const names = ['ok', 'a.b', 'x'.repeat(65), 'ok', ''];
    expect(nameProblems(names.map((name) => ({ name })))).toEqual([
      "'a.b' is not legal",
      `'${'x'.repeat(65)}' is not legal`,
      "'ok' stands twice",
      "'' is not legal",
    ]);
  });
});

describe('the table', () => {
  it('has a line for each case and puts what not all have last', () => {
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
