import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { command, dataOf, engineWith } from '../../../../test/fixtures/tools.ts';
import { success } from '../result/result.ts';
import { selectFields } from './select.ts';

const order = {
  id: 1,
  customer: { name: 'Ada', mail: 'a@b' },
  lines: [
    { sku: 'x', n: 1 },
    { sku: 'y', n: 2 },
  ],
};

/** Simple reference implementation of `selectFields`. Primitive values stay unchanged. */
function naive(value: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => naive(item, fields));
  if (typeof value !== 'object' || value === null) return value;
  const kept: [string, unknown][] = [];
  for (const [key, inner] of Object.entries(value)) {
    const below = fields.filter((field) => field.startsWith(`${key}.`)).map((field) => field.slice(key.length + 1));
    if (fields.includes(key)) kept.push([key, inner]);
    else if (below.length > 0) kept.push([key, naive(inner, below)]);
  }
  return Object.fromEntries(kept);
}

describe('selectFields', () => {
  it('keeps the named fields, nested ones too, and reports what is nowhere', () => {
    expect(selectFields(order, ['id', 'customer.name', 'total'])).toEqual({
      data: { id: 1, customer: { name: 'Ada' } },
      missing: ['total'],
    });
  });

  it('looks into the items of lists, also of lists in lists', () => {
    expect(selectFields([order, { id: 2 }], ['lines.sku'])).toEqual({
      data: [{ lines: [{ sku: 'x' }, { sku: 'y' }] }, {}],
      missing: [],
    });
    expect(selectFields([[{ a: 1, b: 2 }]], ['a']).data).toEqual([[{ a: 1 }]]);
  });

  it('keeps the whole of a field that is named beside one of its parts', () => {
    expect(selectFields(order, ['customer', 'customer.name'])).toEqual({
      data: { customer: order.customer },
      missing: [],
    });
    expect(selectFields(order, ['customer.nothing', 'customer']).missing).toEqual(['customer.nothing']);
  });

  it('leaves data that has no fields as it is and says so', () => {
    expect(selectFields('text', ['a'])).toEqual({ data: 'text', missing: ['a'] });
    expect(selectFields(null, ['a'])).toEqual({ data: null, missing: ['a'] });
  });

  it.each(['__proto__', 'constructor', 'toString'])('does not find the inherited %s, and finds an own one', (key) => {
    expect(selectFields({ a: 1 }, [key])).toEqual({ data: {}, missing: [key] });
    const { data, missing } = selectFields(JSON.parse(`{"${key}":{"x":1},"a":2}`), [key]);
    expect(missing).toEqual([]);
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
    expect(Object.hasOwn(data as object, key)).toBe(true);
  });

  it('does not overflow on lists nested 10,000 deep', () => {
    let data: unknown = [{ a: 1 }];
    for (let depth = 0; depth < 10_000; depth += 1) data = [data];
    expect(() => selectFields(data, ['a'])).not.toThrow();
  });

  it('agrees with a naive model', () => {
    const key = fc.constantFrom('a', 'b', 'c');
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.integer(),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(key, tie('value'), { maxKeys: 3 }),
      ),
    })).value;
    const field = fc.array(key, { minLength: 1, maxLength: 3 }).map((keys) => keys.join('.'));
    fc.assert(
      fc.property(value, fc.uniqueArray(field, { minLength: 1, maxLength: 4 }), (data, fields) => {
        expect(selectFields(data, fields).data).toEqual(naive(data, fields));
      }),
    );
  });
});

describe('select on a call', () => {
  const engine = engineWith([
    command('order-get', { input: z.object({}), handler: () => success(order, { confidence: 0.9 }) }),
  ]);

  it('returns only what was asked for, keeps the trust fields, and warns of what is missing', async () => {
    const result = await engine.call({ command: 'order-get', select: ['id', 'nope'] });
    expect(result).toMatchObject({ data: { id: 1 }, confidence: 0.9, warnings: ['No such fields: nope'] });
  });

  it('returns everything where nothing is named', async () => {
    expect(dataOf(await engine.call({ command: 'order-get', select: [] }))).toEqual(order);
  });

  it('leaves a failure alone', async () => {
    const result = await engine.call({ command: 'nobody', select: ['id'] });
    expect(result).toMatchObject({ success: false, error: { code: 'COMMAND_NOT_FOUND' } });
    expect(result).not.toHaveProperty('warnings');
  });
});
