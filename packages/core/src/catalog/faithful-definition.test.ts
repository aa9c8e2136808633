import { describe, expect, it } from 'vitest';
import { faithfulDefinition } from './faithful-definition.ts';
import type { Tool } from './tool.ts';
import { toolFromDefinition } from './tool-record.ts';

const SENT = {
  later: { field: 1 },
  name: 'boat',
  description: ' Rows.\r\nSails. ',
  inputSchema: { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', properties: {} },
  annotations: { title: 'A boat', readOnlyHint: true },
  _meta: { vendor: 1 },
};

const read = (sent: object) => toolFromDefinition('harbour', sent) as Tool;
const relayed = (sent: object) => faithfulDefinition(read(sent), sent as never);

describe('the definition of another server', () => {
  it('is passed on byte for byte, fields unknown to Foldout included', () => {
    expect(JSON.stringify(relayed(SENT))).toBe(JSON.stringify(SENT));
  });

  it('loses control characters, lone surrogates and malformed fields', () => {
    const sent = { ...SENT, title: 'A\u001b[31m', description: 'Rows\u0007 and \ud800sails', icons: 1, _meta: 'x' };
    const { title, description, ...rest } = relayed(sent);
    expect([title, description]).toEqual(['A[31m', 'Rows and sails']);
    expect(Object.keys(rest)).toEqual(['later', 'name', 'inputSchema', 'annotations']);
  });

  it('loses its unknown fields if they are larger than a schema may be', () => {
    expect(relayed({ ...SENT, later: 'x'.repeat(200_001) })).not.toHaveProperty('later');
  });

  it('loses a schema that is too large or too deep', () => {
    let deep: object = {};
    for (let level = 0; level < 100; level += 1) deep = { properties: { a: deep } };
    const { inputSchema, outputSchema } = relayed({ ...SENT, inputSchema: deep, outputSchema: deep });
    expect([inputSchema, outputSchema]).toEqual([{ type: 'object' }, undefined]);
  });

  it('has the texts that the configuration sets', () => {
    const tool = { ...read(SENT), title: 'Own title', description: 'Own description' };
    expect(faithfulDefinition(tool, SENT)).toEqual({ ...SENT, title: 'Own title', description: 'Own description' });
  });

  it('may have any field name', () => {
    const sent = JSON.parse('{"name":"boat","description":"x","inputSchema":{"type":"object"},"__proto__":{"a":1}}');
    expect(JSON.stringify(relayed(sent))).toBe(JSON.stringify(sent));
    expect(({} as { a?: number }).a).toBeUndefined();
  });
});
