import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fadeShape, mergeShapes, SHAPE_LIMITS, type Shape, shapeOf, tidyShape } from './shape.ts';
import { schemaOfShape } from './shape-schema.ts';

const learned = (...values: unknown[]): Shape => tidyShape(values.map(shapeOf).reduce(mergeShapes));
const schema = (...values: unknown[]) => schemaOfShape(learned(...values));

describe('the shape of results', () => {
  it('has the keys and types of values, and which keys are always there', () => {
    const results = [
      { id: 1, title: 'A', labels: ['x'], author: { name: 'ann' } },
      { id: 2, title: 'B', labels: [], author: { name: 'ben', bot: true }, closed: null },
      { id: 2.5, title: 'C', labels: ['y', 'z'], author: { name: 'cy', bot: false }, closed: 'now' },
    ];
    expect(schema(...results)).toEqual({
      type: 'object',
      properties: {
        author: {
          type: 'object',
          properties: { bot: { type: 'boolean' }, name: { type: 'string' } },
          required: ['name'],
        },
        closed: { anyOf: [{ type: 'null' }, { type: 'string' }] },
        id: { type: 'number' },
        labels: { type: 'array', items: { type: 'string' } },
        title: { type: 'string' },
      },
      required: ['author', 'id', 'labels', 'title'],
    });
  });

  it('reads a text that is JSON, and keeps any other text as a text', () => {
    expect(schema('{"id": 1}', '{"id": 2}')).toEqual(schema({ id: 1 }, { id: 2 }));
    expect(schema('{broken', 'plain')).toEqual({ type: 'string' });
  });

  it('never contains a value', () => {
    const secret = 'hunter2-secret';
    const values = [secret, { token: secret, list: [secret], inner: { deep: secret } }, `{"a":"${secret}"}`];
    expect(JSON.stringify(values.map(shapeOf))).not.toContain('hunter2');
  });

  it.each([
    ['ids', { '2f9a6c1e-11aa': 1, '7d21b3c4-22bb': 2 }],
    ['addresses', { 'ann@example.com': 1, 'ben@example.com': 2 }],
    ['numbers', { 1001: 'a', 1002: 'b' }],
    ['names of people with records', { ann: { age: 1 }, ben: { age: 2 } }],
    ['many names with counts', Object.fromEntries([...'abcdefghijklmno'].map((name) => [name, 1]))],
    ['sentences', { 'the whole text of a mail': 1 }],
  ])('counts the keys of a map as values: %s', (_what, map) => {
    // Also when every result has the same keys.
    const shown = JSON.stringify(learned(map, map, map));
    for (const key of Object.keys(map)) expect(shown).not.toContain(`"${key}"`);
    expect(schema(map, map)).toMatchObject({ type: 'object', additionalProperties: expect.anything() });
  });

  it('does not show a key that was seen once', () => {
    expect(JSON.stringify(learned({ id: 1, ann: true }, { id: 2, ben: 1 }))).not.toMatch(/ann|ben/);
  });

  it('follows results that drift: old keys fade, new ones appear', () => {
    const old = Array.from({ length: 40 }, () => shapeOf({ id: 1, name: 'a' })).reduce(mergeShapes);
    const next = shapeOf({ id: 'x', title: 'b' });
    let shape = old;
    for (let round = 0; round < 8; round += 1) {
      for (let i = 0; i < 40; i += 1) shape = mergeShapes(shape, next);
      shape = fadeShape(shape) as Shape;
    }
    expect(schemaOfShape(tidyShape(shape))).toEqual({
      type: 'object',
      properties: { id: { type: 'string' }, title: { type: 'string' } },
      required: ['title', 'id'].sort(),
    });
  });

  it('fades away', () => {
    expect(fadeShape(shapeOf({ id: 1 }))).toBeUndefined();
  });

  it('is the same in whatever order results are merged', () => {
    const values = fc.array(fc.jsonValue({ maxDepth: 3 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(values, fc.nat(), (results, at) => {
        const shapes = results.map(shapeOf);
        const split = at % shapes.length;
        const turned = [...shapes.slice(split), ...shapes.slice(0, split)].reverse();
        const [one, other] = [shapes, turned].map((all) => tidyShape(all.reduce(mergeShapes)));
        expect(schemaOfShape(one as Shape)).toEqual(schemaOfShape(other as Shape));
        expect(JSON.parse(JSON.stringify(one))).toEqual(JSON.parse(JSON.stringify(other)));
      }),
      { numRuns: 200 },
    );
  });

  it('is bounded for hostile results', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 5_000; i += 1) deep = { deep };
    const wide = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, i) => [
        `k${String(i).replace(/\d/g, (d) => 'abcdefghij'[Number(d)] as string)}`,
        { v: i },
      ]),
    );
    const long = Array.from({ length: 100_000 }, (_, i) => ({ [`x${i}`]: i }));
    const odd = JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": 1}, "toString": 1}');
    for (const value of [deep, wide, long, odd, undefined, Number.NaN, '['.repeat(100_000)]) {
      const shape = learned(value, value);
      expect(JSON.stringify(shape).length).toBeLessThan(SHAPE_LIMITS.nodes * 100);
      expect(() => schemaOfShape(shape)).not.toThrow();
    }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
