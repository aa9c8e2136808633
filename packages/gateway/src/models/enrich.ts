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
  let done = 0;
  for (const batch of batchesOf(wanted)) {
    signal?.throwIfAborted();
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
    done += batch.length;
    onProgress?.(done, wanted.length);
  }
  const failed = wanted.length - added;
  return { added, known: byHash.size - wanted.length, failed, ...(failed > 0 && problem !== undefined && { problem }) };
}

type Wanted = readonly [hash: string, tool: Tool];

/** Tools of one server each: the text of one server must not change what the model writes about the tools of another. */
function batchesOf(wanted: readonly Wanted[]): Wanted[][] {
  const batches: Wanted[][] = [];
  const open = new Map<string, Wanted[]>();
  for (const one of wanted) {
    const { server } = one[1];
    const batch = open.get(server);
    if (batch && batch.length < TOOLS_AT_ONCE) batch.push(one);
    else {
      const next = [one];
      open.set(server, next);
      batches.push(next);
    }
  }
  return batches;
}
