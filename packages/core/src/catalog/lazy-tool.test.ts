import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { definitionHash, toolHash } from './content-hash.ts';
import { lazyTool, type ToolPlacement } from './lazy-tool.ts';
import type { Tool } from './tool.ts';
import { definitionFacts, toolFromDefinition } from './tool-record.ts';

const DEFINITION = {
  name: 'create_issue',
  title: 'Create issue',
  description: 'Create a new issue.\u0000 Returns it.',
  inputSchema: { $schema: 'x', type: 'object', properties: { project: { type: 'string' } } },
  outputSchema: { type: 'object' },
  annotations: { destructiveHint: false, title: 'Other' },
};

/** A lazy tool of a definition, and how often the definition was parsed. */
function lazyOf(definition: object, placement: ToolPlacement = {}): { tool: Tool | undefined; parsed: () => number } {
  const facts = definitionFacts(definition);
  let parsed = 0;
  const parse = () => {
    parsed += 1;
    return structuredClone(definition);
  };
  const { name } = definition as { name: string };
  return { tool: facts && lazyTool('up', { name, facts, parse }, placement), parsed: () => parsed };
}

describe('a lazy tool', () => {
  it('equals the tool of the parsed definition, and has the same hashes', () => {
    const fresh = toolFromDefinition('up', DEFINITION) as Tool;
    const again = lazyOf(DEFINITION).tool as Tool;
    expect({ ...again }).toEqual(fresh);
    expect(JSON.parse(JSON.stringify(again))).toEqual(fresh);
    expect(definitionHash(again)).toBe(definitionHash(fresh));
    expect(toolHash(again)).toBe(toolHash(fresh));
  });

  it('equals the tool of the parsed definition for any definition', () => {
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
        const again = lazyOf(definition).tool;
        expect(again && { ...again }).toEqual(fresh);
        if (fresh && again) expect(toolHash(again)).toBe(toolHash(fresh));
      }),
    );
  });

  it('parses its definition when a schema is first read, and only once', () => {
    const { tool, parsed } = lazyOf(DEFINITION) as { tool: Tool; parsed: () => number };
    expect(tool).toMatchObject({ id: 'up/create_issue', summary: 'Create a new issue', destructive: false });
    expect(toolHash(tool)).toMatch(/^[0-9a-f]{64}$/);
    expect(parsed()).toBe(0);
    expect(tool.inputSchema).toBe(tool.inputSchema);
    expect(tool.inputSchema['$schema']).toBeUndefined();
    expect(tool.description).toBe('Create a new issue. Returns it.');
    expect(parsed()).toBe(1);
  });

  it('takes a placement like any other tool', () => {
    const placement = { category: 'work', tags: ['a'], alwaysAvailable: true, description: 'Mine.' };
    const fresh = toolFromDefinition('up', DEFINITION, placement) as Tool;
    const again = lazyOf(DEFINITION, placement).tool as Tool;
    expect(again).toMatchObject(placement);
    expect({ ...again }).toEqual(fresh);
    expect(toolHash(again)).toBe(toolHash(fresh));
    expect(definitionHash(again)).not.toBe(definitionHash(toolFromDefinition('up', DEFINITION) as Tool));
  });
});
