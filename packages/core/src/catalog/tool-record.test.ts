import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signatureOf } from '../levels/signature.ts';
import { Catalog } from './catalog.ts';
import { contentHash } from './content-hash.ts';
import { DEFINITION_BOUNDS } from './definition-parts.ts';
import { SUMMARY_LENGTH } from './summary.ts';
import { riskOf } from './tool.ts';
import { toolFromDefinition } from './tool-record.ts';

const DEFINITION = {
  name: 'create_issue',
  title: 'Create issue',
  description: 'Create a new issue in a project. Returns the issue with its number.',
  inputSchema: {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: { project: { type: 'string' }, labels: { type: 'array', items: { type: 'string' } } },
    required: ['project'],
  },
  outputSchema: { type: 'object', properties: { number: { type: 'integer' } } },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  _meta: { vendor: 'x' },
};

describe('a definition from an upstream', () => {
  it('becomes a tool of the catalog', () => {
    expect(toolFromDefinition('gitlab', DEFINITION)).toEqual({
      id: 'gitlab/create_issue',
      server: 'gitlab',
      name: 'create_issue',
      title: 'Create issue',
      summary: 'Create a new issue in a project',
      description: DEFINITION.description,
      category: 'gitlab',
      tags: [],
      aliases: [],
      inputSchema: {
        type: 'object',
        properties: { project: { type: 'string' }, labels: { type: 'array', items: { type: 'string' } } },
        required: ['project'],
      },
      outputSchema: DEFINITION.outputSchema,
      examples: [],
      relatedTools: [],
      enabled: true,
      deprecated: false,
      mutation: true,
      destructive: false,
      errors: [],
      handoff: false,
      expose: { palette: true, mcp: true, agent: true, cli: true },
      contexts: [],
      requires: [],
      annotations: DEFINITION.annotations,
    });
  });

  it.each([
    [{}, 'destructive'],
    [{ annotations: {} }, 'destructive'],
    [{ annotations: null }, 'destructive'],
    [{ annotations: { readOnlyHint: false } }, 'destructive'],
    [{ annotations: { destructiveHint: true } }, 'destructive'],
    [{ annotations: { destructiveHint: false } }, 'write'],
    [{ annotations: { readOnlyHint: true } }, 'read'],
    [{ annotations: { readOnlyHint: true, destructiveHint: true } }, 'read'],
    [{ annotations: { readOnlyHint: 'true' } }, 'destructive'],
  ])('has the risk that its annotations state: %j → %s', (part, risk) => {
    const tool = toolFromDefinition('s', { name: 'a', ...part });
    expect(tool && riskOf(tool)).toBe(risk);
  });

  it('takes a missing title from the annotations, and a missing description from the title', () => {
    const tool = toolFromDefinition('s', { name: 'a', annotations: { title: 'Do it' } });
    expect(tool).toMatchObject({ title: 'Do it', description: 'Do it', summary: 'Do it' });
    expect(toolFromDefinition('s', { name: 'a' })).toMatchObject({ description: '', summary: 'a' });
    expect(toolFromDefinition('s', { name: 'a' })).not.toHaveProperty('title');
  });

  it.each([
    undefined,
    null,
    7,
    'create_issue',
    [],
    {},
    { name: 7 },
    { name: '' },
    { name: ' ' },
    { name: 'a\nb' },
    { name: '\ud800' },
    { name: 'x'.repeat(DEFINITION_BOUNDS.nameChars + 1) },
    Object.create({ name: 'inherited' }),
  ])('without a valid name is dropped: %j', (definition) => {
    expect(toolFromDefinition('s', definition)).toBeUndefined();
  });

  it.each([[undefined], [null], ['object'], [[]], [true]])('with the schema %j accepts any input', (inputSchema) => {
    expect(toolFromDefinition('s', { name: 'a', inputSchema })?.inputSchema).toEqual({ type: 'object' });
  });

  it('is limited in size', () => {
    const text = 'word '.repeat(50_000);
    const tool = toolFromDefinition('s', { name: 'a', title: text, description: text });
    expect(tool?.title?.length).toBeLessThanOrEqual(DEFINITION_BOUNDS.titleChars);
    expect(tool?.description.length).toBeLessThanOrEqual(DEFINITION_BOUNDS.descriptionChars);
    const wide = { type: 'object', description: 'x'.repeat(DEFINITION_BOUNDS.schemaChars) };
    expect(toolFromDefinition('s', { name: 'a', inputSchema: wide })?.inputSchema).toEqual({ type: 'object' });
    for (const levels of [DEFINITION_BOUNDS.schemaDepth + 1, 100_000]) {
      let deep: object = { type: 'string' };
      for (let level = 0; level < levels; level += 1) deep = { items: deep };
      expect(toolFromDefinition('s', { name: 'a', inputSchema: deep })?.inputSchema).toEqual({ type: 'object' });
    }
  });

  it('loses control characters and lone surrogates, and keeps its line breaks', () => {
    const description = 'One\u0000\u001b[31m two\n\n- three\t\ud83d\ude00 \ud83d';
    expect(toolFromDefinition('s', { name: 'a', description })?.description).toBe(
      'One[31m two\n\n- three\t\ud83d\ude00',
    );
  });

  it('survives cycles, throwing getters and prototype keys', () => {
    const cycle: Record<string, unknown> = { type: 'object' };
    cycle['properties'] = cycle;
    expect(toolFromDefinition('s', { name: 'a', inputSchema: cycle })?.inputSchema).toEqual({ type: 'object' });
    const trap = {
      get name(): string {
        throw new Error('no');
      },
    };
    expect(toolFromDefinition('s', trap)).toBeUndefined();
    const polluted = JSON.parse('{"name":"a","inputSchema":{"type":"object","__proto__":{"x":1}}}');
    expect(toolFromDefinition('s', polluted)?.inputSchema).not.toHaveProperty('x');
    expect({}).not.toHaveProperty('x');
  });

  it('is a copy: later changes of the definition have no effect', () => {
    const definition = structuredClone(DEFINITION);
    const tool = toolFromDefinition('s', definition);
    definition.inputSchema.required.push('labels');
    expect(tool?.inputSchema['required']).toEqual(['project']);
  });

  it('never throws for any value, and the result can be shown, hashed and found', () => {
    const garbage = fc.record(
      {
        name: fc.oneof(fc.string({ minLength: 1 }), fc.anything()),
        title: fc.anything(),
        description: fc.oneof(fc.string({ unit: 'binary' }), fc.anything()),
        inputSchema: fc.oneof(
          fc.record({ type: fc.anything(), properties: fc.anything(), required: fc.anything() }),
          fc.jsonValue(),
          fc.anything(),
        ),
        outputSchema: fc.anything(),
        annotations: fc.oneof(fc.record({ title: fc.anything(), readOnlyHint: fc.anything() }), fc.anything()),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(garbage, fc.anything()), (definition) => {
        const tool = toolFromDefinition('up', definition);
        if (!tool) return;
        expect(tool.summary.length).toBeLessThanOrEqual(SUMMARY_LENGTH);
        expect(tool.summary).not.toContain('\n');
        expect(JSON.parse(JSON.stringify(tool))).toEqual(tool);
        expect(contentHash(tool)).toMatch(/^[0-9a-f]{64}$/);
        expect(signatureOf(tool)).toContain('(');
        const catalog = new Catalog();
        catalog.attach({
          server: 'up',
          tools: () => [tool],
          exposes: () => true,
          validate: (_tool, value) => ({ valid: true, value }),
          invoke: () => ({ success: true, data: null }),
          subscribe: () => () => {},
        });
        expect(catalog.lookup(tool.name)).toMatchObject({ found: true });
      }),
      { numRuns: 500 },
    );
  });
});
