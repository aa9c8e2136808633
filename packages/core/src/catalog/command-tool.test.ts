import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { command } from '../../../../test/fixtures/tools.ts';
import type { CommandSchema } from './command-schema.ts';
import { toolOfCommand } from './command-tool.ts';
import { deriveCategory, exceedsRisk, riskOf } from './tool.ts';

/** A schema that counts its conversions to JSON Schema. */
function countedSchema(schema: z.ZodType): { schema: CommandSchema; conversions: () => number } {
  const standard = schema['~standard'];
  const input = vi.fn(standard.jsonSchema.input);
  const output = vi.fn(standard.jsonSchema.output);
  const counted = { _zod: schema._zod, '~standard': { ...standard, jsonSchema: { input, output } } };
  return {
    schema: counted as unknown as CommandSchema,
    conversions: () => input.mock.calls.length + output.mock.calls.length,
  };
}

describe('deriveCategory', () => {
  it.each([
    ['todo-create', 'todo'],
    ['todo_create', 'todo'],
    ['todo.create', 'todo'],
    ['todo/create', 'todo'],
    ['analytics', 'analytics'],
    ['-odd', '-odd'],
    ['', 'general'],
  ])('derives from %j the category %j', (name, category) => {
    expect(deriveCategory(name)).toBe(category);
  });
});

describe('a command as a tool', () => {
  it('keeps every field that its author set', () => {
    const said = {
      title: 'T',
      summary: 'S',
      category: 'c',
      tags: ['t'],
      aliases: ['a'],
      relatedTools: ['r'],
      enabled: false,
      mutation: true,
      destructive: true,
      confirmPrompt: 'Sure?',
      executionTime: 'slow',
      errors: ['E'],
      handoff: true,
      handoffProtocol: 'h',
      version: '1',
      contexts: ['x'],
      requires: ['y'],
      annotations: { openWorldHint: true },
      core: true,
      alwaysAvailable: true,
    } as const;
    expect(toolOfCommand(command('a', said), 's')).toMatchObject(said);
  });

  it('keeps an explicit category, and derives a missing or empty one', () => {
    expect(toolOfCommand(command('a-b', { category: 'c' }), 's').category).toBe('c');
    expect(toolOfCommand(command('a-b'), 's').category).toBe('a');
    expect(toolOfCommand(command('a-b', { category: '' }), 's').category).toBe('a');
  });

  it('keeps an explicit summary, and derives a missing one', () => {
    expect(toolOfCommand(command('a', { summary: 'Mine' }), 's').summary).toBe('Mine');
    expect(toolOfCommand(command('a', { description: 'First one. Second one.' }), 's').summary).toBe('First one');
  });

  it('has the id server/name and never carries the handler', () => {
    const tool = toolOfCommand(command('a'), 's');
    expect(tool.id).toBe('s/a');
    expect(tool).not.toHaveProperty('handler');
  });

  it('counts a destructive command as a mutation', () => {
    expect(toolOfCommand(command('a', { destructive: true }), 's').mutation).toBe(true);
    expect(toolOfCommand(command('a'), 's').mutation).toBe(false);
  });

  it.each<[Parameters<typeof command>[1], string]>([
    [{}, 'write'],
    [{ annotations: { title: 'Orders', idempotentHint: true } }, 'write'],
    [{ mutation: false }, 'read'],
    [{ destructive: false }, 'write'],
    [{ mutation: true }, 'write'],
    [{ destructive: true }, 'destructive'],
    [{ annotations: { readOnlyHint: true } }, 'read'],
    [{ annotations: { readOnlyHint: false } }, 'destructive'],
    [{ annotations: { readOnlyHint: false, destructiveHint: false } }, 'write'],
    [{ annotations: { destructiveHint: false } }, 'write'],
    [{ annotations: { destructiveHint: true } }, 'destructive'],
    [{ annotations: { readOnlyHint: false }, mutation: true }, 'write'],
    // Two declarations that contradict each other: the higher risk counts.
    [{ annotations: { readOnlyHint: true }, mutation: true }, 'write'],
    [{ annotations: { readOnlyHint: true }, destructive: true }, 'destructive'],
    [{ annotations: { destructiveHint: true }, mutation: false }, 'destructive'],
    [{ annotations: { destructiveHint: true }, destructive: false }, 'destructive'],
    [{ annotations: { readOnlyHint: false }, mutation: false }, 'write'],
  ])('derives the risk from fields and annotations: %j → %s', (declared, risk) => {
    expect(riskOf(toolOfCommand(command('a', declared), 's'))).toBe(risk);
  });

  it('accepts a deprecation as a flag or as a message', () => {
    expect(toolOfCommand(command('a', { deprecated: true }), 's')).toMatchObject({ deprecated: true });
    const instead = toolOfCommand(command('a', { deprecated: 'use b' }), 's');
    expect(instead).toMatchObject({ deprecated: true, deprecationMessage: 'use b' });
    expect(toolOfCommand(command('a'), 's').deprecated).toBe(false);
  });

  it('converts its schemas on first use, and only once', () => {
    const { schema, conversions } = countedSchema(z.object({ n: z.number() }));
    const tool = toolOfCommand(command('a', { input: schema, output: schema }), 's');
    expect(conversions()).toBe(0);
    const first = tool.inputSchema;
    expect(conversions()).toBe(1);
    expect(tool.inputSchema).toBe(first);
    expect(toolOfCommand(command('b', { input: schema }), 's').inputSchema).toBe(first);
    expect(conversions()).toBe(1);
    expect(tool.outputSchema).toBe(tool.outputSchema);
    expect(conversions()).toBe(2);
  });

  it('describes the input before defaults and transforms', () => {
    const input = z.object({ n: z.number().default(1), text: z.string().transform((text) => text.length) });
    const { inputSchema } = toolOfCommand(command('a', { input }), 's');
    expect(inputSchema).toMatchObject({ type: 'object', required: ['text'] });
    expect(inputSchema).toHaveProperty('properties.text.type', 'string');
    expect(inputSchema).not.toHaveProperty('$schema');
  });

  it('accepts any object without a schema, and has no output schema then', () => {
    const tool = toolOfCommand(command('a'), 's');
    expect(tool.inputSchema).toEqual({ type: 'object', properties: {} });
    expect('outputSchema' in tool).toBe(false);
  });

  it('describes types without a JSON Schema equivalent as any value', () => {
    const input = z.object({ when: z.coerce.date(), size: z.coerce.bigint(), name: z.string() });
    const { inputSchema } = toolOfCommand(command('a', { input }), 's');
    expect(inputSchema).toMatchObject({ type: 'object', properties: { when: {}, size: {}, name: { type: 'string' } } });
  });
});

describe('risk', () => {
  it('is the highest that applies: destructive, then write, then read', () => {
    expect(riskOf({ mutation: false, destructive: false })).toBe('read');
    expect(riskOf({ mutation: true, destructive: false })).toBe('write');
    expect(riskOf({ mutation: true, destructive: true })).toBe('destructive');
    expect(riskOf({ mutation: false, destructive: true })).toBe('destructive');
  });

  it('is exceeded only by a higher risk', () => {
    expect(exceedsRisk('write', 'read')).toBe(true);
    expect(exceedsRisk('destructive', 'write')).toBe(true);
    expect(exceedsRisk('write', 'write')).toBe(false);
    expect(exceedsRisk('read', 'destructive')).toBe(false);
  });
});
