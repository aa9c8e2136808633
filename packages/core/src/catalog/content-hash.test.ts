import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tool } from '../../../../test/fixtures/tools.ts';
import { contentHash, schemaHash, toolHash } from './content-hash.ts';
import { canonicalJson, own } from './json.ts';

/** The same value with the keys of every object in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
}

describe('canonicalJson', () => {
  it('writes the same text for any order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      }),
    );
  });

  it('can be parsed back to the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('keeps the order of lists', () => {
    expect(canonicalJson([2, 1])).not.toBe(canonicalJson([1, 2]));
  });

  it('writes a key called __proto__ like any other', () => {
    const value = JSON.parse('{"b":1,"__proto__":{"a":1}}');
    expect(canonicalJson(value)).toBe('{"__proto__":{"a":1},"b":1}');
  });
});

describe('own', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('does not find the inherited %s', (key) => {
    expect(own({}, key)).toBeUndefined();
  });

  it('finds own properties of that name, and nothing in other values', () => {
    expect(own(JSON.parse('{"__proto__":1}'), '__proto__')).toBe(1);
    expect(own(null, 'a')).toBeUndefined();
    expect(own('text', 'length')).toBeUndefined();
  });
});

describe('hashes', () => {
  it('are equal for equal content and different for different content', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(contentHash(a) === contentHash(b)).toBe(canonicalJson(a) === canonicalJson(b));
      }),
    );
  });

  it('of a tool change with every field that a caller can see', () => {
    const before = toolHash(tool('a'));
    expect(toolHash(tool('a'))).toBe(before);
    const changes = [
      { description: 'Other.' },
      { tags: ['x'] },
      { mutation: true },
      { enabled: false },
      { contexts: ['c'] },
      { inputSchema: { type: 'object', properties: { a: {} } } },
      { outputSchema: { type: 'object' } },
    ];
    const after = changes.map((change) => toolHash(tool('a', undefined, change)));
    expect(new Set([before, ...after]).size).toBe(changes.length + 1);
  });

  it('of a schema are short, and depend on the schema only', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } } };
    const hash = schemaHash(tool('a', schema));
    expect(hash).toMatch(/^[0-9a-f]{8}$/);
    expect(schemaHash(tool('b', { properties: { a: { type: 'string' } }, type: 'object' }))).toBe(hash);
    expect(schemaHash(tool('a', { ...schema, required: ['a'] }))).not.toBe(hash);
  });
});
