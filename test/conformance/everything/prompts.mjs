// The prompts that the scenarios `prompts-*` and `completion-complete` expect, registered with the SDK's own methods.
import { acceptedContent, completable, inputRequired } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { image, text } from './samples.mjs';

const CITIES = ['paris', 'park', 'party'];
const context = z.object({ context: z.string() });

const says = (...contents) => ({ messages: contents.map((content) => ({ role: 'user', content })) });

export function addPrompts(server) {
  server.registerPrompt('test_simple_prompt', { description: 'A prompt without arguments' }, () =>
    says(text('This is a simple prompt for testing.')),
  );
  server.registerPrompt(
    'test_prompt_with_arguments',
    {
      description: 'A prompt with two arguments',
      argsSchema: z.object({
        arg1: completable(z.string().describe('First test argument'), (value) =>
          CITIES.filter((city) => city.startsWith(value)),
        ),
        arg2: z.string().describe('Second test argument'),
      }),
    },
    ({ arg1, arg2 }) => says(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'A prompt with a resource in it', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri: uri }) =>
      says(
        { type: 'resource', resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' } },
        text('Please process the embedded resource above.'),
      ),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'A prompt with an image in it' }, () =>
    says(image, text('Please analyze the image above.')),
  );
  server.registerPrompt('test_input_required_result_prompt', { description: 'A prompt that asks first' }, (ctx) => {
    const given = acceptedContent(ctx.mcpReq.inputResponses, 'user_context', context);
    if (given) return says(text(`Use this context: ${given.context}`));
    const message = 'What context should the prompt use?';
    return inputRequired({
      inputRequests: { user_context: inputRequired.elicit({ message, requestedSchema: context }) },
    });
  });
}
