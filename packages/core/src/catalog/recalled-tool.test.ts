import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { definitionHash, toolHash } from './content-hash.ts';
import { recallReading } from './recalled-tool.ts';
import type { Tool } from './tool.ts';
import { readDefinition, toolFromDefinition } from './tool-record.ts';

const DEFINITION = {
  name: 'create_issue',
  title: 'Create issue',
  description: 'Create a new issue.\u0000 Returns it.',
  inputSchema: { $schema: 'x', type: 'object', properties: { project: { type: 'string' } } },
  outputSchema: { type: 'object' },
  annotations: { destructiveHint: false, title: 'Other' },
};

/** The same definition, read before. `looked` counts how often its schema was looked at. */
function recalled(definition: object): { definition: object; looked: () => number } {
  const reading = readDefinition(definition);
  let looked = 0;
  const { inputSchema, ...rest } = structuredClone(definition) as { inputSchema?: unknown };
  const copy = Object.defineProperty(rest, 'inputSchema', {
    get: () => {
      looked += 1;
      return inputSchema;
    },
    enumerable: true,
  });
  if (reading) recallReading(copy, reading);
  return { definition: copy, looked: () => looked };
}

describe('a definition that was read before', () => {
  it('gives the same tool, with the same hashes', () => {
    const fresh = toolFromDefinition('up', DEFINITION) as Tool;
    const again = toolFromDefinition('up', recalled(DEFINITION).definition) as Tool;
    expect({ ...again }).toEqual(fresh);
    expect(JSON.parse(JSON.stringify(again))).toEqual(fresh);
    expect(definitionHash(again)).toBe(definitionHash(fresh));
    expect(toolHash(again)).toBe(toolHash(fresh));
  });

  it('gives the same tool whatever the definition holds', () => {
    const values = fc.record(
      {
        name: fc.string({ minLength: 1 }),
        title: fc.jsonValue(),
        description: fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()),
        inputSchema: fc.oneof(fc.record({ type: fc.jsonValue(), properties: fc.jsonValue() }), fc.jsonValue()),
        outputSchema: fc.oneof(fc.record({ type: fc.jsonValue() }), fc.jsonValue()),
        annotations: fc.oneof(fc.record({ title: fc.jsonValue(), readOnlyHint: fc.jsonValue() }), fc.jsonValue()),
      },
      { requiredKeys: ['name'] },
    );
    fc.assert(
      fc.property(values, (definition) => {
        const fresh = toolFromDefinition('up', definition);
        const again = toolFromDefinition('up', recalled(definition).definition);
        expect(again && { ...again }).toEqual(fresh);
        if (fresh && again) expect(toolHash(again)).toBe(toolHash(fresh));
      }),
    );
  });

  it('is not looked at before somebody wants a schema, and then once', () => {
    const { definition, looked } = recalled(DEFINITION);
    const tool = toolFromDefinition('up', definition) as Tool;
    expect(tool).toMatchObject({ id: 'up/create_issue', summary: 'Create a new issue', destructive: false });
    expect(toolHash(tool)).toMatch(/^[0-9a-f]{64}$/);
    expect(looked()).toBe(0);
    expect(tool.inputSchema).toBe(tool.inputSchema);
    expect(looked()).toBeGreaterThan(0);
    const before = looked();
    expect(tool.inputSchema['$schema']).toBeUndefined();
    expect(looked()).toBe(before);
  });

  it('is placed like one that was not', () => {
    const placement = { category: 'work', tags: ['a'], alwaysAvailable: true, description: 'Mine.' };
    const fresh = toolFromDefinition('up', DEFINITION, placement) as Tool;
    const again = toolFromDefinition('up', recalled(DEFINITION).definition, placement) as Tool;
    expect(again).toMatchObject(placement);
    expect({ ...again }).toEqual(fresh);
    expect(toolHash(again)).toBe(toolHash(fresh));
    expect(definitionHash(again)).not.toBe(definitionHash(toolFromDefinition('up', DEFINITION) as Tool));
  });
});
