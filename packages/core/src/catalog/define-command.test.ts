import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { success } from '../result/result.ts';
import { DefinitionError, defineCommand } from './define-command.ts';

const base = { name: 'order-create', description: 'Create an order.', handler: () => success(1) };

describe('defineCommand', () => {
  it('accepts a summary of exactly 80 characters', () => {
    expect(defineCommand({ ...base, summary: 'x'.repeat(80) }).summary).toHaveLength(80);
  });

  it('refuses a summary of 81 characters and says whose it is and how long', () => {
    const define = () => defineCommand({ ...base, summary: 'x'.repeat(81) });
    expect(define).toThrow(DefinitionError);
    expect(define).toThrow(/'order-create'.*81 characters.*80/);
  });

  it.each(['', '   ', '\n'])('refuses the empty name %j', (name) => {
    expect(() => defineCommand({ ...base, name })).toThrow(/empty name/);
  });

  it('refuses a name that is not a text', () => {
    expect(() => defineCommand({ ...base, name: undefined as never })).toThrow(DefinitionError);
  });

  it.each(['', '  ', undefined])('refuses the missing description %j and names the command', (description) => {
    expect(() => defineCommand({ ...base, description: description as string })).toThrow(
      /'order-create' has no description/,
    );
  });

  it('refuses a command without a handler', () => {
    expect(() => defineCommand({ ...base, handler: undefined as never })).toThrow(/'order-create' has no handler/);
  });

  it('refuses an example that its own schema rejects, with the title, the field and the reason', () => {
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

  it('names the input as a whole where an example is not even an object', () => {
    const define = () =>
      defineCommand({ ...base, input: z.object({}), examples: [{ title: 'odd', input: 5 as never }] });
    expect(define).toThrow(/input: /);
  });

  it('accepts examples that fit, and any example where there is no schema', () => {
    expect(() =>
      defineCommand({ ...base, input: z.object({ n: z.number() }), examples: [{ title: 'one', input: { n: 1 } }] }),
    ).not.toThrow();
    expect(() => defineCommand({ ...base, examples: [{ title: 'one', input: { anything: true } }] })).not.toThrow();
  });

  it('does not refuse an example that can only be checked asynchronously', () => {
    const input = z.object({ n: z.number() }).refine(async () => false);
    expect(() => defineCommand({ ...base, input, examples: [{ title: 'later', input: { n: 1 } }] })).not.toThrow();
  });

  it('returns a frozen copy, so that what was checked cannot change', () => {
    const options = { ...base };
    const command = defineCommand(options);
    expect(Object.isFrozen(command)).toBe(true);
    options.name = '';
    expect(command.name).toBe('order-create');
  });
});
