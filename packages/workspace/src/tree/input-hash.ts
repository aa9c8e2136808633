import type { Tool } from '@foldout/core';
import { TOOL_DEFAULTS } from '@foldout/core/internal';
import type { NamedTool } from '../names/named-tools.ts';
import { hashOf } from './manifest.ts';
import { toolFile, toolFileInput } from './tool-file.ts';

/** Increment this when generated files change in a way that the sample below does not show. */
const GENERATION = 2;

/** A tool with every feature. The hash of its generated file identifies the version of the generator. */
const SAMPLE: Tool = {
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

let generatorHash: string | undefined;

/** Hash of everything that a tool's file depends on. Computing it is faster than generating the file. */
export function inputHashOf(tool: NamedTool): string {
  generatorHash ??= hashOf(`${GENERATION}\n${toolFile({ tool: SAMPLE, name: 'doIt', typeName: 'DoIt' })}`);
  return hashOf(`${generatorHash}\n${toolFileInput(tool)}`);
}
