// Commands that return MCP content, for the scenarios `tools-call-*`.
import { setTimeout as wait } from 'node:timers/promises';
import { defineCommand, failure, mcpContext, mcpResult, success } from '@foldout/server';
import { fromJsonSchema } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { audio, image, text } from './samples.mjs';

const STEP_MS = 50;

/** A command without input. */
export function command(name, description, handler) {
  return defineCommand({ name, description, category: 'conformance', handler });
}

const embedded = (uri, mimeType, words) => ({ type: 'resource', resource: { uri, mimeType, text: words } });

async function logThreeTimes(context) {
  const log = (words) => mcpContext(context)?.mcpReq.log('info', words);
  await log('Tool execution started');
  await wait(STEP_MS);
  await log('Tool processing data');
  await wait(STEP_MS);
  await log('Tool execution completed');
  return success('Logged three messages.');
}

/** JSON Schema instead of Zod: every keyword has to reach the client unchanged. */
const contact = fromJsonSchema({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
});

export const contentCommands = [
  command('test_simple_text', 'Answers with a text', () => success('This is a simple text response for testing.')),
  command('test_image_content', 'Answers with an image', () => mcpResult({ content: [image] })),
  command('test_audio_content', 'Answers with a sound', () => mcpResult({ content: [audio] })),
  command('test_embedded_resource', 'Answers with a resource', () =>
    mcpResult({ content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource.')] }),
  ),
  command('test_multiple_content_types', 'Answers with a text, an image and a resource', () =>
    mcpResult({
      content: [
        text('Multiple content types test:'),
        image,
        embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
      ],
    }),
  ),
  command('test_error_handling', 'Always fails', () =>
    failure({
      code: 'INTENDED',
      message: 'This tool intentionally returns an error for testing',
      suggestion: 'Nothing to do: it was asked for.',
    }),
  ),
  command('test_tool_with_logging', 'Logs while it runs', (_input, context) => logThreeTimes(context)),
  command('test_logging_tool', 'Logs while it runs', (_input, context) => logThreeTimes(context)),
  command('test_tool_with_progress', 'Reports progress while it runs', async (_input, context) => {
    for (const progress of [0, 50, 100]) {
      context.reportProgress({ progress, total: 100 });
      await wait(STEP_MS);
    }
    return success('Reported progress three times.');
  }),
  defineCommand({
    name: 'json_schema_2020_12_tool',
    description: 'Tool with JSON Schema 2020-12 features',
    category: 'conformance',
    input: contact,
    handler: (input) => success(input),
  }),
  defineCommand({
    name: 'test_header_parameter',
    description: 'Takes a parameter that HTTP clients repeat in a header',
    category: 'conformance',
    input: z.object({ region: z.string().meta({ 'x-mcp-header': 'Region' }) }),
    handler: ({ region }) => success({ region }),
  }),
];
