import { describe, expect, it } from 'vitest';
import { type Condition, conditionSchema, evaluate } from './conditions.ts';

const circle: Record<string, unknown> = {};
circle['self'] = circle;
const state = {
  input: { n: 1 },
  steps: [{ data: { n: 5, text: 'b', none: null, list: [1], object: { x: 1, y: 2 }, big: 5n, circle }, ran: true }],
};
const holds = (condition: Condition) => evaluate(condition, state);
const yes = { ok: true, value: true };
const no = { ok: true, value: false };

describe('when', () => {
  it.each<[Condition, boolean]>([
    [{ $exists: '$prev.n' }, true],
    [{ $exists: '$prev.nope' }, false],
    [{ $exists: '$prev.none' }, false],
    [{ $exists: '$steps[7]' }, false],
    [{ $eq: ['$prev.n', 5] }, true],
    [{ $eq: ['$prev.n', '5'] }, false],
    [{ $eq: ['$prev.list', [1]] }, true],
    [{ $eq: ['$prev.object', { y: 2, x: 1 }] }, true],
    [{ $eq: ['$prev.none', null] }, true],
    [{ $ne: ['$prev.n', 5] }, false],
    [{ $ne: ['$prev.n', 6] }, true],
    [{ $ne: ['$prev.object', { y: 2, x: 1 }] }, false],
    [{ $gt: ['$prev.n', 4] }, true],
    [{ $gt: ['$prev.n', 5] }, false],
    [{ $gte: ['$prev.n', 5] }, true],
    [{ $gte: ['$prev.n', 6] }, false],
    [{ $lt: ['$prev.n', 6] }, true],
    [{ $lt: ['$prev.n', 5] }, false],
    [{ $lte: ['$prev.n', 5] }, true],
    [{ $lte: ['$prev.n', 4] }, false],
    [{ $gt: ['$prev.text', 'a'] }, true],
    [{ $lt: ['$prev.text', 'a'] }, false],
    [{ $gt: ['$prev.n', '4'] }, false],
    [{ $lte: ['$prev.n', '6'] }, false],
    [{ $gte: [null, null] }, false],
    [{ $lt: ['$input.n', '$prev.n'] }, true],
    [{ $and: [] }, true],
    [{ $or: [] }, false],
    [{ $and: [{ $eq: [1, 1] }, { $eq: [1, 2] }] }, false],
    [{ $and: [{ $eq: [1, 1] }, { $eq: [2, 2] }] }, true],
    [{ $or: [{ $eq: [1, 2] }, { $eq: [1, 1] }] }, true],
    [{ $or: [{ $eq: [1, 2] }, { $eq: [1, 3] }] }, false],
    [{ $not: { $eq: [1, 2] } }, true],
    [{ $not: { $exists: '$prev.n' } }, false],
  ])('%j is %s', (condition, value) => {
    expect(conditionSchema.safeParse(condition).success).toBe(true);
    expect(holds(condition)).toEqual({ ok: true, value });
  });

  it.each<Condition>([
    { $eq: ['$prev.nope', 1] },
    { $not: { $gt: ['$prev.nope', 1] } },
    { $and: [{ $eq: ['$prev.nope', 1] }] },
  ])('%j names the reference that cannot be resolved', (condition) => {
    expect(holds(condition)).toMatchObject({ ok: false, reference: '$prev.nope' });
  });

  it('short-circuits', () => {
    const broken: Condition = { $eq: ['$prev.nope', 1] };
    expect(holds({ $and: [{ $eq: [1, 2] }, broken] })).toEqual(no);
    expect(holds({ $or: [{ $eq: [1, 1] }, broken] })).toEqual(yes);
  });

  it('compares values that JSON cannot represent without throwing', () => {
    expect(holds({ $eq: ['$prev.big', '$prev.big'] })).toEqual(yes);
    expect(holds({ $eq: ['$prev.big', 5] })).toEqual(no);
    expect(holds({ $ne: ['$prev.circle', { self: 1 }] })).toMatchObject({ ok: true });
  });

  it.each([
    {},
    { $eq: [1] },
    { $eq: [1, 2, 3] },
    { $eq: [1, 1], $ne: [1, 2] },
    { $like: ['a', 'b'] },
    { $exists: 5 },
    { $and: { $eq: [1, 1] } },
    'text',
  ])('does not accept %j', (condition) => {
    expect(conditionSchema.safeParse(condition).success).toBe(false);
  });
});
