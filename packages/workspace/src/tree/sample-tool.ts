import type { Tool } from '@foldout/core';
import { TOOL_DEFAULTS } from '@foldout/core/internal';

/** A tool with every feature. The hash of its generated file identifies the version of the generator. */
export const SAMPLE_TOOL: Tool = {
  ...TOOL_DEFAULTS,
  id: 'sample/do_it',
  server: 'sample',
  name: 'do_it',
  summary: 'Does it',
  description: 'Does it. And says so.\n\nTwice.',
  category: 'sample',
  deprecated: true,
  deprecationMessage: 'Use another.',
  confirmPrompt: 'Really?',
  requires: ['sample/first'],
  examples: [{ title: 'One', input: { id: 'a' } }],
  inputSchema: {
    type: 'object',
    properties: {
      id: { type: 'string', description: 'Which one', minLength: 1 },
      'a-b': { anyOf: [{ type: 'integer', default: 1 }, { type: 'null' }] },
      kind: { enum: ['a', 1, null] },
      pair: { type: 'array', prefixItems: [{ type: 'string' }, { $ref: '#/$defs/node' }] },
      both: { allOf: [{ $ref: '#/$defs/node' }, { type: 'object', additionalProperties: { type: 'number' } }] },
    },
    required: ['id'],
    $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
  },
  outputSchema: { type: 'object', properties: { ok: { const: true } }, required: ['ok'], additionalProperties: false },
};
