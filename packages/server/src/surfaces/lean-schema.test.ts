import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { leanSchema } from './lean-schema.ts';

describe('leanSchema', () => {
  it('keeps names, types, choices, descriptions and what is required', () => {
    const schema = z.object({
      a: z.string().min(1).max(9).regex(/x/).describe('About a'),
      b: z.int().min(1).max(5).default(3),
      c: z.enum(['x', 'y']).optional(),
      d: z.array(z.string().min(1)).min(1).max(3),
      e: z.record(z.string(), z.unknown()).optional(),
    });
    expect(leanSchema(schema)).toEqual({
      type: 'object',
      properties: {
        a: { type: 'string', maxLength: 9, description: 'About a' },
        b: { type: 'integer' },
        c: { type: 'string', enum: ['x', 'y'] },
        d: { type: 'array', items: { type: 'string' } },
        e: { type: 'object' },
      },
      required: ['a', 'd'],
    });
  });

  it('leaves out hidden properties, and an empty list of required ones', () => {
    const schema = z.object({ a: z.string().optional(), context: z.string().optional() });
    expect(leanSchema(schema, ['context'])).toEqual({ type: 'object', properties: { a: { type: 'string' } } });
  });

  it('keeps properties that are called like a keyword, at every depth', () => {
    const odd = z.object({ default: z.string(), pattern: z.string(), maximum: z.number() });
    const properties = leanSchema(z.object({ minimum: z.number(), nested: z.array(odd) }))['properties'];
    expect(properties).toHaveProperty('minimum', { type: 'number' });
    expect(properties).toHaveProperty('nested.items', {
      type: 'object',
      properties: { default: { type: 'string' }, pattern: { type: 'string' }, maximum: { type: 'number' } },
      required: ['default', 'pattern', 'maximum'],
    });
  });

  it('writes a recursive part as an object, without its definition', () => {
    const node: z.ZodType = z.lazy(() => z.object({ child: node.optional() }));
    const text = JSON.stringify(leanSchema(z.object({ when: node, also: node })));
    expect(text).not.toContain('$ref');
    expect(text).not.toContain('$defs');
  });
});
