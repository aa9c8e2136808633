import { type Embedder, embedderFrom } from '@foldout/core';
import { cachedEmbedder } from '@foldout/core/node';
import { z } from 'zod';
import type { ModelEndpointConfig } from '../config/search-schema.ts';
import { ModelEndpoint } from './model-endpoint.ts';

const answer = z.object({
  data: z.array(z.object({ index: z.int().min(0).optional(), embedding: z.array(z.number()).min(1) })),
});

/** The embedding model of an OpenAI-compatible API. `folder`: keeps the vectors, so that a text is sent once. */
export function endpointEmbedder(config: ModelEndpointConfig, folder: string): Embedder {
  const endpoint = new ModelEndpoint(config);
  const embed: Embedder['embed'] = async (texts, signal) => {
    const { data } = answer.parse(await endpoint.post('embeddings', { input: texts }, signal));
    const vectors = new Array<readonly number[]>(texts.length);
    for (const [at, { index = at, embedding }] of data.entries()) vectors[index] = embedding;
    const length = vectors[0]?.length;
    if (data.length !== texts.length || vectors.some((vector) => vector?.length !== length)) {
      throw new Error(
        `${config.url} answered with ${data.length} vectors for ${texts.length} texts, or of different lengths.`,
      );
    }
    return vectors;
  };
  return cachedEmbedder(embedderFrom(`${config.url} ${config.model}`, embed), folder);
}
