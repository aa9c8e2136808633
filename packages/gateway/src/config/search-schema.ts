// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the descriptions show how a reference is written
import { z } from 'zod';

export const webAddress = z.url({ protocol: /^https?$/ });

/** A model of the user's own. */
const modelEndpoint = z.strictObject({
  url: webAddress.describe(
    'The address of an OpenAI-compatible API, such as http://127.0.0.1:11434/v1. The texts of tools are sent to it.',
  ),
  model: z.string().min(1).describe('The name of the model.'),
  apiKey: z.string().min(1).optional().describe('The key of the API. Write ${VAR} rather than the key itself.'),
});

/** The fields of a configuration about search. */
export const searchFields = {
  learning: z.boolean().optional().describe('Rank tools by how they were used before.'),
  embedding: modelEndpoint
    .optional()
    .describe('An embedding model for search, beside the built-in word vectors. Requests are sent to it too.'),
  enrich: modelEndpoint
    .optional()
    .describe('The chat model that `foldout enrich` asks for likely requests for each tool.'),
};

export type ModelEndpointConfig = z.infer<typeof modelEndpoint>;
