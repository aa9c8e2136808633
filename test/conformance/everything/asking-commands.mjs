// Commands of the 2025 protocol that send requests to the client while they run.
import { defineCommand, mcpContext, success } from '@foldout/server';
import { z } from 'zod';
import { command } from './content-commands.mjs';

const choices = (...values) => ({ type: 'string', enum: values });
const titled = (...titles) => titles.map((title, index) => ({ const: `value${index + 1}`, title }));

async function ask(context, message, requestedSchema) {
  const { action, content } = await mcpContext(context).mcpReq.elicitInput({ message, requestedSchema });
  return success(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`);
}

export const askingCommands = [
  defineCommand({
    name: 'test_sampling',
    description: "Asks the client's model",
    category: 'conformance',
    executionTime: 'long-running',
    input: z.object({ prompt: z.string() }),
    handler: async ({ prompt }, context) => {
      const { content } = await mcpContext(context).mcpReq.requestSampling({
        messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
        maxTokens: 100,
      });
      return success(`LLM response: ${content.type === 'text' ? content.text : content.type}`);
    },
  }),
  defineCommand({
    name: 'test_elicitation',
    description: 'Asks the user',
    category: 'conformance',
    executionTime: 'long-running',
    input: z.object({ message: z.string() }),
    handler: ({ message }, context) =>
      ask(context, message, {
        type: 'object',
        properties: {
          username: { type: 'string', description: "User's response" },
          email: { type: 'string', description: "User's email address" },
        },
        required: ['username', 'email'],
      }),
  }),
  command('test_elicitation_sep1034_defaults', 'Asks the user, with a default for every answer', (_input, context) =>
    ask(context, 'Please review the form', {
      type: 'object',
      properties: {
        name: { type: 'string', default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { ...choices('active', 'inactive', 'pending'), default: 'active' },
        verified: { type: 'boolean', default: true },
      },
    }),
  ),
  command('test_elicitation_sep1330_enums', 'Asks the user to choose, in every form there is', (_input, context) =>
    ask(context, 'Please choose', {
      type: 'object',
      properties: {
        untitledSingle: choices('option1', 'option2', 'option3'),
        titledSingle: { type: 'string', oneOf: titled('First Option', 'Second Option', 'Third Option') },
        legacyEnum: { ...choices('opt1', 'opt2', 'opt3'), enumNames: ['Option One', 'Option Two', 'Option Three'] },
        untitledMulti: { type: 'array', items: choices('option1', 'option2', 'option3') },
        titledMulti: { type: 'array', items: { anyOf: titled('First Choice', 'Second Choice', 'Third Choice') } },
      },
    }),
  ),
];
