import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { success } from '../result/result.ts';
import { defineCommand } from './define-command.ts';
import { DefinitionError } from './definition-error.ts';

const base = { name: 'order-create', description: 'Create an order.', handler: () => success(1) };

describe('defineCommand', () => {
  it('accepts a summary of exactly 80 characters', () => {
    expect(defineCommand({ ...base, summary: 'x'.repeat(80) }).summary).toHaveLength(80);
  });

  it('rejects a summary of 81 characters, with its command and length', () => {
    const define = () => defineCommand({ ...base, summary: 'x'.repeat(81) });
    expect(define).toThrow(DefinitionError);
    expect(define).toThrow(/'order-create'.*81 characters.*80/);
  });

  it.each(['', '   ', '\n'])('rejects the empty name %j', (name) => {
    expect(() => defineCommand({ ...base, name })).toThrow(/empty name/);
  });

  it('rejects a name that is not a string', () => {
    expect(() => defineCommand({ ...base, name: undefined as never })).toThrow(DefinitionError);
  });

  it.each(['', '  ', undefined])('rejects the missing description %j, with the name of the command', (description) => {
    expect(() => defineCommand({ ...base, description: description as string })).toThrow(
      /'order-create' has no description/,
    );
  });

  it('rejects a command without a handler', () => {
    expect(() => defineCommand({ ...base, handler: undefined as never })).toThrow(/'order-create' has no handler/);
  });

  it('rejects an example that does not match the schema, with the title, the field and the reason', () => {
    const define = () =>
      defineCommand({
        ...base,
        input: z.object({ item: z.object({ count: z.number() }) }),
        examples: [
          { title: 'fine', input: { item: { count: 1 } } },
          { title: 'broken', input: { item: { count: 'two' } } },
        ],
      });
    expect(define).toThrow(/Example 'broken' of command 'order-create'.*item\.count: .*number/);
  });

  it('names the whole input if an example is not an object', () => {
    const define = () =>
      defineCommand({ ...base, input: z.object({}), examples: [{ title: 'odd', input: 5 as never }] });
    expect(define).toThrow(/input: /);
  });

  it('accepts valid examples, and any example without a schema', () => {
    expect(() =>
      defineCommand({ ...base, input: z.object({ n: z.number() }), examples: [{ title: 'one', input: { n: 1 } }] }),
    ).not.toThrow();
    expect(() => defineCommand({ ...base, examples: [{ title: 'one', input: { anything: true } }] })).not.toThrow();
  });

  it('does not reject an example that can only be checked asynchronously', () => {
    const input = z.object({ n: z.number() }).refine(async () => false);
    expect(() => defineCommand({ ...base, input, examples: [{ title: 'later', input: { n: 1 } }] })).not.toThrow();
  });

  it('returns a frozen copy', () => {
    const options = { ...base };
    const command = defineCommand(options);
    expect(Object.isFrozen(command)).toBe(true);
    options.name = '';
    expect(command.name).toBe('order-create');
  });
});
