import { join } from 'node:path';
import type { ToolSearchOptions } from '@foldout/core/internal';
import type { GatewayConfig } from '../config/config-schema.ts';
import { extraWordsIn } from './enrichment-file.ts';

/** What the user's own models add to search: vectors of an embedding model, and the requests of `foldout enrich`. */
export async function searchModels(
  { embedding }: GatewayConfig,
  folder: string,
): Promise<Pick<ToolSearchOptions, 'embedder' | 'extraWords'>> {
  const extraWords = extraWordsIn(folder);
  if (!embedding) return { extraWords };
  const { endpointEmbedder } = await import('./endpoint-embedder.ts');
  return { extraWords, embedder: endpointEmbedder(embedding, join(folder, 'vectors')) };
}
