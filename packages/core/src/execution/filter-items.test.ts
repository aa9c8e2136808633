import { describe, expect, it } from 'vitest';
import { filterItems, whereError } from './filter-items.ts';

const BOATS = [
  { name: 'Argo', oars: 50, crew: { captain: 'Jason' }, tags: ['gold'] },
  { name: 'Pequod', oars: 0, crew: { captain: 'Ahab' }, tags: [] },
  { name: 'Nautilus', crew: { captain: null }, tags: ['deep', 'gold'] },
];
const names = (data: unknown) => (data as { name: string }[]).map(({ name }) => name);

describe('where', () => {
  it.each([
    [{ name: 'Argo' }, ['Argo']],
    [{ 'crew.captain': 'Ahab' }, ['Pequod']],
    [{ oars: { $gt: 0 } }, ['Argo']],
    [{ oars: { $gte: 0, $lt: 50 } }, ['Pequod']],
    [{ oars: { $exists: false } }, ['Nautilus']],
    [{ 'crew.captain': null }, ['Nautilus']],
    [{ name: { $contains: 'uti' } }, ['Nautilus']],
    [{ tags: { $contains: 'gold' } }, ['Argo', 'Nautilus']],
    [{ name: { $ne: 'Argo' }, $limit: 1 }, ['Pequod']],
    [{ $limit: 2 }, ['Argo', 'Pequod']],
    // Values of different types never compare as true.
    [{ oars: { $gt: '' } }, []],
    [{ constructor: { $exists: true } }, []],
  ])('%j keeps %j', (where, expected) => {
    expect(whereError(where)).toBeUndefined();
    const { data, counts } = filterItems(BOATS, where);
    expect(names(data)).toEqual(expected);
    expect(counts).toEqual({ matched: expected.length, of: 3 });
  });

  it('filters the longest list of an object and keeps its other fields', () => {
    const data = { total: 3, warnings: ['old'], boats: BOATS };
    expect(filterItems(data, { oars: 50 }).data).toEqual({ total: 3, warnings: ['old'], boats: [BOATS[0]] });
  });

  it('leaves data without a list as it is, and says so', () => {
    expect(filterItems('text', { a: 1 })).toEqual({ data: 'text' });
  });

  it.each([{ a: { $regex: 'x' } }, { a: {} }, { $limit: -1 }, { $limit: 'two' }, { a: { $exists: 1 } }])(
    'refuses %j with an example of what is valid',
    (where) => {
      expect(whereError(where)).toMatchObject({
        code: 'VALIDATION_ERROR',
        suggestion: expect.stringContaining('$limit'),
      });
    },
  );
});
