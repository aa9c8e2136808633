import { describe, expect, it } from 'vitest';
import { sampleInput } from './sample-input.ts';

const object = (properties: object, required = Object.keys(properties)) => ({ type: 'object', properties, required });

describe('sampleInput', () => {
  it('has required properties only', () => {
    const schema = object({ name: { type: 'string' }, count: { type: 'integer' }, on: { type: 'boolean' } }, [
      'name',
      'on',
    ]);
    expect(sampleInput(schema)).toEqual({ name: 'text', on: true });
  });

  it('is empty without required properties, and without a schema', () => {
    expect(sampleInput({ type: 'object' })).toEqual({});
    expect(sampleInput(undefined)).toEqual({});
    expect(sampleInput(true)).toEqual({});
  });

  it('uses constants, enum values, defaults and formats', () => {
    const schema = object({
      kind: { const: 'issue' },
      order: { enum: ['asc', 'desc'] },
      page: { type: 'integer', default: 3 },
      day: { type: 'string', format: 'date' },
    });
    expect(sampleInput(schema)).toEqual({ kind: 'issue', order: 'asc', page: 3, day: '2026-01-31' });
  });

  it('has a value where an enum is empty', () => {
    expect(sampleInput(object({ kind: { type: 'string', enum: [] } }))).toEqual({ kind: 'text' });
  });

  it('respects bounds', () => {
    const schema = object({
      low: { type: 'number', minimum: 10 },
      high: { type: 'integer', maximum: -4 },
      above: { type: 'integer', exclusiveMinimum: 5 },
      between: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
      step: { type: 'integer', minimum: 7, multipleOf: 5 },
      long: { type: 'string', minLength: 6 },
      short: { type: 'string', maxLength: 2 },
    });
    const { low, high, above, between, step, long, short } = sampleInput(schema);
    expect({ low, high, above, between, step }).toEqual({ low: 10, high: -4, above: 6, between: 0.5, step: 10 });
    expect([long, short]).toEqual(['textxx', 'te']);
  });

  it('fills lists and nested objects as far as required', () => {
    const schema = object({
      none: { type: 'array', items: { type: 'string' } },
      two: { type: 'array', minItems: 2, uniqueItems: true, items: { type: 'string' } },
      pair: { type: 'array', minItems: 2, prefixItems: [{ type: 'integer' }, { type: 'boolean' }] },
      inner: object({ id: { type: 'string' } }),
      open: { type: 'object', minProperties: 1, additionalProperties: { type: 'integer' } },
    });
    expect(sampleInput(schema)).toEqual({
      none: [],
      two: ['text', 'text1'],
      pair: [1, true],
      inner: { id: 'text' },
      open: { key0: 1 },
    });
  });

  it('takes the first alternative that is not null, and all of `allOf`', () => {
    const schema = {
      allOf: [
        object({ a: { anyOf: [{ type: 'null' }, { type: 'integer' }] } }),
        object({ b: { type: ['null', 'boolean'] } }),
      ],
    };
    expect(sampleInput(schema)).toEqual({ a: 1, b: true });
  });

  it('resolves references, and ends recursive ones', () => {
    const schema = {
      ...object({ owner: { $ref: '#/$defs/person' }, tree: { $ref: '#/$defs/node' } }),
      $defs: {
        person: object({ id: { type: 'integer' } }),
        node: object({ child: { $ref: '#/$defs/node' } }),
      },
    };
    const { owner, tree } = sampleInput(schema);
    expect(owner).toEqual({ id: 1 });
    expect(tree).toHaveProperty('child.child');
  });
});
