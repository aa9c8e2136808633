import type { Tool } from '@foldout/core';
import { definitionHash, upstreamTool } from '@foldout/core/internal';
import { type Enrichment, readEnrichment, writeEnrichment } from './enrichment-file.ts';
import { likelyRequests, TOOLS_AT_ONCE } from './likely-requests.ts';
import type { ModelEndpoint } from './model-endpoint.ts';

export interface EnrichOptions {
  readonly endpoint: ModelEndpoint;
  readonly folder: string;
  readonly tools: readonly Tool[];
  /** Ask again for tools that have requests. */
  readonly again?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface Enriched {
  /** Number of definitions that got requests in this run, and that had some before. */
  readonly added: number;
  readonly known: number;
  /** Definitions for which the model gave nothing usable, and the last reason. */
  readonly failed: number;
  readonly problem?: string;
}

/** Asks the model for requests for every definition without some. Saves after each answer: an interrupted run goes on later. */
export async function enrich(options: EnrichOptions): Promise<Enriched> {
  const { endpoint, folder, tools, again = false, signal, onProgress } = options;
  const byHash = new Map(tools.map((tool) => [definitionHash(upstreamTool(tool)), tool]));
  const kept = new Map(readEnrichment(folder));
  const wanted = [...byHash].filter(([hash]) => again || !kept.has(hash));
  let added = 0;
  let problem: string | undefined;
  for (let at = 0; at < wanted.length; at += TOOLS_AT_ONCE) {
    signal?.throwIfAborted();
    const batch = wanted.slice(at, at + TOOLS_AT_ONCE);
    try {
      const found = await likelyRequests(
        endpoint,
        batch.map(([, tool]) => tool),
        signal,
      );
      for (const [hash, tool] of batch) {
        const requests = found.get(tool);
        if (!requests) continue;
        kept.set(hash, requests);
        added++;
      }
      await writeEnrichment(folder, kept as Enrichment);
    } catch (error) {
      signal?.throwIfAborted();
      problem = error instanceof Error ? error.message : String(error);
      // The first answer decides: with a wrong address or key, all others fail too.
      if (added === 0) throw error;
    }
    onProgress?.(Math.min(at + TOOLS_AT_ONCE, wanted.length), wanted.length);
  }
  const failed = wanted.length - added;
  return { added, known: byHash.size - wanted.length, failed, ...(failed > 0 && problem !== undefined && { problem }) };
}
